import { fileURLToPath } from 'node:url'
import { type Database, openSharedDatabase } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'
import { loadProject, type Registry, withDocuments } from '@content-api/model'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import type { AnyTestDatabase } from '../../../tests/support/postgres.js'
import { readTables, type SeenTables } from './read-tables.js'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Projects whose tables are recorded. */
export const projects = {
  project: folder('../../sdk/test/fixtures/strapi5/project'),
  'long-names': folder('long-names'),
} as const

export const loadModel = async (name: keyof typeof projects): Promise<Registry> =>
  withDocuments(await loadProject(projects[name]))

/** Opens a database for `use`, with the tables of a model. */
export async function withProject<Result>(
  { connection }: AnyTestDatabase,
  registry: Registry,
  use: (database: Database<WritableLayout>) => Promise<Result>,
): Promise<Result> {
  const strapi = createStrapiLayout(registry, { dialect: connection.dialect, timeZone: 'UTC', version: 5 })
  const database = await openSharedDatabase({ registry, layout: { ...strapi, tables: [] }, connection })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** Runs a statement and returns its rows. */
export const query = (database: Database<WritableLayout>, sql: string) =>
  database.migrate((tx) => tx.query({ sql, values: [] }))

export const tablesOf = (database: Database<WritableLayout>): Promise<SeenTables> =>
  database.migrate((tx) =>
    readTables(tx.dialect.name, async (sql) =>
      (await tx.query({ sql, values: [] })).map(({ table, text }) => ({ table: String(table), text: String(text) })),
    ),
  )
