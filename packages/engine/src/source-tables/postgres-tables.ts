import type { CustomTypesConfig } from 'pg'
import { quote } from '../dialects/names.js'
import type { Cell, RowsOf, SourceTables } from './source-tables.js'

/** Keeps values as PostgreSQL's text, so that dates don't depend on this machine's time zone. */
const asText = { getTypeParser: () => (value: unknown) => value } as unknown as CustomTypesConfig

/** Opens a database in a read-only transaction that sees one state. */
export async function openPostgresTables(url: string): Promise<SourceTables> {
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: url, types: asText, application_name: 'content-api import' })
  await client.connect()
  const all = async (sql: string, values: readonly unknown[] = []) =>
    (await client.query<Cell[]>({ text: sql, values: [...values], rowMode: 'array' })).rows
  try {
    await client.query(`SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY`)
    await client.query(`SET datestyle = 'ISO'; SET extra_float_digits = 1; SET intervalstyle = 'iso_8601'`)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const tables = new Map<string, string[]>()
    for (const [table, column] of await all(
      `SELECT c.table_name, c.column_name FROM information_schema.columns c
        JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
        ORDER BY c.table_name, c.ordinal_position`,
    )) {
      const columns = tables.get(String(table)) ?? []
      tables.set(String(table), columns)
      columns.push(String(column))
    }
    return {
      tables,
      rows: (table, columns, of) => {
        const { where, values } = clauseOf(of)
        return all(`SELECT ${columns.map((name) => quote(name)).join(', ')} FROM ${quote(table)} ${where}`, values)
      },
      count: async (table, column) =>
        Number((await all(`SELECT count(${quote(column)}) FROM ${quote(table)}`))[0]?.[0] ?? 0),
      isUnchanged: async () => true,
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

function clauseOf(of: RowsOf): { where: string; values: readonly unknown[] } {
  if ('after' in of) return { where: 'WHERE "id" > $1 ORDER BY "id" LIMIT $2', values: [of.after, of.limit] }
  return { where: `WHERE ${quote(of.column)} = ANY($1) ORDER BY "id"`, values: [of.values] }
}
