import { Client } from 'pg'
import type { DialectName } from '../../../../engine/src/layout/value-formats.js'
import { postgresDatabase } from '../../../../../tests/support/postgres.js'
import { type DatabaseAddress, onSqlite } from '../recorded-rows.js'
import { fillPostgres, fillSqlite } from './recorded-database.js'

/**
 * Creates a database that the recorded Strapi 5.54 filled, and changes its rows.
 * @param folder where the file of SQLite is written
 */
export async function createDatabase(
  dialect: DialectName,
  folder: string,
  changes: readonly string[] = [],
): Promise<DatabaseAddress> {
  if (dialect === 'sqlite') {
    const database = await fillSqlite(folder)
    await onSqlite(database.file, async (query) => {
      for (const change of changes) await query(change)
    })
    return database
  }
  const { url } = (await postgresDatabase()).connection
  const database = await fillPostgres(url)
  const client = new Client(url)
  await client.connect()
  try {
    for (const change of changes) await client.query(change)
  } finally {
    await client.end()
  }
  return database
}
