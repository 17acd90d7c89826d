import { LRUCache } from 'lru-cache'
import type { Statement } from '../storage/statement.js'
import type { EntryRequest } from './request.js'

/** Characters of SQL and of query strings that are kept, at most about 8 MB. */
const maximumSize = 4_000_000

/**
 * Keeps the statement that a query came to, so that asking again costs neither parsing nor planning. It holds statements and
 * never their results: every request is answered by the database.
 */
export interface PlanCache {
  statement(operation: string, request: EntryRequest, plan: () => Statement): Statement
  /** One statement for all ids: the id is a parameter of it. */
  statementFor(id: number, operation: string, request: EntryRequest, plan: (id: number) => Statement): Statement
}

/** Stands for the id while a statement for all ids is made. A query that holds this number itself is planned anew each time. */
const anyId = -Number.MAX_SAFE_INTEGER

export function createPlanCache(): PlanCache {
  const cache = new LRUCache<string, Statement>({
    maxSize: maximumSize,
    maxEntrySize: maximumSize / 8,
    sizeCalculation,
  })
  const statement: PlanCache['statement'] = (operation, request, plan) => {
    const key = keyOf(operation, request)
    const kept = cache.get(key)
    if (kept) {
      if (kept.cost) request.afford?.(kept.cost)
      return kept
    }
    const made = plan()
    cache.set(key, made)
    return made
  }
  return {
    statement,
    statementFor(id, operation, request, plan) {
      const general = statement(operation, request, () => plan(anyId))
      const { values } = general
      const place = values.indexOf(anyId)
      // Without exactly one place for the id the statement isn't general.
      if (place === -1 || place !== values.lastIndexOf(anyId)) return plan(id)
      return { ...general, values: values.with(place, id) }
    },
  }
}

/** Statements that follow keep the plan of what they read, and later their SQL: about so much for each character asked for. */
function sizeCalculation({ sql, values, deeper = [] }: Statement, key: string): number {
  const own = sql.length + key.length + 16 * values.length
  return deeper.length > 0 ? own + 500 * key.length + 10_000 * deeper.length : own
}

/** Neither uids nor operations hold blanks, and the caller's key is as long as it says: no two requests share a key. */
function keyOf(operation: string, { type, query, caller }: EntryRequest): string {
  return `${operation} ${type.uid} ${caller.key.length} ${caller.key} ${query.text}`
}
