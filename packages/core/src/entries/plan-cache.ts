import { LRUCache } from 'lru-cache'
import type { PlanCost, ReadPlan } from '@content-api/engine/plan'
import type { Charge, PreparedRead, ReadDatabase } from '@content-api/engine/database'
import { prepareRead, sizeOf } from '@content-api/engine/read'
import type { EntryRequest } from './request.js'

/** Maximum characters of SQL and query strings in the cache, at most about 8 MB. */
const maximumSize = 4_000_000
/** Maximum SQL texts that are shared. */
const sharedTexts = 500

/** The budget of a request with several reads. */
export interface ReadBudget {
  /** Counts a cached plan, which wasn't counted while it was made. @throws ApiError above the limits */
  readonly spendOnce: (cost: PlanCost) => void
  /** May wait until the cost of the whole request is known. */
  readonly charge: Charge
}

/**
 * Caches the prepared read of a query, so that a repeated query is not parsed and planned again. The cache
 * contains statements, never results. Every request still reads the database, which also checks that a known
 * total of a list is that of its content.
 */
export type PlanCache = (
  operation: 'find' | 'findOne' | 'findSingle' | 'written',
  request: EntryRequest,
  makePlan: () => ReadPlan,
  budget?: ReadBudget,
) => PreparedRead

/** @param onLookup is called with true if the plan is in the cache */
export function createPlanCache(
  database: Pick<ReadDatabase, 'layout' | 'dialect'>,
  onLookup?: (hit: boolean) => void,
): PlanCache {
  const cache = new LRUCache<string, PreparedRead>({
    maxSize: maximumSize,
    maxEntrySize: maximumSize / 8,
    sizeCalculation: sizeOf,
  })
  // Requests that differ only in values have the same SQL, of up to 30,000 characters.
  const texts = new LRUCache<string, string>({ max: sharedTexts })
  const shared = (sql: string): string => {
    const text = texts.get(sql) ?? sql
    texts.set(text, text)
    return text
  }
  return (operation, request, makePlan, budget) => {
    const started = performance.now()
    const key = keyOf(operation, request)
    const cached = cache.get(key)
    onLookup?.(cached !== undefined)
    try {
      if (cached) {
        if (cached.plan.cost) budget?.spendOnce(cached.plan.cost)
        return cached
      }
      const plan = makePlan()
      const { statement, ...made } = prepareRead(request.versioned ? { ...plan, versioned: true } : plan, database)
      const prepared = { ...made, statement: { ...statement, sql: shared(statement.sql) } }
      cache.set(key, prepared)
      return prepared
    } finally {
      request.caller.session?.observation?.planned(request.type.uid, started, cached !== undefined)
    }
  }
}

/** Builds a unique key: uids and operations contain no spaces, and the length of the caller's key comes before it. */
function keyOf(operation: string, { type, query, caller, versioned }: EntryRequest): string {
  return `${operation}${versioned ? '+version' : ''} ${type.uid} ${caller.key.length} ${caller.key} ${query.text}`
}
