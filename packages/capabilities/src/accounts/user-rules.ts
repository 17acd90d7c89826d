import type { Config } from '@content-api/core/config/schema'
import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import type { RulesByType, WriteRules } from '@content-api/core/entries/hooks/hooked-write'
import { ApiError, type Issue, validationError } from '@content-api/engine/errors'
import { userType, type WritePlan } from '@content-api/engine/plan'
import {
  changeUser,
  deleteSessions,
  findTaken,
  findUserById,
  lockKeys,
  lockUser,
  type StoredUser,
  type UserChange,
} from '@content-api/engine/accounts'
import type { Reader } from '@content-api/engine/database'
import type { AccountTables } from './account-tables.js'
import { tooLong } from '@content-api/engine/attributes'
import { type Body, bodyOf } from './body-fields.js'
import { hasInvisible, normalizeIdentifier, userKeys } from './identifiers.js'
import type { TokenEpochs } from './jwt.js'
import { isLong } from './normal-form.js'
import { ownTables } from './own-tables.js'

/** Attributes that only the service and the project's code set. */
const ownSecrets = ['resetPasswordToken', 'confirmationToken'] as const

export type Taken = 'username' | 'email'

/** Returns the message for a name or address that another user has. */
export const takenByName = (taken: Taken): string =>
  taken === 'email' ? 'Email already taken' : 'Username already taken'

export interface UserRules {
  /** If true, attributes that a client must not set are errors. If false, they are ignored. */
  readonly strict: boolean
  readonly epochs: TokenEpochs
  /** Null if the service has no sessions. */
  readonly sessions: object | null
  readonly taken?: (taken: Taken) => string
}

/** Returns the rules for writes of entries that are accounts. */
export const accountRules = (
  { api }: Pick<Config, 'api'>,
  parts: Pick<UserRules, 'epochs' | 'sessions'>,
): RulesByType => new Map([[userType, userRules({ strict: api.rest.strictParams, ...parts })]])

/**
 * Returns the rules for all writes of users. Names and addresses stay unique, no caller changes users with
 * more permissions than its own, and a changed account gets new tokens and codes.
 */
export function userRules({ strict, epochs, sessions, taken = takenByName }: UserRules): WriteRules {
  return {
    toStored: (data, caller) => withIdentity(bodyOf(data), { strict, caller }),
    async apply(transaction, { id, caller, plan, values }, run) {
      const keys = userKeys(values)
      await lockKeys(transaction, keys)
      const conflict = await findTaken(transaction, keys, id)
      if (conflict) throw new ApiError('ApplicationError', taken(conflict))
      if (id !== null) await lockUser(transaction, id)
      const before = id === null ? null : await findUserById(transaction, id)
      await rejectEscalation({ tables: ownTables }, transaction, [before?.roleId ?? null, ...rolesIn(plan)], caller)
      const row = await run()
      if (!row) return null
      const changes: UserChange = { ...keys, ...(before && consequences(before, writtenIn(plan), epochs)) }
      if (sessions && changes.tokensValidFrom !== undefined) await deleteSessions(transaction, { userId: row.id })
      if (Object.keys(changes).length === 0) return row
      await changeUser(transaction, row.id, changes, plan.system?.updatedAt)
      return { id: row.id, text: null }
    },
    async checkDelete(transaction, id, caller) {
      await requireAllOfUser({ tables: ownTables }, transaction, id, caller)
      if (sessions) await deleteSessions(transaction, { userId: id })
    },
  }
}

/** Returns what else changes: a new password or a block ends the tokens, and a change voids codes. */
export function consequences(
  before: StoredUser,
  written: ReadonlyMap<string, unknown>,
  epochs: Pick<TokenEpochs, 'revoke'>,
): UserChange {
  const changes = (name: 'email' | 'blocked' | 'confirmed') =>
    written.has(name) && (written.get(name) ?? false) !== (before[name] ?? false)
  const password = written.has('password')
  const moved = changes('email') || changes('blocked')
  return {
    ...((password || written.get('blocked') === true) && {
      tokensValidFrom: epochs.revoke(before.id, before.tokensValidFrom),
    }),
    ...((password || moved) && !written.has('resetPasswordToken') && { resetPasswordToken: null }),
    ...((changes('confirmed') || moved) && !written.has('confirmationToken') && { confirmationToken: null }),
  }
}

const writtenIn = ({ fields }: WritePlan): ReadonlyMap<string, unknown> =>
  new Map(fields.map(({ name, value }) => [name, value]))

/** Where users and roles are stored. */
interface RuleTables {
  readonly tables: Pick<AccountTables, 'findUserById' | 'readRoles' | 'readPermissions'>
}

/** @throws ApiError ForbiddenError if a user has more permissions than the caller */
export async function requireAllOfUser(
  scope: RuleTables,
  transaction: Reader,
  id: number,
  caller: Caller,
): Promise<void> {
  const user = await scope.tables.findUserById(transaction, id)
  await rejectEscalation(scope, transaction, [user?.roleId ?? null], caller)
}

const rolesIn = ({ links }: WritePlan) =>
  links.flatMap((link) => (link.kind === 'relation' && link.name === 'role' ? link.connect.map(({ id }) => id) : []))

/** @throws ApiError ForbiddenError if one of the roles has more permissions than the caller */
export async function rejectEscalation(
  { tables }: RuleTables,
  transaction: Reader,
  roles: readonly (number | null)[],
  caller: Caller,
): Promise<void> {
  if (isService(caller)) return
  const permissions = await tables.readPermissions(transaction)
  for (const { id, type } of await tables.readRoles(transaction)) {
    const beyond = roles.includes(id) && permissions.get(type)?.find((action) => !caller.may(action))
    if (beyond)
      throw new ApiError('ForbiddenError', `Forbidden: users with the role ${type} have more permissions than you`)
  }
}

/** Returns whether the service itself or the project's code writes, with all permissions. */
const isService = ({ may }: Caller) => may === unrestricted.may

/** Returns the values with name and address in their stored form. @throws ApiError ValidationError */
function withIdentity(body: Body, { strict, caller }: { readonly strict: boolean; readonly caller: Caller }): Body {
  const values: Record<string, unknown> = { ...body }
  const issues: Issue[] = []
  for (const name of ownSecrets) {
    if (!Object.hasOwn(values, name) || isService(caller)) continue
    if (strict) issues.push({ path: [name], message: `${name} is not known here.` })
    delete values[name]
  }
  for (const name of ['username', 'email'] as const) {
    const value = values[name]
    if (typeof value !== 'string') continue
    const normalized = normalizeIdentifier(value)
    const stored = name === 'email' ? normalized.toLowerCase() : normalized
    // The stored form may be longer: `normalize` makes eighteen characters of U+FDFA.
    if (isLong(value) || isLong(stored)) issues.push({ path: [name], message: tooLong(name) })
    else if (hasInvisible(stored))
      issues.push({ path: [name], message: `${name} must not contain invisible characters` })
    values[name] = stored
  }
  if (issues.length > 0) throw validationError(issues)
  return values
}
