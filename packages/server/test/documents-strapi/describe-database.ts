import { Client } from 'pg'
import { type DatabaseAddress, onSqlite } from '../beside/recorded-rows.js'

/** The tables, columns, keys and indexes of a database, one a line. */
export function describeDatabase(database: DatabaseAddress): Promise<readonly string[]> {
  return database.dialect === 'sqlite' ? describeSqlite(database.file) : describePostgres(database.url)
}

const describeSqlite = (file: string): Promise<readonly string[]> =>
  onSqlite(file, async (query) => {
    const lines = await query(`SELECT type || ' ' || name || ' ' || coalesce(sql, '') AS line FROM sqlite_master
      WHERE name NOT LIKE 'sqlite_%' AND type <> 'table'
      UNION ALL SELECT 'column ' || m.name || '.' || c.name || ' ' || lower(c.type) || ' ' || c."notnull" || ' ' || coalesce(c.dflt_value, '') || ' ' || c.pk
      FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
      UNION ALL SELECT 'key ' || m.name || '.' || k."from" || ' ' || k."table" || '.' || k."to" || ' ' || k.on_delete
      FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) k WHERE m.type = 'table' ORDER BY 1`)
    return lines.map(({ line }) => String(line).replaceAll(/\s+/g, ' '))
  })

const describePostgres = (url: string): Promise<readonly string[]> =>
  onPostgres(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') AS line
      FROM information_schema.columns WHERE table_schema = 'public'
      UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL SELECT 'key ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' ORDER BY 1`)
    return rows.map(({ line }) => line)
  })

export async function onPostgres<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns the hash of the schema that Strapi has stored; null if it has stored none. */
export async function schemaHash(database: DatabaseAddress): Promise<string | null> {
  const sql = 'SELECT hash FROM strapi_database_schema ORDER BY time DESC, id DESC LIMIT 1'
  const rows =
    database.dialect === 'sqlite'
      ? await onSqlite(database.file, (query) => query(sql))
      : await onPostgres(database.url, async (client) => (await client.query<{ hash: string }>(sql)).rows)
  return rows[0] ? String(rows[0]['hash']) : null
}

/** Returns what the database itself finds wrong with its rows. PostgreSQL rejects such rows. */
export async function findDamage(database: DatabaseAddress): Promise<readonly string[]> {
  if (database.dialect === 'postgres') return []
  return onSqlite(database.file, async (query) => {
    const integrity = await query('PRAGMA integrity_check')
    const keys = await query('PRAGMA foreign_key_check')
    return [...integrity, ...keys].map((row) => JSON.stringify(row)).filter((line) => !line.includes('"ok"'))
  })
}

/** Returns the lines that another list lacks. */
export function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others)
  return lines.filter((line) => !known.has(line))
}
