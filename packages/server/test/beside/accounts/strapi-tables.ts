import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import sqlite3 from 'sqlite3'
import { openReadOnlyDatabase, type ReadDatabase, type ReadOnlyConnection } from '@content-api/engine/database'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import { cleanUpAfterFile } from '../../../../../tests/support/clean-up.js'
import { postgresDatabase } from '../../../../../tests/support/postgres.js'
import { fillPostgres, writeSqlite } from '../../strapi-content/sources.js'
import { registry } from '../../support/plan-context.js'

/** The recorded database of a Strapi, which `run` changes as the admin panel would. */
export interface StrapiTables {
  readonly reader: ReadDatabase
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
  await run('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
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

/** Opens the database as this server does beside Strapi. */
function openReader(connection: ReadOnlyConnection): Promise<ReadDatabase> {
  const layout = createStrapiLayout(registry, { dialect: connection.dialect, timeZone: 'UTC' })
  return openReadOnlyDatabase({ registry, layout, connection })
}
