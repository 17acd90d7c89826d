import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import sqlite3 from 'sqlite3'
import { quote } from '../dialects/names.js'
import type { Cell, RowsOf, SourceTables } from './source-tables.js'

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
      tables: await readTables(all),
      rows: (table, columns, of) => {
        const { where, values } = clauseOf(of)
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

function open(file: string, immutable: boolean): Promise<sqlite3.Database> {
  const url = `${pathToFileURL(resolve(file)).href}${immutable ? '?immutable=1' : ''}`
  const mode = (immutable ? sqlite3.OPEN_READONLY : sqlite3.OPEN_READWRITE) | sqlite3.OPEN_URI
  return new Promise((fulfil, reject) => {
    const handle: sqlite3.Database = new sqlite3.Database(url, mode, (error) =>
      error ? reject(error) : fulfil(handle),
    )
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

function clauseOf(of: RowsOf): { where: string; values: readonly number[] } {
  if ('after' in of) return { where: 'WHERE "id" > ? ORDER BY "id" LIMIT ?', values: [of.after, of.limit] }
  const places = of.values.map(() => '?').join(', ')
  return { where: `WHERE ${quote(of.column)} IN (${places}) ORDER BY "id"`, values: of.values }
}

async function readTables(all: (sql: string) => Promise<Cell[][]>): Promise<Map<string, string[]>> {
  const rows = await all(
    `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY m.name, c.cid`,
  )
  return byTable(rows)
}

function byTable(rows: readonly Cell[][]): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  for (const [table, column] of rows) {
    const columns = tables.get(String(table)) ?? []
    tables.set(String(table), columns)
    columns.push(String(column))
  }
  return tables
}
