import type { Database } from './database.js'
import { isPoolExhausted } from './errors.js'

/**
 * Resolves when the database answers. One that is so busy with others that it gets no connection answers them: were it
 * called unreachable, the load would be sent to the next process and that one called unreachable too.
 * @throws ApiError ServiceUnavailableError
 */
export async function reach(database: Database): Promise<void> {
  const before = database.statements()
  try {
    await database.read({ sql: 'SELECT 1', values: [] })
  } catch (error) {
    if (!isPoolExhausted(error) || database.statements() === before) throw error
  }
}
