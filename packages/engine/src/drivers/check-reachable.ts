import type { Database } from '../database/database.js'
import { isPoolExhausted } from '../database/database-errors.js'

/**
 * Resolves when the database responds and its files are present. A database with no free connection is busy
 * and counts as reachable. Otherwise a load balancer would move the load to the next process, which would
 * become busy and count as unreachable too.
 *
 * @throws ApiError ServiceUnavailableError
 */
export async function checkReachable(database: Database): Promise<void> {
  database.checkFiles()
  const before = database.statements()
  try {
    await database.read({ sql: 'SELECT 1', values: [] })
  } catch (error) {
    if (!isPoolExhausted(error) || database.statements() === before) throw error
  }
}
