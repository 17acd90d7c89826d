import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import sqlite3 from 'sqlite3'
import { createRegistry } from '@content-api/model'
import { type Connection, type Database, openDatabase, type Reader } from '@content-api/engine/database'
import { createLayout, type OwnLayout } from '../../../../engine/src/layout/own-layout.js'
import type { DialectName } from '../../../../engine/src/layout/value-formats.js'
import { cleanUpAfterFile } from '../../../../../tests/support/clean-up.js'
import { postgresDatabase } from '../../../../../tests/support/postgres.js'
import { fillPostgres, writeSqlite } from '../../strapi-content/sources.js'

/** The recorded database of a Strapi, which `run` changes as the admin panel would. */
export interface StrapiTables {
  readonly reader: Reader
  /** Runs statements on a connection of its own. */
  readonly run: (sql: string) => Promise<void>
  /** The literal of a time, as Strapi stores it. */
  readonly time: (milliseconds: number) => string
  readonly close: () => Promise<void>
}

export const strapiTables = [
  ['sqlite', openSqliteTables],
  ['postgres', openPostgresTables],
] as const

async function openSqliteTables(): Promise<StrapiTables> {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-strapi-tables-'))
  cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))
  const file = await writeSqlite(folder)
  const writer = new sqlite3.Database(file)
  const run = (sql: string) =>
    new Promise<void>((resolve, reject) => writer.exec(sql, (error) => (error ? reject(error) : resolve())))
  await run('PRAGMA journal_mode = WAL')
  const reader = await openReader({ dialect: 'sqlite', file })
  const close = async () => {
    await reader.close()
    await new Promise<void>((resolve) => writer.close(() => resolve()))
  }
  return { reader, run, time: String, close }
}

async function openPostgresTables(): Promise<StrapiTables> {
  const { connection } = await postgresDatabase()
  await fillPostgres(connection.url)
  const writer = new Client(connection.url)
  await writer.connect()
  const reader = await openReader(connection)
  return {
    reader,
    run: async (sql) => void (await writer.query(sql)),
    time: (milliseconds) => `timestamp '${new Date(milliseconds).toISOString().replace('T', ' ').replace('Z', '')}'`,
    async close() {
      await reader.close()
      await writer.end()
    },
  }
}

async function openReader(connection: Connection): Promise<Database> {
  const registry = createRegistry({ contentTypes: {} })
  const layout = provisionalLayout(createLayout(registry, connection.dialect), connection.dialect)
  return openDatabase({ registry, connection, layout })
}

function provisionalLayout(own: OwnLayout, dialect: DialectName): OwnLayout {
  const instant = (column: string) =>
    dialect === 'sqlite'
      ? own.formats.instant(column)
      : own.formats.json('datetime', `${column}::timestamp at time zone 'UTC'`)
  return {
    ...own,
    formats: {
      ...own.formats,
      json: (kind, column, nullText) =>
        kind === 'datetime' ? instant(column) : own.formats.json(kind, column, nullText),
    },
    schema: (uid) => ({
      ...own.schema(uid),
      link: () => ({
        kind: 'join',
        table: 'up_users_role_links',
        source: 'user_id',
        target: 'role_id',
        order: 'user_order',
        inverseOrder: null,
      }),
    }),
  }
}
