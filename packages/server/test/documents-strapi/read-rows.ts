import { Client } from 'pg'
import { type DatabaseAddress, onSqlite } from '../beside/recorded-rows.js'

export type Row = Readonly<Record<string, unknown>>

/** The rows of all tables by name. Times are numbers. */
export type Tables = ReadonlyMap<string, readonly Row[]>

/** Reads all rows of a database. */
export function readRows(database: DatabaseAddress): Promise<Tables> {
  return database.dialect === 'sqlite' ? readSqlite(database.file) : readPostgres(database.url)
}

const readSqlite = (file: string): Promise<Tables> =>
  onSqlite(file, async (query) => {
    const tables = new Map<string, readonly Row[]>()
    const names = await query(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    for (const { name } of names) tables.set(String(name), await query(`SELECT * FROM "${String(name)}" ORDER BY 1`))
    return tables
  })

async function readPostgres(url: string): Promise<Tables> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows: names } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    )
    const tables = new Map<string, readonly Row[]>()
    for (const { name } of names) {
      const { rows } = await client.query<Row>(`SELECT * FROM "${name}" ORDER BY 1`)
      tables.set(name, rows.map(inNumbers))
    }
    return tables
  } finally {
    await client.end()
  }
}

const inNumbers = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.getTime() : value]),
  )
