import type { Registry } from '@content-api/model'
import type { Database } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'
import { describeStrapiTables } from './describe-tables.js'
import { type FirstLocale, insertFirstRows, storeMissingSettings } from './first-rows.js'
import { findMissing, type PresentColumns, readPresentColumns } from './present-columns.js'
import { noteTypes } from './stored-types.js'
import { createStatements } from './table-sql.js'
import type { StrapiTable } from './table.js'
import type { StrapiTransaction } from './transaction.js'

export interface PrepareOptions {
  /** The locales of a new database, the default one first; English if it is absent, as in Strapi. */
  readonly locales?: readonly [FirstLocale, ...FirstLocale[]] | undefined
  /** The time of the rows of a new database. */
  readonly now?: Date
}

/** What a database has got. */
export interface PreparedTables {
  /** Whether the database was empty. */
  readonly isNew: boolean
  readonly tables: readonly string[]
  /** As `table.column`, of tables that existed. */
  readonly columns: readonly string[]
}

/** Tables that every database of Strapi 5 has. Strapi 4 lacks the second one. */
const settings = 'strapi_core_store_settings'
const migrations = 'strapi_migrations_internal'

/**
 * Creates the tables of a Strapi 5 project in an empty database, or adds what its tables lack. Nothing is changed
 * or removed: neither tables and columns that the project doesn't have, nor rows.
 *
 * @throws Error if the database belongs to another application, or if drafts or locales of a type were switched
 */
export function prepareStrapiTables(
  database: Database<WritableLayout>,
  options: PrepareOptions = {},
): Promise<PreparedTables> {
  return database.migrate((tx) => prepareTables(tx, database.registry, options))
}

/** Does the same in a transaction. */
export async function prepareTables(
  tx: StrapiTransaction,
  registry: Registry,
  { locales = [{ code: 'en', name: 'English (en)' }], now = new Date() }: PrepareOptions = {},
): Promise<PreparedTables> {
  const dialect = tx.dialect.name
  const tables = describeStrapiTables(registry, dialect)
  const present = await readPresentColumns(tx)
  const isNew = isEmpty(tables, present)
  const missing = findMissing(tables, present, dialect)
  await tx.execute(createStatements(missing, dialect))
  if (isNew) await insertFirstRows(tx, now, locales)
  await storeMissingSettings(tx)
  await noteTypes(tx, registry)
  return {
    isNew,
    tables: missing.tables.map(({ name }) => name),
    columns: missing.columns.flatMap(({ table, columns }) => columns.map(({ name }) => `${table.name}.${name}`)),
  }
}

/** Returns whether a database has the tables of Strapi 5 that don't depend on a project. */
export const hasStrapiTables = (database: Database<WritableLayout>): Promise<boolean> =>
  database.migrate(async (tx) => isStrapi5(await readPresentColumns(tx)))

const isStrapi5 = (present: PresentColumns) => present.has(settings) && present.has(migrations)

/** Returns whether the database has no table of the project. @throws Error if it has some, but isn't Strapi 5's */
function isEmpty(tables: readonly StrapiTable[], present: PresentColumns): boolean {
  if (isStrapi5(present)) return false
  const taken = tables.filter(({ name }) => present.has(name)).map(({ name }) => name)
  if (taken.length === 0) return true
  const owner = present.has(settings) ? 'a Strapi 4 application' : 'another application'
  throw new Error(
    `The database belongs to ${owner}: it has the tables ${taken.slice(0, 3).join(', ')}, and lacks ${migrations} of ` +
      'Strapi 5. It was not changed. Use another database, or let Strapi 5 migrate this one.',
  )
}
