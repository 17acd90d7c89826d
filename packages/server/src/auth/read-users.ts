import { ApiError } from '../errors/api-error.js'
import type { Can } from '../query/permissions.js'
import { planList, planOne, planWritten, type RawQuery } from '../query/plan.js'
import type { ReadPlan } from '../query/read-plan.js'
import type { RequestSession } from '../storage/request-session.js'
import { type AccountsScope, userSchema } from './scope.js'

// Users are answered bare, without `data` and `attributes`, as clients of the permissions plugin expect (specification §1).
const flat = { shape: 'flat' } as const

/** All users that match, or with `start` and `limit` some of them; the text of an array. */
export async function listUsers(
  scope: AccountsScope,
  query: RawQuery,
  can: Can,
  session?: RequestSession,
): Promise<string> {
  const { start, limit, ...rest } = query
  const context = scope.context(can)
  const part = { ...(start === undefined ? {} : { start }), ...(limit === undefined ? {} : { limit }) }
  const paged = Object.keys(part).length > 0
  const plan = planList(userSchema(scope), paged ? { ...rest, pagination: part } : rest, unbounded(context), flat)
  // Nothing in the answer would tell that there are more.
  const whole = paged || rest['pagination'] !== undefined ? plan : { ...plan, pagination: null }
  return (await scope.database.read(whole, undefined, { session })) ?? '[]'
}

type Context = ReturnType<AccountsScope['context']>

function unbounded(context: Context): Context {
  return { ...context, limits: { ...context.limits, maxLimit: null } }
}

export async function countUsers(scope: AccountsScope, query: RawQuery, can: Can): Promise<number> {
  const plan = planList(userSchema(scope), query, scope.context(can))
  const counted: ReadPlan = {
    ...plan,
    output: { kind: 'pagination', figure: 'total' },
    sort: [],
    pagination: { by: 'offset', start: 0, limit: 1, withCount: true },
  }
  return Number(await scope.database.read(counted))
}

/** The text of one user. @throws ApiError NotFoundError */
export async function readUser(
  scope: AccountsScope,
  id: number,
  query: RawQuery,
  can: Can,
  session?: RequestSession,
): Promise<string> {
  const plan = planOne(userSchema(scope), query, scope.context(can), flat)
  return found(await scope.database.read(plan, id, { session }))
}

/** Reads a user who has been written; the query is checked at once, so that nothing is written when it is wrong. */
export function planUserAnswer(scope: AccountsScope, query: RawQuery, can: Can): (id: number) => Promise<string> {
  const plan = planWritten(userSchema(scope), query, scope.context(can), flat)
  return async (id) => found(await scope.database.read(plan, id))
}

function found(text: string | null): string {
  if (text === null) throw new ApiError('NotFoundError', 'User not found')
  return text
}
