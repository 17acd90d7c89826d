import { stringOf } from '../plan/json-text.js'
import type { Database } from '../database/database.js'
import { quote } from '../dialects/names.js'

/**
 * The number of counts in one statement. SQLite limits the arguments of a function, and thousands of counts
 * take long to plan.
 */
const typesPerStatement = 100

/** Returns the number of entries of each content type, by uid. Drafts and all localizations are included. */
export async function countEntries(database: Database, uids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (let at = 0; at < uids.length; at += typesPerStatement) {
    const part = uids.slice(at, at + typesPerStatement)
    const each = part.map((uid) => `(SELECT count(*) FROM ${quote(database.layout.schema(uid).table)})`)
    const text = await database.read({ sql: `SELECT concat(${each.join(`, ',', `)})`, values: [] })
    for (const [index, count] of stringOf(text ?? '')
      .split(',')
      .entries())
      counts.set(part[index] ?? '', Number(count))
  }
  return counts
}
