import type { ScalarAttribute } from '@content-api/model'
import { longestPassword, tooLong } from '@content-api/engine/attributes'
import { ApiError, validationError } from '@content-api/engine/errors'
import { userType, type JsonText, type ReadPlan } from '@content-api/engine/plan'
import { applyDelete } from '@content-api/engine/write'
import { changeUser } from '@content-api/engine/accounts'
import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import { type WriteScope, deleteHooked, prepareWrite, runWrite } from '@content-api/core/entries/hooks/hooked-write'
import { type Body, textIssues } from './body-fields.js'
import { type AccountsScope, userSchema } from './scope.js'
import { type Taken, takenByName, userRules } from './user-rules.js'
import type { RequestSession } from '@content-api/engine/database'
import { offsetKeys } from '@content-api/core/query/pagination'
import { invalidParameter } from '@content-api/core/errors/invalid-parameter'
import type { Can } from '@content-api/core/query/plan-context'
import { planList, planOne, planWritten } from '@content-api/core/query/plan'
import type { RawQuery } from '@content-api/core/query/raw-value'

interface UserWrite {
  /**
   * The caller; by default the service itself. A caller can't create or change users with more permissions
   * than its own.
   */
  readonly caller?: Caller
  /** Returns the message for a name or address that another user has. */
  readonly taken?: (taken: Taken) => string
}

interface NewUser extends UserWrite {
  /** The digest of the account at a provider that the user belongs to. Such a user needs no password. */
  readonly providerAccount?: string
}

/**
 * Creates a user.
 * @throws ApiError ValidationError; ApplicationError if the name or address is taken; ForbiddenError for a
 * user with more permissions than the caller
 */
export async function createUser(
  scope: AccountsScope,
  body: Body,
  { providerAccount, ...options }: NewUser = {},
): Promise<number> {
  const required = ['email', 'username', ...(providerAccount === undefined ? ['password'] : [])]
  const missing = required.flatMap((name) => textIssues(name, body[name]))
  if (missing.length > 0) throw validationError(missing)
  const write = await prepareUser(scope, body, 'create', options)
  return scope.database.write(async (transaction) => {
    const created = await runWrite(writeScope(scope), write, transaction, { kind: 'create' })
    const id = requireFound(created?.id ?? null)
    if (providerAccount !== undefined) await changeUser(transaction, id, { providerAccount })
    return id
  })
}

/**
 * Updates a user. A new password or a block makes the user's tokens invalid.
 * @throws ApiError as for createUser; NotFoundError
 */
export async function updateUser(scope: AccountsScope, id: number, body: Body, options: UserWrite = {}): Promise<void> {
  const write = await prepareUser(scope, body, 'update', options)
  await scope.database.write(async (transaction) => {
    const written = await runWrite(writeScope(scope), write, transaction, { kind: 'update', id })
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
  const rules = userRules({ ...scope, taken })
  return prepareWrite(writeScope(scope), { type, caller, data, options: { action }, rules })
}

const writeScope = (scope: AccountsScope): WriteScope => ({
  ...scope.hooks,
  database: scope.database,
  rules: new Map([[userType, userRules(scope)]]),
  context: ({ can }) => scope.context(can),
})

function requireFound<Value>(value: Value | null): Value {
  if (value === null) throw new ApiError('NotFoundError', 'User not found')
  return value
}

/** Returns the problem of a password; null for a valid one. */
export function passwordIssue(scope: Pick<AccountsScope, 'database'>, password: string): string | null {
  const { minLength = 6, maxLength } = userSchema(scope).attributes['password'] as ScalarAttribute
  if (password.length < minLength) return `password must be at least ${minLength} characters`
  if (Buffer.byteLength(password) > longestPassword) return tooLong('password')
  if (maxLength !== undefined && password.length > maxLength) return `password must be at most ${maxLength} characters`
  return null
}

/** The dependencies of reads of users. */
interface UserReads extends Pick<AccountsScope, 'context'> {
  readonly database: Pick<AccountsScope['database'], 'registry' | 'read'>
}

// Responses have users without `data` and `attributes`, as clients of the permissions plugin expect (specification §1).
const flat = { shape: 'flat' } as const

/** Returns all matching users, or the part selected by `start` and `limit`, as the text of a JSON array. */
export async function listUsers(
  scope: UserReads,
  query: RawQuery,
  can: Can,
  session?: RequestSession,
): Promise<JsonText> {
  const plan = planList(userSchema(scope), query, scope.context(can), flat)
  return (await scope.database.read(plan, undefined, { session })) ?? '[]'
}

/** Returns the number of matching users. @throws ApiError ValidationError, in strict mode also for a page */
export async function countUsers(
  scope: UserReads,
  query: RawQuery,
  can: Can,
  session?: RequestSession,
): Promise<number> {
  const context = scope.context(can)
  const page = ['pagination', ...offsetKeys].find((key) => Object.hasOwn(query, key))
  if (context.strict && page !== undefined) throw invalidParameter(page)
  const plan = planList(userSchema(scope), query, context, flat)
  const counted: ReadPlan = {
    ...plan,
    output: { kind: 'pagination', figure: 'total' },
    sort: [],
    pagination: { by: 'offset', start: 0, limit: 1, withCount: true },
  }
  return Number(await scope.database.read(counted, undefined, { session }))
}

/** Returns one user as JSON text. @throws ApiError NotFoundError; ValidationError for an invalid query */
export async function readUser(
  scope: UserReads,
  id: number,
  query: RawQuery,
  can: Can,
  session?: RequestSession,
): Promise<JsonText> {
  const plan = planOne(userSchema(scope), query, scope.context(can), flat)
  return requireFound(await scope.database.read(plan, id, { session }))
}

/** Plans the response to a write of a user. The query is checked here, so that an invalid query changes nothing. */
export function planUserResponse(scope: AccountsScope, query: RawQuery, can: Can): (id: number) => Promise<JsonText> {
  const plan = planWritten(userSchema(scope), query, scope.context(can), flat)
  return async (id) => requireFound(await scope.database.read(plan, id))
}
