import { stat } from 'node:fs/promises'
import { ApiError } from '../../errors/api-error.js'
import type { SqliteConnection } from './sqlite-connection.js'
import {
  type CopiedTable,
  copyRows,
  digestIn,
  isShared,
  requireSameSchemas,
  tablesOfColumns,
} from '../../database/snapshot-tables.js'
import type { SnapshotPlace } from '../../database/snapshot-storage.js'
import type { AnyDatabase } from '../../database/database.js'
import type { Transaction } from '../driver.js'
import { quote, quoteText } from '../../layout/names.js'

/** SQLite's own table with the largest id that each table has had. */
const counters = 'sqlite_sequence'

/** Copies the database into a new file. The caller has exclusive use of the connection. */
export async function saveToFile(connection: SqliteConnection, { file }: SnapshotPlace): Promise<void> {
  await connection.run(`VACUUM INTO ${quoteText(file)}`)
}

/**
 * Replaces all rows with those of a file. Tables and indexes stay, since other connections have prepared
 * statements for them. The caller has exclusive use of the connection.
 */
export async function restoreFromFile(
  connection: SqliteConnection,
  place: SnapshotPlace,
  transact: (work: (transaction: Transaction) => Promise<void>) => Promise<void>,
): Promise<void> {
  // ATTACH would create a missing file.
  if (!(await stat(place.file).catch(() => null))) {
    throw new ApiError('NotFoundError', `There is no snapshot "${place.name}"`)
  }
  await connection.run(`ATTACH ${quoteText(place.file)} AS snapshot`)
  try {
    // The tables can then be filled in any order. Within a transaction the pragma has no effect.
    await connection.run('PRAGMA foreign_keys = OFF')
    await transact((transaction) => copyAll(transaction, place))
  } finally {
    await connection.run('PRAGMA foreign_keys = ON; DETACH snapshot')
  }
}

async function copyAll(transaction: Transaction, place: SnapshotPlace): Promise<void> {
  const first = async (sql: string) => (await transaction.query({ sql, values: [] }))[0]?.['value']
  const digest = isShared(transaction) ? catalogIn : digestIn
  requireSameSchemas(place, await first(digest('snapshot')), await first(digest(null)))
  const tables = isShared(transaction) ? await catalogTables(transaction) : await usedLayoutTables(transaction)
  await transaction.execute([
    ...tables.flatMap((table) => [`DELETE FROM ${quote(table.name)}`, copyRows(table, 'snapshot')]),
    // Restores the counters last, because inserting rows changes them.
    `DELETE FROM main.${counters}`,
    `INSERT INTO main.${counters} SELECT * FROM snapshot.${counters}`,
  ])
}

/** Returns SQL that reads the definitions of all tables. */
const catalogIn = (snapshot: string | null): string =>
  `SELECT group_concat(sql, ';') AS value FROM (SELECT sql FROM ${snapshot ?? 'main'}.sqlite_master WHERE type = 'table' ORDER BY name)`

async function usedLayoutTables(transaction: Transaction): Promise<readonly CopiedTable[]> {
  const used = await transaction.query({
    sql: `SELECT name FROM main.${counters} UNION SELECT name FROM snapshot.${counters}`,
    values: [],
  })
  // SQLite adds a table to its counters with the first row, so the other tables have never had a row.
  const names = new Set(used.map(({ name }) => name))
  return transaction.layout.tables.filter(({ name }) => names.has(name))
}

/** Returns all tables of the file, also those of other applications. */
async function catalogTables(transaction: Transaction): Promise<readonly CopiedTable[]> {
  const columns = await run(
    transaction,
    `SELECT t.name AS "table", c.name AS "column" FROM main.sqlite_master t, pragma_table_info(t.name, 'main') c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.name, c.cid`,
  )
  return tablesOfColumns(columns)
}

let snapshots = 0

/**
 * Copies all rows of a SQLite database into temporary tables, which exist as long as the database is open.
 *
 * @returns a function that restores the rows and the id counters; it can be called repeatedly
 * @throws Error on other databases
 */
export async function takeSnapshot(database: AnyDatabase): Promise<() => Promise<void>> {
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

/** Returns the tables that have ever had a row. SQLite adds a table to its counters with the first row. */
async function usedTables(transaction: Transaction): Promise<string[]> {
  if (isShared(transaction)) return (await catalogTables(transaction)).map(({ name }) => name)
  const known = transaction.layout.tables.map(({ name }) => quoteText(name)).join(', ')
  const rows = await transaction.query({
    sql: `SELECT name FROM ${counters} WHERE name IN (${known})`,
    values: [],
  })
  return rows.map(({ name }) => String(name))
}

const run = (transaction: Transaction, sql: string) => transaction.query({ sql, values: [] })
