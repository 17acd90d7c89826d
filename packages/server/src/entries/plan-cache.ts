import { LRUCache } from 'lru-cache'
import type { ReadPlan } from '../query/read-plan.js'
import type { Database } from '../storage/database.js'
import { prepareRead, type PreparedRead, sizeOf } from '../storage/prepared-read.js'
import type { EntryRequest } from './request.js'

/** Characters of SQL and of query strings that are kept, at most about 8 MB. */
const maximumSize = 4_000_000

/**
 * Keeps the prepared read of a query, so that repeating it costs neither parsing nor planning. It holds statements and
 * never their results: the database answers every request.
 */
export type PlanCache = (operation: string, request: EntryRequest, plan: () => ReadPlan) => PreparedRead

/** @param looked is called with whether a plan was kept */
export function createPlanCache(
  database: Pick<Database, 'layout' | 'dialect'>,
  looked?: (hit: boolean) => void,
): PlanCache {
  const cache = new LRUCache<string, PreparedRead>({
    maxSize: maximumSize,
    maxEntrySize: maximumSize / 8,
    sizeCalculation: sizeOf,
  })
  return (operation, request, plan) => {
    const started = performance.now()
    const key = keyOf(operation, request)
    const kept = cache.get(key)
    looked?.(kept !== undefined)
    const { observation } = request.caller.session ?? {}
    try {
      if (kept) {
        if (kept.plan.cost) request.afford?.(kept.plan.cost)
        return kept
      }
      const prepared = prepareRead(plan(), database)
      cache.set(key, prepared)
      return prepared
    } finally {
      observation?.planned(request.type.uid, started, kept !== undefined)
    }
  }
}

/** Neither uids nor operations hold blanks, and the caller's key is as long as it says: no two requests share a key. */
function keyOf(operation: string, { type, query, caller }: EntryRequest): string {
  return `${operation} ${type.uid} ${caller.key.length} ${caller.key} ${query.text}`
}
