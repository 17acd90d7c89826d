import type { ScalarAttribute } from '@content-api/model'
import { longestPassword, tooLong } from '@content-api/engine/attributes'
import { ApiError, validationError } from '@content-api/engine/errors'
import { userType } from '@content-api/engine/plan'
import { applyCreate, applyDelete, applyUpdate } from '@content-api/engine/write'
import { type Caller, unrestricted } from '../entries/caller.js'
import { type WriteRequest, type WriteScope, deleteHooked, prepareWrite } from '../entries/hooks/hooked-write.js'
import { planWrite } from '../query/body/plan-write.js'
import { type Body, textIssues } from './body-fields.js'
import { type AccountsScope, userSchema } from './scope.js'
import { type Taken, takenByName, userRules } from './user-rules.js'

interface UserWrite {
  /**
   * The caller; by default the service itself. A caller can't create or change users with more permissions
   * than its own.
   */
  readonly caller?: Caller
  /** Returns the message for a name or address that another user has. */
  readonly taken?: (taken: Taken) => string
}

/**
 * Creates a user.
 * @throws ApiError ValidationError; ApplicationError if the name or address is taken; ForbiddenError for a
 * user with more permissions than the caller
 */
export async function createUser(scope: AccountsScope, body: Body, options: UserWrite = {}): Promise<number> {
  const missing = ['email', 'username', 'password'].flatMap((name) => textIssues(name, body[name]))
  if (missing.length > 0) throw validationError(missing)
  const write = await prepareUser(scope, body, 'create', options)
  return scope.database.write(async (transaction) => {
    const created = await write.run(transaction, null, (plan) => applyCreate(plan, transaction))
    return requireFound(created?.id ?? null)
  })
}

/**
 * Updates a user. A new password or a block makes the user's tokens invalid.
 * @throws ApiError as for createUser; NotFoundError
 */
export async function updateUser(scope: AccountsScope, id: number, body: Body, options: UserWrite = {}): Promise<void> {
  const write = await prepareUser(scope, body, 'update', options)
  await scope.database.write(async (transaction) => {
    const written = await write.run(transaction, id, (plan) => applyUpdate(plan, id, transaction))
    requireFound(written?.id ?? null)
  })
}

/** @throws ApiError NotFoundError; ForbiddenError for a user with more permissions than the caller */
export async function deleteUser(scope: AccountsScope, id: number, caller: Caller = unrestricted): Promise<void> {
  const type = userSchema(scope)
  await scope.database.write((transaction) =>
    deleteHooked(writeScope(scope), { type, caller, id }, transaction, async () =>
      requireFound((await applyDelete(type, id, transaction)) ? id : null),
    ),
  )
}

/** Prepares the write of a user, including hooks. @throws ApiError */
function prepareUser(
  scope: AccountsScope,
  data: Body,
  action: 'create' | 'update',
  { caller = unrestricted, taken = takenByName }: UserWrite,
) {
  const type = userSchema(scope)
  const plan: WriteRequest['plan'] = (values, check) => planWrite(type, values, { action, ...check })
  const kind = action === 'create' ? 'Create' : 'Update'
  const rules = userRules({ ...scope, taken })
  return prepareWrite(writeScope(scope), { kind, type, caller, data, plan, rules })
}

const writeScope = (scope: AccountsScope): WriteScope => ({
  ...scope.hooks,
  database: scope.database,
  rules: new Map([[userType, userRules(scope)]]),
  context: ({ can }) => scope.context(can),
})

function requireFound(id: number | null): number {
  if (id === null) throw new ApiError('NotFoundError', 'User not found')
  return id
}

/** Returns the problem of a password; null for a valid one. */
export function passwordIssue(scope: Pick<AccountsScope, 'database'>, password: string): string | null {
  const { minLength = 6, maxLength } = userSchema(scope).attributes['password'] as ScalarAttribute
  if (password.length < minLength) return `password must be at least ${minLength} characters`
  if (Buffer.byteLength(password) > longestPassword) return tooLong('password')
  if (maxLength !== undefined && password.length > maxLength) return `password must be at most ${maxLength} characters`
  return null
}
