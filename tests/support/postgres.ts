import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { cleanUpAfterFile } from './clean-up.js'
import type { Connection } from '@content-api/engine/database'
import type { DialectName } from '../../packages/engine/src/layout/value-formats.js'

export interface TestDatabase<Name extends DialectName = DialectName> {
  readonly name: Name
  readonly connection: Extract<Connection, { dialect: Name }>
}

export type AnyTestDatabase = TestDatabase<'sqlite'> | TestDatabase<'postgres'>

/**
 * Creates an empty database of each kind, for `describe.each(await databases())`, and removes it after the
 * test file.
 */
export async function databases(): Promise<[TestDatabase<'sqlite'>, TestDatabase<'postgres'>]> {
  return [sqliteDatabase(), await postgresDatabase()]
}

/** For `describe.each(newDatabases)('%s', (name, newDatabase) => …)`, where each test needs a new database. */
export const newDatabases = [
  ['sqlite', (): Promise<AnyTestDatabase> => Promise.resolve(sqliteDatabase())],
  ['postgres', (): Promise<AnyTestDatabase> => postgresDatabase()],
] as const

/** Returns a new SQLite file. */
export function sqliteDatabase(): TestDatabase<'sqlite'> {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-sqlite-'))
  cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))
  return { name: 'sqlite', connection: { dialect: 'sqlite', file: join(folder, 'data.db') } }
}

/** Creates a database on the PostgreSQL server of this run. */
export async function postgresDatabase(): Promise<TestDatabase<'postgres'>> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = inject('postgres')
  await onServer(server, `CREATE DATABASE ${name} STRATEGY FILE_COPY`)
  cleanUpAfterFile(() => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`))
  return { name: 'postgres', connection: { dialect: 'postgres', url: `${server}/${name}` } }
}

/**
 * Counts the connections to the client's database that wait for a lock on a table or an advisory lock. Test
 * files that run at the same time share one server, whose `pg_locks` lists the locks of all databases. It
 * doesn't use `pg_stat_activity`: inside a transaction, every query of that view shows the same connections
 * as the first query.
 */
export async function countLockWaits(client: Client): Promise<number> {
  const { rows } = await client.query<{ waits: number }>(
    `SELECT count(DISTINCT pid)::int AS waits FROM pg_locks
     WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows[0]?.waits ?? 0
}

async function onServer(server: string, sql: string): Promise<void> {
  const client = new Client(`${server}/postgres`)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
