import { ApiError } from '@content-api/engine/errors'
import type { JsonText, ReadPlan } from '@content-api/engine/plan'
import type { RequestSession } from '@content-api/engine/database'
import type { Can, PlanContext } from '../query/plan-context.js'
import { planList, planOne, planWritten } from '../query/plan.js'
import type { RawQuery } from '../query/raw-value.js'
import { type AccountsScope, userSchema } from './scope.js'

// Responses have users without `data` and `attributes`, as clients of the permissions plugin expect (specification §1).
const flat = { shape: 'flat' } as const

/** Returns all matching users, or the part selected by `start` and `limit`, as the text of a JSON array. */
export async function listUsers(
  scope: AccountsScope,
  query: RawQuery,
  can: Can,
  session?: RequestSession,
): Promise<JsonText> {
  const { start, limit, ...rest } = query
  const context = scope.context(can)
  const part = { ...(start === undefined ? {} : { start }), ...(limit === undefined ? {} : { limit }) }
  const paged = Object.keys(part).length > 0
  const plan = planList(userSchema(scope), paged ? { ...rest, pagination: part } : rest, unbounded(context), flat)
  // Without pagination parameters all users are returned, because the response couldn't show that there are more.
  const whole = paged || rest['pagination'] !== undefined ? plan : { ...plan, pagination: null }
  return (await scope.database.read(whole, undefined, { session })) ?? '[]'
}

function unbounded(context: PlanContext): PlanContext {
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

/** Returns one user as JSON text. @throws ApiError NotFoundError; ValidationError for an invalid query */
export async function readUser(
  scope: AccountsScope,
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

function requireFound(text: JsonText | null): JsonText {
  if (text === null) throw new ApiError('NotFoundError', 'User not found')
  return text
}
