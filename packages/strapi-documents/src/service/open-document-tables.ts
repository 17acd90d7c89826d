import type { Registry } from '@content-api/model'
import { readStrapiLocales } from '@content-api/strapi-tables/accounts'
import { type Database, type DatabaseObserver, openSharedDatabase } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'
import { prepareSharedTables } from '@content-api/engine/schema'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import {
  type PreparedTables,
  type PrepareOptions,
  prepareStrapiTables,
  withRowTypes,
} from '@content-api/strapi-tables/schema'
import { checksJson } from '@content-api/strapi-tables/source-tables'
import type { PlanSettings } from '@content-api/core/query/plan-context'
import { planningOf } from '@content-api/core/query/plan-settings'
import type { BesideSettings } from '@content-api/strapi-reads/settings/beside-settings'
import { servingRules } from '../query/serving-rules.js'
import { withSystemTables } from './open-system-tables.js'

interface DocumentTablesOptions {
  readonly registry: Registry
  readonly settings: BesideSettings
  /** The locales of a new database, the default one first. */
  readonly locales?: PrepareOptions['locales'] | undefined
  readonly observer?: DatabaseObserver | null
}

/** The open database of a Strapi 5 project. */
export interface DocumentTables {
  readonly database: Database<WritableLayout>
  /** What the database has got at the start. */
  readonly prepared: PreparedTables
  /** The rules by which queries are planned, with the locales of the database. */
  readonly planning: PlanSettings
}

/**
 * Opens the database of a project. The tables of a new database are created, and tables and columns are added
 * for what an existing one lacks. It also gets the tables of this server's own data.
 * @throws Error when the database can't be opened, belongs to another application, or has drafts or locales of
 * a type that the project switched
 */
export async function openDocumentTables(options: DocumentTablesOptions): Promise<DocumentTables> {
  const { settings, observer = null } = options
  // Code of the project also reads and writes rows of Strapi's own types.
  const registry = withRowTypes(options.registry)
  const { connection, timeZone, config } = settings
  const { dialect } = connection
  const hasChecks = await withSystemTables(settings, checksJson)
  const layout: WritableLayout = {
    ...createStrapiLayout(registry, { dialect, timeZone, version: 5, checksJson: hasChecks, keepsIntegers: true }),
    tables: [],
  }
  const database = await openSharedDatabase({ registry, layout, connection, limits: config.limits, observer })
  try {
    const prepared = await prepareStrapiTables(database, { locales: options.locales })
    await prepareSharedTables(database)
    const stored = await readStrapiLocales(database)
    const locales = { default: stored.default ?? config.i18n.defaultLocale, codes: stored.codes }
    const reading = servingRules({ dialect, timeZone, version: 5 })
    return { database, prepared, planning: { ...planningOf(config), reading, locales } }
  } catch (error) {
    await database.close()
    throw error
  }
}
