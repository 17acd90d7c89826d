import type { Database, WriteTransaction } from '../../database/database.js'
import { quote, quoteText } from '../../layout/names.js'

let snapshots = 0

/**
 * Copies all rows of a SQLite database into temporary tables, which exist as long as the database is open.
 *
 * @returns a function that restores the rows and the id counters; it can be called repeatedly
 * @throws Error on other databases
 */
export async function takeSnapshot(database: Database): Promise<() => Promise<void>> {
  const { name } = database.dialect
  if (name !== 'sqlite') throw new Error(`snapshot() only supports SQLite databases, not ${name}.`)
  const number = ++snapshots
  const copyOf = (table: string) => quote(`_snapshot_${number}_${table}`)
  const copied = await database.write(async (transaction) => {
    const tables = await usedTables(transaction)
    for (const table of [...tables, counters]) {
      await run(transaction, `CREATE TEMP TABLE ${copyOf(table)} AS SELECT * FROM ${quote(table)}`)
    }
    return tables
  })
  return async () => {
    // `migrate` turns foreign keys off, so that the tables can be filled in any order.
    await database.migrate(async (transaction) => {
      for (const table of await usedTables(transaction)) await run(transaction, `DELETE FROM ${quote(table)}`)
      for (const table of copied) {
        await run(transaction, `INSERT INTO ${quote(table)} SELECT * FROM ${copyOf(table)}`)
      }
      // Restores the counters last, because inserting rows changes them.
      await run(transaction, `DELETE FROM ${counters}`)
      await run(transaction, `INSERT INTO ${counters} SELECT * FROM ${copyOf(counters)}`)
    })
  }
}

/** SQLite's own table with the largest id that each table has had. */
const counters = 'sqlite_sequence'

/** Returns the tables that have ever had a row. SQLite adds a table to its counters with the first row. */
async function usedTables(transaction: WriteTransaction): Promise<string[]> {
  const known = transaction.layout.tables.map(({ name }) => quoteText(name)).join(', ')
  const rows = await transaction.query({
    sql: `SELECT name FROM ${counters} WHERE name IN (${known})`,
    values: [],
  })
  return rows.map(({ name }) => String(name))
}

const run = (transaction: WriteTransaction, sql: string) => transaction.query({ sql, values: [] })
