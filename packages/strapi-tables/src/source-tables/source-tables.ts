import { loadSqlite3 } from '@content-api/engine/database'
import { rowId, quote } from '@content-api/engine/write'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Database as SqliteHandle } from 'sqlite3'
import type { CustomTypesConfig } from 'pg'

/** A value as the database stores it. Integers are strings, so that no digit is lost. */
export type Cell = string | number | null

/** Selects rows of a table: a page in the order of ids, or the rows whose column has one of some values. */
type RowsOf =
  | { readonly after: number; readonly limit: number }
  | { readonly column: string; readonly values: readonly number[] }

/** The tables of another application, which are only read. */
export interface SourceTables {
  /** The columns of each table, in order. */
  readonly tables: ReadonlyMap<string, readonly string[]>
  rows(table: string, columns: readonly string[], of: RowsOf): Promise<Cell[][]>
  /** Returns the number of rows in which a column isn't null. */
  count(table: string, column: string): Promise<number>
  /** Returns false when the source changed during the reads, so that the rows may be inconsistent. */
  isUnchanged(): Promise<boolean>
  close(): Promise<void>
}

export const isPostgresUrl = (from: string) => /^postgres(ql)?:\/\//.test(from)

/**
 * The option `ssl` of pg for a PostgreSQL database: `true`, or options such as `ca` and `rejectUnauthorized`.
 * Parameters of the URL take precedence.
 */
export type SourceTls = boolean | object

/** Opens a SQLite file or a PostgreSQL database read-only. */
export async function openSourceTables(from: string, tls?: SourceTls): Promise<SourceTables> {
  return isPostgresUrl(from) ? await openPostgresTables(from, tls) : await openSqliteTables(from)
}

/** Opens a file without creating a `-wal` or `-shm` file beside it. */
export async function openSqliteTables(file: string): Promise<SourceTables> {
  const before = await stamp(file)
  const copy = await copyWithUnappliedChanges(file)
  const handle = await open(copy === null ? file : join(copy, basename(file)), copy === null)
  const all = (sql: string, values: readonly unknown[] = []) =>
    new Promise<Cell[][]>((fulfil, reject) =>
      handle.all<Record<string, Cell>>(sql, values, (error, rows) =>
        error ? reject(error) : fulfil(rows.map((row) => Object.values(row))),
      ),
    )
  const close = async () => {
    await new Promise<void>((fulfil) => handle.close(() => fulfil()))
    if (copy !== null) await rm(copy, { recursive: true, force: true })
  }
  try {
    return {
      tables: byTable(
        await all(
          `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
            WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY m.name, c.cid`,
        ),
      ),
      rows: (table, columns, of) => {
        const { where, values } = sqliteClause(of)
        return all(`SELECT ${columns.map(cell).join(', ')} FROM ${quote(table)} ${where}`, values)
      },
      count: async (table, column) =>
        Number((await all(`SELECT count(${quote(column)}) FROM ${quote(table)}`))[0]?.[0] ?? 0),
      isUnchanged: async () => (await stamp(file)) === before,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function stamp(file: string): Promise<string> {
  const { mtimeMs, size } = await stat(file)
  return `${mtimeMs} ${size}`
}

/**
 * Copies the file together with changes that are still in a `-wal` or `-journal` file: SQLite needs to write
 * when it applies them. Returns null when there are no such changes.
 */
async function copyWithUnappliedChanges(file: string): Promise<string | null> {
  const unapplied: string[] = []
  for (const ending of ['-wal', '-journal']) {
    const found = await stat(file + ending).catch(() => null)
    if (found && found.size > 0) unapplied.push(ending)
  }
  if (unapplied.length === 0) return null
  const folder = await mkdtemp(join(tmpdir(), 'content-api-source-'))
  for (const ending of ['', ...unapplied]) await copyFile(file + ending, join(folder, basename(file) + ending))
  return folder
}

async function open(file: string, immutable: boolean): Promise<SqliteHandle> {
  const sqlite3 = await loadSqlite3()
  const url = `${pathToFileURL(resolve(file)).href}${immutable ? '?immutable=1' : ''}`
  const mode = (immutable ? sqlite3.OPEN_READONLY : sqlite3.OPEN_READWRITE) | sqlite3.OPEN_URI
  return new Promise((fulfil, reject) => {
    const handle: SqliteHandle = new sqlite3.Database(url, mode, (error) => (error ? reject(error) : fulfil(handle)))
  })
}

/**
 * Returns a column for the SELECT list, named by its position so that result names are unique. Integers are
 * cast to text.
 */
function cell(name: string, index: number): string {
  const column = quote(name)
  return `CASE typeof(${column}) WHEN 'integer' THEN CAST(${column} AS TEXT) ELSE ${column} END AS c${index}`
}

function sqliteClause(of: RowsOf): { where: string; values: readonly number[] } {
  if ('after' in of) return { where: `WHERE ${rowId} > ? ORDER BY ${rowId} LIMIT ?`, values: [of.after, of.limit] }
  const places = of.values.map(() => '?').join(', ')
  return { where: `WHERE ${quote(of.column)} IN (${places}) ORDER BY ${rowId}`, values: of.values }
}

/** Groups rows of a table and a column. */
function byTable(rows: readonly Cell[][]): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  for (const [table, column] of rows) {
    const columns = tables.get(String(table)) ?? []
    tables.set(String(table), columns)
    columns.push(String(column))
  }
  return tables
}

/** Keeps values as PostgreSQL's text, so that dates don't depend on this machine's time zone. */
const asText = { getTypeParser: () => (value: unknown) => value } as unknown as CustomTypesConfig

/** Opens a database in a read-only transaction that sees one state. */
export async function openPostgresTables(url: string, tls?: SourceTls): Promise<SourceTables> {
  const { Client } = (await import('pg')).default
  const client = new Client({
    connectionString: url,
    types: asText,
    application_name: 'content-api import',
    // Without the option, `PGSSLMODE` decides.
    ...(tls !== undefined && { ssl: tls }),
  })
  await client.connect()
  const all = async (sql: string, values: readonly unknown[] = []) =>
    (await client.query<Cell[]>({ text: sql, values: [...values], rowMode: 'array' })).rows
  try {
    await client.query(`SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY`)
    await client.query(`SET datestyle = 'ISO'; SET extra_float_digits = 1; SET intervalstyle = 'iso_8601'`)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const columns = await all(
      `SELECT c.table_name, c.column_name FROM information_schema.columns c
        JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
        ORDER BY c.table_name, c.ordinal_position`,
    )
    return {
      tables: byTable(columns),
      rows: (table, columns, of) => {
        const { where, values } = postgresClause(of)
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

function postgresClause(of: RowsOf): { where: string; values: readonly unknown[] } {
  if ('after' in of) return { where: `WHERE ${rowId} > $1 ORDER BY ${rowId} LIMIT $2`, values: [of.after, of.limit] }
  return { where: `WHERE ${quote(of.column)} = ANY($1) ORDER BY ${rowId}`, values: [of.values] }
}
