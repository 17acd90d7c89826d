import { ApiError } from '@content-api/engine/errors'
import type { QueryCost, ReadPlan } from '@content-api/engine/plan'
import type { Database, PreparedRead, ReadDatabase, WriteTransaction } from '@content-api/engine/database'
import type { PlanContext } from '../query/plan-context.js'
import type { Caller } from './caller.js'
import type { WriteScope } from './hooks/hooked-write.js'
import type { PlanCache } from './plan-cache.js'
import type { EntryRequest } from './request.js'

/** The dependencies of reads. */
export interface ReadScope {
  readonly database: ReadDatabase
  readonly preparePlan: PlanCache
  context(caller: Caller): PlanContext
  /** Is notified of the query cost of each request; absent in production. */
  readonly reportCost?: ((request: Pick<EntryRequest, 'type'>, cost: QueryCost) => void) | undefined
}

/** The dependencies of the operations on entries. */
export interface EntriesScope extends ReadScope, WriteScope {
  readonly database: Database
  context(caller: Caller): PlanContext
  /** Is called with a warning when lenient mode ignores input. */
  readonly warn?: ((message: string) => void) | undefined
}

/**
 * Charges a request for its read before it runs. Reads by project code aren't limited, and its writes are
 * charged within their transaction, see `chargeWithin`. Returns no promise if the cost is known, as most are.
 *
 * @throws ApiError ValidationError above `limits.queryCost`
 */
export function charge(scope: ReadScope, request: EntryRequest, plan: ReadPlan | PreparedRead): Promise<void> | void {
  if (request.byProject) return
  const cost = scope.database.estimate(plan)
  return cost instanceof Promise
    ? cost.then((known) => chargeCost(scope, request, known))
    : chargeCost(scope, request, cost)
}

function chargeCost({ reportCost }: ReadScope, request: EntryRequest, cost: QueryCost): Promise<void> | void {
  reportCost?.(request, cost)
  return request.charge?.(cost)
}

/**
 * Charges a write by project code for its response, which a client's query may determine. The estimate may
 * query the database, so it runs inside the write's transaction. Otherwise it would delay the write: a write
 * that a hook doesn't await could then begin after the hook's transaction has ended.
 *
 * @throws ApiError ValidationError above `limits.queryCost`
 */
export async function chargeWithin(
  { database, reportCost }: EntriesScope,
  request: EntryRequest,
  plan: ReadPlan | PreparedRead,
  transaction: WriteTransaction,
): Promise<void> {
  if (!request.byProject) return
  const cost = await database.estimate(plan, transaction)
  reportCost?.(request, cost)
}

/** Reports the query cost of a read by project code, which is estimated in parallel with the read. */
export function reportRead({ database, reportCost }: ReadScope, request: EntryRequest, plan: PreparedRead): void {
  if (!reportCost || !request.byProject) return
  const report = async () => reportCost(request, await database.estimate({ ...plan.plan, trusted: true }))
  report().catch(() => undefined)
}

/** Returns the value. @throws ApiError NotFoundError if it is null */
export function requireFound<Value>(value: Value | null): Value {
  if (value === null) throw new ApiError('NotFoundError')
  return value
}

/** Returns the result of work on an entry, or null if the entry doesn't exist. */
export async function nullIfMissing<Result>(result: Promise<Result>): Promise<Result | null> {
  try {
    return await result
  } catch (error) {
    if (error instanceof ApiError && error.name === 'NotFoundError') return null
    throw error
  }
}
