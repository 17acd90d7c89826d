import { createRegistry, type Registry } from '@content-api/model'
import { readStrapiLocales, type StrapiLocales } from '@content-api/engine/accounts'
import {
  createSession,
  type Database,
  type DatabaseObserver,
  openReadOnlyDatabase,
  openSharedDatabase,
} from '@content-api/engine/database'
import { createStrapiLayout, type WritableLayout } from '@content-api/engine/layout'
import { checksJson } from '@content-api/engine/source-tables'
import { createIdentify, type Identify } from '@content-api/capabilities/accounts/identify'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import { createPlanCache } from '@content-api/core/entries/plan-cache'
import { createEntryReads } from '@content-api/core/entries/read-entries'
import { clientNetwork } from '@content-api/core/message/client-network'
import type { HttpRequest, HttpResponse } from '@content-api/core/message/message'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import { planningOf } from '@content-api/core/query/plan-settings'
import { compose } from '@content-api/core/transport/compose'
import { createActionHandler } from '@content-api/interfaces/rest/action-endpoints'
import { createPluginReads5 } from '@content-api/strapi-reads/accounts/plugin-reads5'
import { createStrapiAccounts } from '@content-api/strapi-reads/accounts/strapi-accounts'
import { createDocumentReads } from '@content-api/strapi-reads/document-reads'
import type { BesideSettings } from '@content-api/strapi-reads/settings/beside-settings'
import { checkQuery } from '../query/check-query.js'
import { servingRules } from '../query/serving-rules.js'
import { createDocumentWrites } from '../rest/document-writes.js'

export interface DocumentServiceOptions {
  readonly registry: Registry
  readonly settings: BesideSettings
  /** Whether required relations and media must have a partner (`api.documents.strictRelations`). */
  readonly strictRelations: boolean
  readonly observer?: DatabaseObserver | null
}

/** A Strapi 5 project, served from Strapi's own tables. */
export interface DocumentService {
  readonly database: Database<WritableLayout>
  /** Returns the response to a request. @throws ApiError, LeftToStrapi for a read that is not known here */
  handle(request: HttpRequest): Promise<HttpResponse>
  close(): Promise<void>
}

/** Opens the service of a project whose database has Strapi's tables. @throws Error when it can't be opened */
export async function openDocuments(options: DocumentServiceOptions): Promise<DocumentService> {
  const { registry, settings, observer = null } = options
  const { connection, timeZone, config } = settings
  const { locales, hasChecks } = await readSystemTables(settings)
  const layout: WritableLayout = {
    ...createStrapiLayout(registry, { dialect: connection.dialect, timeZone, version: 5, checksJson: hasChecks }),
    tables: [],
  }
  const database = await openSharedDatabase({ registry, layout, connection, limits: config.limits, observer })
  return { database, handle: createHandler(options, database, locales), close: () => database.close() }
}

/** Reads what the layout and the plans depend on. */
async function readSystemTables({ connection, timeZone, config }: BesideSettings) {
  const registry = createRegistry({ contentTypes: {} })
  const layout = createStrapiLayout(registry, { dialect: connection.dialect, timeZone, version: 5 })
  const system = await openReadOnlyDatabase({ registry, layout, connection, limits: config.limits })
  try {
    return { locales: await readStrapiLocales(system), hasChecks: await checksJson(system) }
  } finally {
    await system.close()
  }
}

function createHandler(
  { registry, settings, strictRelations }: DocumentServiceOptions,
  database: Database<WritableLayout>,
  stored: StrapiLocales,
): DocumentService['handle'] {
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
    isAction: () => true,
    leavesUse: false,
  })
  const identify = identifyBy(createIdentify(accounts), config.http.ipv6Prefix)
  const entries = createEntryReads({
    database,
    preparePlan: createPlanCache(database),
    context: ({ can }) => context(can),
  })
  return compose([
    createActionHandler(createPluginReads5({ database, context, dialect }), { prefix, limits, identify }),
    createDocumentWrites({
      registry,
      database,
      context,
      settings: { defaultLocale: locales.default, strictRelations },
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
      ofAction: () => null,
      check: (type, query, can, isList) => checkQuery(type, query, { registry, can, strict: planning.strict }, isList),
    }),
  ])
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
