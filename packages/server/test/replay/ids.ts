import type { Database } from '@content-api/engine/database'

/** The last id assigned in each table. */
export type LastIds = ReadonlyMap<string, number>

/**
 * Reads and sets the counters of ids. Which ids a request uses is not part of the API: PostgreSQL reuses none
 * after a failed write, and Strapi created what this server rejects. The replay keeps the counters equal, so
 * that ids in responses can be compared.
 */
export interface Ids {
  read(): Promise<LastIds>
  restore(last: LastIds): Promise<void>
}

export function createIds(database: Database): Ids {
  const { layout, dialect } = database
  // The counters of system tables are not read or set: on them, this server also counts failed attempts.
  const tables = layout.tables.map(({ name }) => name).filter((name) => !name.startsWith('_'))
  const query = (sql: string, values: readonly (string | number)[] = []) =>
    database.write((transaction) => transaction.query({ sql, values }))

  if (dialect.name === 'sqlite') {
    return {
      async read() {
        const rows = await query('SELECT name, seq FROM sqlite_sequence')
        const input = new Map(rows.map(({ name, seq }) => [String(name), Number(seq)]))
        return new Map(tables.map((name) => [name, input.get(name) ?? 0]))
      },
      async restore(last) {
        if (last.size === 0) return
        const cases = [...last].map(() => 'WHEN ? THEN ?').join(' ')
        const values = [...last].flat()
        await query(`UPDATE sqlite_sequence SET seq = CASE name ${cases} ELSE seq END`, values)
      },
    }
  }
  let sequences: ReadonlyMap<string, string> | undefined
  const sequencesByTable = async () => {
    if (sequences) return sequences
    const names = tables.map((table) => `pg_get_serial_sequence('"${table}"', 'id') AS "${table}"`)
    const [row] = await query(`SELECT ${names.join(', ')}`)
    return (sequences = new Map(tables.map((table) => [table, String(row?.[table])])))
  }
  return {
    async read() {
      const lasts = [...(await sequencesByTable())].map(
        ([table, sequence]) =>
          `SELECT '${table}' AS name, CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS last FROM ${sequence}`,
      )
      const rows = await query(lasts.join(' UNION ALL '))
      return new Map(rows.map(({ name, last }) => [String(name), Number(last)]))
    },
    async restore(last) {
      const byTable = await sequencesByTable()
      const sets = [...last].map(([table, id]) => `setval('${byTable.get(table)}', ${id + 1}, false)`)
      if (sets.length > 0) await query(`SELECT ${sets.join(', ')}`)
    },
  }
}
