import type { Database } from '../../src/storage/database.js'

/** The last id given in each table. */
export type LastIds = ReadonlyMap<string, number>

/**
 * Reads and sets the counters that ids come from. Which ids a request uses up and which it doesn't is nobody's promise:
 * PostgreSQL takes none back when a write fails, and what is refused here was created there. The replay keeps the counters in
 * step so that the ids in recorded answers can be compared.
 */
export interface Ids {
  read(): Promise<LastIds>
  restore(last: LastIds): Promise<void>
}

export function createIds(database: Database): Ids {
  const { layout, dialect } = database
  const tables = layout.tables.map(({ name }) => name)
  const query = (sql: string, values: readonly (string | number)[] = []) =>
    database.write((transaction) => transaction.query({ sql, values }))

  if (dialect.name === 'sqlite') {
    return {
      async read() {
        const rows = await query('SELECT name, seq FROM sqlite_sequence')
        return new Map(rows.map(({ name, seq }) => [String(name), Number(seq)]))
      },
      async restore(last) {
        for (const [table, id] of last) await query('UPDATE sqlite_sequence SET seq = ? WHERE name = ?', [id, table])
      },
    }
  }
  const sequence = (table: string) => `pg_get_serial_sequence('"${table}"', 'id')`
  return {
    async read() {
      const [row] = await query(
        `SELECT ${tables.map((table) => `coalesce(pg_sequence_last_value(${sequence(table)}::regclass), 0) AS "${table}"`).join(', ')}`,
      )
      return new Map(tables.map((table) => [table, Number(row?.[table])]))
    },
    async restore(last) {
      const sets = [...last].map(([table, id]) => `setval(${sequence(table)}, ${Math.max(id, 1)}, ${id > 0})`)
      if (sets.length > 0) await query(`SELECT ${sets.join(', ')}`)
    },
  }
}
