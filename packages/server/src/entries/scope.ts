import { ApiError } from '../errors/api-error.js'
import type { Price } from '../query/price.js'
import type { ReadPlan } from '../query/read-plan.js'
import type { PreparedRead } from '../storage/prepared-read.js'
import type { WriteScope } from './hooks/hooked-write.js'
import type { PlanCache } from './plan-cache.js'
import type { EntryRequest } from './request.js'

/** What the operations on entries work with. */
export interface EntriesScope extends WriteScope {
  readonly plans: PlanCache
  /** Is notified of the price of each request; absent in production. */
  readonly reportPrice?: ((request: Pick<EntryRequest, 'type'>, price: Price) => void) | undefined
}

/**
 * Charges a request for its read before it runs. Requests of project code aren't limited, and pricing may query the
 * database: a hook that doesn't await its write would begin it after the hook's transaction has ended.
 *
 * @throws ApiError ValidationError above `limits.queryCost`
 */
export async function charge(
  { database, reportPrice }: EntriesScope,
  request: EntryRequest,
  plan: ReadPlan | PreparedRead,
): Promise<void> {
  if (request.byProject) return
  const price = await database.price(plan)
  reportPrice?.(request, price)
  request.charge?.(price)
}

/** @throws ApiError when there is nothing. */
export function found(text: string | null): string {
  if (text === null) throw new ApiError('NotFoundError')
  return text
}
