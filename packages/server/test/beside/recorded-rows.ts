import { Client } from 'pg'
import sqlite3 from 'sqlite3'

/** Where the tables of Strapi are. */
export type DatabaseAddress =
  | { readonly dialect: 'sqlite'; readonly file: string }
  | { readonly dialect: 'postgres'; readonly url: string }

type Query = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Tables whose rows Strapi writes itself when it starts. */
const own = /^(strapi_(core|database|migrations|webhooks|release|history)|sqlite_)/

/** The tables of users, roles and API tokens. */
const accounts = /^(strapi_api_token|up_|admin_|i18n_)/

/** The rows that a version of Strapi recorded. */
export interface RecordedRows {
  /** Writes a SQLite file with them into a folder. Returns its path. */
  readonly writeSqlite: (folder: string) => Promise<string>
  /** Creates tables with them in the PostgreSQL database at a URL. */
  readonly fillPostgres: (url: string) => Promise<unknown>
  /** Statements that add links which aren't recorded. */
  readonly completing: readonly string[]
}

interface Filling extends RecordedRows {
  /** For the file with the recorded rows. */
  readonly folder: string
  readonly accountsOnly: boolean
}

/** Replaces the rows of the tables that Strapi created by the recorded ones. Strapi must not run. */
export async function fillWithRecordedRows(
  database: DatabaseAddress,
  { writeSqlite, fillPostgres, completing, folder, accountsOnly }: Filling,
): Promise<void> {
  const isCopied = (table: string) => !own.test(table) && (!accountsOnly || accounts.test(table))
  if (database.dialect === 'sqlite') {
    const recorded = await writeSqlite(folder)
    await onSqlite(database.file, async (query) => {
      await query('PRAGMA journal_mode=WAL')
      await query('PRAGMA foreign_keys=OFF')
      await query(`ATTACH '${recorded}' AS recorded`)
      await copyTables(query, {
        columns: `SELECT s.name AS schema, m.name AS "table", c.name AS "column"
          FROM (SELECT 'main' AS name UNION SELECT 'recorded') s
          JOIN (SELECT name, 'main' AS schema FROM main.sqlite_master WHERE type = 'table'
                UNION ALL SELECT name, 'recorded' FROM recorded.sqlite_master WHERE type = 'table') m ON m.schema = s.name
          JOIN pragma_table_info(m.name, s.name) c`,
        isCopied,
        main: 'main',
        begin: 'BEGIN',
        completing,
      })
    })
    return
  }
  const client = new Client(database.url)
  await client.connect()
  try {
    await client.query('CREATE SCHEMA recorded')
    const address = new URL(database.url)
    address.searchParams.set('options', '-c search_path=recorded')
    await fillPostgres(address.href)
    const query: Query = async (sql) => (await client.query(sql)).rows as Readonly<Record<string, unknown>>[]
    await copyTables(query, {
      columns: `SELECT table_schema AS schema, table_name AS "table", column_name AS "column"
        FROM information_schema.columns WHERE table_schema IN ('public', 'recorded')`,
      isCopied,
      main: 'public',
      begin: `BEGIN; SET LOCAL session_replication_role = replica`,
      after: (table) =>
        `SELECT setval(pg_get_serial_sequence('public."${table}"', 'id'), max(id)) FROM public."${table}"`,
      completing,
    })
    await client.query('DROP SCHEMA recorded CASCADE')
  } finally {
    await client.end()
  }
}

interface Copying {
  /** Lists the columns of both schemas. */
  readonly columns: string
  readonly isCopied: (table: string) => boolean
  readonly main: string
  readonly begin: string
  readonly after?: (table: string) => string
  readonly completing: readonly string[]
}

async function copyTables(query: Query, { columns, isCopied, main, begin, after, completing }: Copying): Promise<void> {
  const tables = new Map<string, { readonly to: Set<string>; readonly from: Set<string> }>()
  for (const { schema, table, column } of await query(columns)) {
    const known = tables.get(String(table)) ?? { to: new Set(), from: new Set() }
    tables.set(String(table), known)
    known[schema === main ? 'to' : 'from'].add(String(column))
  }
  await query(begin)
  for (const [table, { to, from }] of tables) {
    if (!isCopied(table) || to.size === 0 || from.size === 0) continue
    const names = [...from].filter((name) => to.has(name)).map((name) => `"${name}"`)
    await query(`DELETE FROM ${main}."${table}"`)
    await query(`INSERT INTO ${main}."${table}" (${names.join()}) SELECT ${names.join()} FROM recorded."${table}"`)
    if (after) await query(after(table))
  }
  for (const statement of completing) await query(statement)
  await query('COMMIT')
}

/** Runs `work` on a connection to a SQLite file. */
export async function onSqlite<Result>(file: string, work: (query: Query) => Promise<Result>): Promise<Result> {
  const handle = new sqlite3.Database(file)
  const query: Query = (sql) =>
    new Promise((resolve, reject) => {
      handle.all(sql, (error, rows) => (error ? reject(error) : resolve(rows as Readonly<Record<string, unknown>>[])))
    })
  try {
    return await work(query)
  } finally {
    await new Promise<void>((resolve, reject) => handle.close((error) => (error ? reject(error) : resolve())))
  }
}
