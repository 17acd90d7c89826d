import { createRegistry } from '@content-api/model'
import { type Database, openSharedDatabase } from '@content-api/engine/database'
import { type WritableLayout } from '@content-api/engine/layout'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import type { BesideSettings } from '@content-api/strapi-reads/settings/beside-settings'

/**
 * Runs work with the tables that belong to no content type. The database is opened for writes, because one
 * that Strapi has created has no write-ahead log yet.
 */
export async function withSystemTables<Result>(
  { connection, timeZone, config }: BesideSettings,
  work: (system: Database<WritableLayout>) => Promise<Result>,
): Promise<Result> {
  const registry = createRegistry({ contentTypes: {} })
  const names = createStrapiLayout(registry, { dialect: connection.dialect, timeZone, version: 5 })
  const layout: WritableLayout = { ...names, tables: [] }
  const system = await openSharedDatabase({ registry, layout, connection, limits: config.limits })
  try {
    return await work(system)
  } finally {
    await system.close()
  }
}
