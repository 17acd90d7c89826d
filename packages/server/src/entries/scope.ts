import { ApiError } from '../errors/api-error.js'
import type { Price } from '../query/price.js'
import type { ReadPlan } from '../query/read-plan.js'
import type { WriteTransaction } from '../storage/database.js'
import type { PreparedRead } from '../storage/prepared-read.js'
import type { WriteScope } from './hooks/hooked-write.js'
import type { PlanCache } from './plan-cache.js'
import type { EntryRequest } from './request.js'

/** What the operations on entries work with. */
export interface EntriesScope extends WriteScope {
  readonly plans: PlanCache
  /** Is notified of what a lenient service ignores. */
  readonly warn?: ((message: string) => void) | undefined
  /** Is notified of the price of each request; absent in production. */
  readonly reportPrice?: ((request: Pick<EntryRequest, 'type'>, price: Price) => void) | undefined
}

/**
 * Charges a request for its read before it runs. Reads by project code aren't limited, and its writes are charged within
 * their transaction, see `chargeWithin`.
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
  const others = request.charge?.(price)
  if (others) await others
}

/**
 * Charges a write by project code for what it responds with: a client may have shaped that. Pricing may query the database. A
 * hook that doesn't await its write would begin it after the hook's transaction has ended, so that it begins first.
 *
 * @throws ApiError ValidationError above `limits.queryCost`
 */
export async function chargeWithin(
  { database, reportPrice }: EntriesScope,
  request: EntryRequest,
  plan: ReadPlan | PreparedRead,
  transaction: WriteTransaction,
): Promise<void> {
  if (!request.byProject) return
  const price = await database.price(plan, transaction)
  reportPrice?.(request, price)
}

/** Reports what a read by project code costs, beside the read. */
export function reportRead({ database, reportPrice }: EntriesScope, request: EntryRequest, plan: PreparedRead): void {
  if (!reportPrice || !request.byProject) return
  const report = async () => reportPrice(request, await database.price({ ...plan.plan, trusted: true }))
  report().catch(() => undefined)
}

/** @throws ApiError when there is nothing. */
export function found(text: string | null): string {
  if (text === null) throw new ApiError('NotFoundError')
  return text
}
