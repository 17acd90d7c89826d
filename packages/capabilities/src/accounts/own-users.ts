import { ApiError, validationError } from '@content-api/engine/errors'
import { userType, type JsonText, type ReadPlan } from '@content-api/engine/plan'
import { applyDelete } from '@content-api/engine/write'
import { changeUser } from '@content-api/engine/accounts'
import type { Database, RequestSession } from '@content-api/engine/database'
import { unrestricted } from '@content-api/core/entries/caller'
import { type WriteScope, deleteHooked, prepareWrite, runWrite } from '@content-api/core/entries/hooks/hooked-write'
import type { HookScope } from '@content-api/core/entries/hooks/run-hooks'
import { invalidParameter } from '@content-api/core/errors/invalid-parameter'
import { offsetKeys } from '@content-api/core/query/pagination'
import { planList, planOne, planWritten } from '@content-api/core/query/plan'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import type { RawQuery } from '@content-api/core/query/raw-value'
import type { UserEntries, UserWrite } from './account-store.js'
import { type Body, textIssues } from './body-fields.js'
import { userSchema } from './scope.js'
import { takenByName, type UserRules, userRules } from './user-rules.js'

interface OwnUsersScope extends UserRules {
  readonly database: Database
  readonly hooks: HookScope
  readonly context: (can: Can) => PlanContext
}

/** Creates the users in the tables of this server, which are entries like all others. */
export function createOwnUsers(scope: OwnUsersScope): UserEntries {
  const { database } = scope
  return {
    async create(body, { providerAccount, ...options } = {}) {
      const required = ['email', 'username', ...(providerAccount === undefined ? ['password'] : [])]
      const missing = required.flatMap((name) => textIssues(name, body[name]))
      if (missing.length > 0) throw validationError(missing)
      const write = await prepareUser(scope, body, 'create', options)
      return database.write(async (transaction) => {
        const created = await runWrite(writeScope(scope), write, transaction, { kind: 'create' })
        const id = requireFound(created?.id ?? null)
        if (providerAccount !== undefined) await changeUser(transaction, id, { providerAccount })
        return id
      })
    },
    async update(id, body, options = {}) {
      const write = await prepareUser(scope, body, 'update', options)
      await database.write(async (transaction) => {
        const written = await runWrite(writeScope(scope), write, transaction, { kind: 'update', id })
        requireFound(written?.id ?? null)
      })
    },
    async delete(id, caller = unrestricted) {
      const type = userSchema(scope)
      await database.write((transaction) =>
        deleteHooked(writeScope(scope), { type, caller, id }, transaction, async () =>
          requireFound((await applyDelete(type, id, transaction)) ? id : null),
        ),
      )
    },
    list: (query, can, session) => listUsers(scope, query, can, session),
    count: (query, can, session) => countUsers(scope, query, can, session),
    read: (id, query, can, session) => readUser(scope, id, query, can, session),
    planResponse(query, can) {
      const plan = planWritten(userSchema(scope), query, scope.context(can), flat)
      return async (id) => requireFound(await scope.database.read(plan, id))
    },
  }
}

/** Prepares the write of a user, including hooks. @throws ApiError */
function prepareUser(
  scope: OwnUsersScope,
  data: Body,
  action: 'create' | 'update',
  { caller = unrestricted, taken = takenByName }: UserWrite,
) {
  const type = userSchema(scope)
  const rules = userRules({ ...scope, taken })
  return prepareWrite(writeScope(scope), { type, caller, data, options: { action }, rules })
}

const writeScope = (scope: OwnUsersScope): WriteScope => ({
  ...scope.hooks,
  database: scope.database,
  rules: new Map([[userType, userRules(scope)]]),
  context: ({ can }) => scope.context(can),
})

function requireFound<Value>(value: Value | null): Value {
  if (value === null) throw new ApiError('NotFoundError', 'User not found')
  return value
}

/** The dependencies of reads of users. */
interface UserReads extends Pick<OwnUsersScope, 'context'> {
  readonly database: Pick<Database, 'registry' | 'read'>
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
