import type { Registry } from '@content-api/model'
import { readStrapiLocales, type StrapiLocales } from '@content-api/strapi-tables/accounts'
import { createSession, type Database, type DatabaseObserver, openSharedDatabase } from '@content-api/engine/database'
import { type WritableLayout } from '@content-api/engine/layout'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import type { ReadPlan } from '@content-api/engine/plan'
import { type PreparedTables, type PrepareOptions, prepareStrapiTables } from '@content-api/strapi-tables/schema'
import { checksJson } from '@content-api/strapi-tables/source-tables'
import { createIdentify, type Identify } from '@content-api/capabilities/accounts/identify'
import type { Handler } from '@content-api/core/composition/handler'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import { createPlanCache } from '@content-api/core/entries/plan-cache'
import { createEntryReads } from '@content-api/core/entries/read-entries'
import { clientNetwork } from '@content-api/core/message/client-network'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import { planningOf } from '@content-api/core/query/plan-settings'
import { createActionHandler } from '@content-api/interfaces/rest/action-endpoints'
import { createPluginReads5 } from '@content-api/strapi-reads/accounts/plugin-reads5'
import { createStrapiAccounts } from '@content-api/strapi-reads/accounts/strapi-accounts'
import { reasonOfPlan } from '@content-api/strapi-reads/plans/reason-of-plan'
import type { Verdicts } from '@content-api/strapi-reads/verdicts/verdicts'
import { createDocumentReads } from '@content-api/strapi-reads/document-reads'
import type { BesideSettings } from '@content-api/strapi-reads/settings/beside-settings'
import { checkQuery } from '../query/check-query.js'
import { servingRules } from '../query/serving-rules.js'
import { withSystemTables } from './open-system-tables.js'
import { rejectReads } from '@content-api/strapi-reads/reject-reads'
import { createDocumentWrites } from '../rest/document-writes.js'

export interface DocumentServiceOptions {
  readonly registry: Registry
  readonly settings: BesideSettings
  /** What the code of the project decides, which doesn't run here; absent if the project has no code. */
  readonly verdicts?: ProjectVerdicts
  /** Whether required relations and media must have a partner (`api.documents.strictRelations`). */
  readonly strictRelations: boolean
  /** The locales of a new database, the default one first. */
  readonly locales?: PrepareOptions['locales'] | undefined
  readonly observer?: DatabaseObserver | null
}

/** Why parts of the interface can't be served: code of the project decides on them. */
export type ProjectVerdicts = Pick<Verdicts, 'ofAction' | 'ofType' | 'ofWrites' | 'files'>

const plainProject: ProjectVerdicts = { ofAction: () => null, ofType: () => null, ofWrites: () => null, files: null }

/** A Strapi 5 project, served from Strapi's own tables. */
export interface DocumentService {
  readonly database: Database<WritableLayout>
  /** What the database has got at the start. */
  readonly prepared: PreparedTables
  /** They serve the interface below the prefix, and throw `LeftToStrapi` for what isn't known here. */
  readonly handlers: readonly Handler[]
  close(): Promise<void>
}

/**
 * Opens the service of a project. The tables of a new database are created, and tables and columns are added
 * for what an existing one lacks.
 * @throws Error when the database can't be opened, belongs to another application, or has drafts or locales of
 * a type that the project switched
 */
export async function openDocuments(options: DocumentServiceOptions): Promise<DocumentService> {
  const { registry, settings, observer = null } = options
  const { connection, timeZone, config } = settings
  const hasChecks = await withSystemTables(settings, checksJson)
  const layout: WritableLayout = {
    ...createStrapiLayout(registry, { dialect: connection.dialect, timeZone, version: 5, checksJson: hasChecks }),
    tables: [],
  }
  const database = await openSharedDatabase({ registry, layout, connection, limits: config.limits, observer })
  try {
    const prepared = await prepareStrapiTables(database, { locales: options.locales })
    const handlers = createHandlers(options, database, await readStrapiLocales(database))
    return { database, prepared, handlers, close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}

function createHandlers(
  { registry, settings, strictRelations, verdicts = plainProject }: DocumentServiceOptions,
  database: Database<WritableLayout>,
  stored: StrapiLocales,
): readonly Handler[] {
  const { config, prefix, jwtSecret, apiTokenSalt, timeZone } = settings
  const { limits } = config
  const { dialect } = settings.connection
  const locales = { default: stored.default ?? config.i18n.defaultLocale, codes: stored.codes }
  const planning = { ...planningOf(config), reading: servingRules({ dialect, timeZone, version: 5 }), locales }
  const context = (can: Can): PlanContext => ({ registry, can, ...planning })
  const accounts = createStrapiAccounts({
    database,
    version: 5,
    jwtSecret,
    apiTokenSalt,
    permissions: config.permissions,
    isAction: () => true,
    leavesUse: false,
  })
  const identify = identifyBy(createIdentify(accounts), config.http.ipv6Prefix)
  const rejects = (plan: ReadPlan) => reasonOfPlan(verdicts, plan)
  const reads = rejectReads(database, rejects)
  const entries = createEntryReads({
    database: reads,
    preparePlan: createPlanCache(reads),
    context: ({ can }) => context(can),
  })
  return [
    createActionHandler(createPluginReads5({ database: reads, context, dialect }), { prefix, limits, identify }),
    createDocumentWrites({
      registry,
      database,
      context,
      settings: { defaultLocale: locales.default, strictRelations },
      ofWrites: verdicts.ofWrites,
      rejects,
      prefix,
      limits,
      identify,
    }),
    createDocumentReads({
      registry,
      entries,
      context,
      prefix,
      limits,
      identify,
      ofAction: verdicts.ofAction,
      check: (type, query, can, isList) => checkQuery(type, query, { registry, can, strict: planning.strict }, isList),
    }),
  ]
}

function identifyBy(identify: Identify, ipv6Prefix: number): IdentifyRequest {
  return (request) => {
    const session = createSession({
      client: () => clientNetwork(request.address, ipv6Prefix),
      signal: () => request.signal,
      whenSent: request.whenSent && ((work) => request.whenSent?.(work)),
      requestId: request.id,
      request,
    })
    return identify(request.header('authorization'), session)
  }
}
