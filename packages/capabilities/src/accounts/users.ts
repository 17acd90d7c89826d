import type { ScalarAttribute } from '@content-api/model'
import { tooLong } from '@content-api/engine/attributes'
import type { NewUser, UserWrite } from './account-store.js'
import type { Body } from './body-fields.js'
import type { Caller } from '@content-api/core/entries/caller'
import { type AccountsScope, userSchema } from './scope.js'

/** Creates a user. @throws ApiError as `UserEntries.create` */
export const createUser = ({ users }: AccountsScope, body: Body, options?: NewUser): Promise<number> =>
  users.create(body, options)

/** Updates a user. @throws ApiError as `UserEntries.update` */
export const updateUser = ({ users }: AccountsScope, id: number, body: Body, options?: UserWrite): Promise<void> =>
  users.update(id, body, options)

/** @throws ApiError as `UserEntries.delete` */
export const deleteUser = ({ users }: AccountsScope, id: number, caller?: Caller): Promise<void> =>
  users.delete(id, caller)

/** Returns the problem of a password; null for a valid one. */
export function passwordIssue(scope: Pick<AccountsScope, 'database' | 'passwords'>, password: string): string | null {
  const { minLength = 6, maxLength } = userSchema(scope).attributes['password'] as ScalarAttribute
  if (password.length < minLength) return `password must be at least ${minLength} characters`
  const { longest } = scope.passwords
  if (Buffer.byteLength(password) > longest) return tooLong('password', longest)
  if (maxLength !== undefined && password.length > maxLength) return `password must be at most ${maxLength} characters`
  return null
}
