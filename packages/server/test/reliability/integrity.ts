import { Client } from 'pg'
import sqlite3 from 'sqlite3'
import type { Connection } from '@content-api/engine/database'

/**
 * Returns the messages of the database about damaged files and references; none for a sound database.
 * PostgreSQL enforces references itself, so only links that exist twice are reported.
 */
export async function foundBroken(connection: Connection): Promise<string[]> {
  if (connection.dialect === 'postgres') return postgresLinksTwice(connection.url)
  const said = [
    ...(await sqliteRows(connection.file, 'PRAGMA integrity_check')),
    ...(await sqliteRows(connection.file, 'PRAGMA foreign_key_check')),
  ]
  return said.map((row) => Object.values(row).join(' ')).filter((line) => line !== 'ok')
}

async function postgresLinksTwice(url: string): Promise<string[]> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ table_name: string }>(
      `SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name IN ('source_id', 'target_id') GROUP BY table_name HAVING count(*) = 2`,
    )
    const found: string[] = []
    for (const { table_name: table } of tables) {
      const { rowCount } = await client.query(
        `SELECT 1 FROM "${table}" GROUP BY source_id, target_id HAVING count(*) > 1`,
      )
      if (rowCount) found.push(`${table}: ${rowCount} links stand twice`)
    }
    if (tables.length === 0) found.push('there are no link tables to look at')
    return found
  } finally {
    await client.end()
  }
}

/** Runs a statement on a SQLite file through its own connection, in this process. */
export async function sqliteRows(file: string, sql: string): Promise<Record<string, unknown>[]> {
  const connection = await openFile(file)
  try {
    return await new Promise((resolve, reject) => {
      connection.all<Record<string, unknown>>(sql, (error, rows) => (error ? reject(error) : resolve(rows)))
    })
  } finally {
    await new Promise<void>((resolve) => connection.close(() => resolve()))
  }
}

/** Locks the file against all other writers until the returned function is called. */
export async function holdFile(file: string): Promise<() => Promise<void>> {
  const connection = await openFile(file)
  const run = (sql: string) =>
    new Promise<void>((resolve, reject) => {
      connection.exec(sql, (error) => (error ? reject(error) : resolve()))
    })
  await run('PRAGMA busy_timeout = 600000; BEGIN EXCLUSIVE')
  return async () => {
    await run('ROLLBACK')
    await new Promise<void>((resolve) => connection.close(() => resolve()))
  }
}

function openFile(file: string): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const opened: sqlite3.Database = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)))
  })
}
