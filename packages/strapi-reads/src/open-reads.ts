import type { Registry } from '@content-api/model'
import { readStrapiContentTypes, readStrapiLocales } from '@content-api/strapi-tables/accounts'
import {
  createSession,
  type DatabaseObserver,
  isMissingTableOrColumn,
  openReadOnlyDatabase,
  type ReadDatabase,
} from '@content-api/engine/database'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import type { ReadPlan } from '@content-api/engine/plan'
import { checksJson, missingColumns } from '@content-api/strapi-tables/source-tables'
import { createIdentify, type Identify } from '@content-api/capabilities/accounts/identify'
import type { Config } from '@content-api/core/config/schema'
import { createPlanCache } from '@content-api/core/entries/plan-cache'
import { createEntryReads, type EntryReads } from '@content-api/core/entries/read-entries'
import { createActionHandler } from '@content-api/interfaces/rest/action-endpoints'
import type { ActionOperation, ActionRoutes } from '@content-api/core/composition/action-routes'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import type { Logger } from '@content-api/core/log/logger'
import { clientNetwork } from '@content-api/core/message/client-network'
import type { HttpRequest } from '@content-api/core/message/message'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import { planningOf } from '@content-api/core/query/plan-settings'
import { createPluginReads } from './accounts/plugin-reads.js'
import { createPluginReads5 } from './accounts/plugin-reads5.js'
import { createStrapiAccounts } from './accounts/strapi-accounts.js'
import { LeftToStrapi } from './left-to-strapi.js'
import { openGraphqlReads } from './graphql-reads.js'
import { shapeBeside4, shapeBeside5 } from './graphql-shapes.js'
import { transport4, transport5 } from './graphql-transports.js'
import { judgeReads, ReadRecords } from './judged-reads.js'
import { findDifference } from './plans/find-difference.js'
import { reasonOfPlan } from './plans/reason-of-plan.js'
import { createDocumentReads } from './document-reads.js'
import { createRestReads } from './rest-reads.js'
import { strapiRules } from './rules/strapi-rules.js'
import { type Outcome, serveReads, type ServeReadsOptions } from './serve-reads.js'
import type { BesideSettings } from './settings/beside-settings.js'
import { loadBesideModel } from './verdicts/beside-model.js'
import { decideVerdicts } from './verdicts/decide-verdicts.js'
import { projectModules } from './verdicts/project-modules.js'
import type { Verdicts } from './verdicts/verdicts.js'

/** The reads of one state of Strapi's schema. */
export interface Reads {
  readonly registry: Registry
  readonly verdicts: Verdicts
  /** Serves a request, or says why Strapi must. Never rejects. */
  serve(request: HttpRequest): Promise<Outcome>
  close(): Promise<void>
}

interface OpenReadsOptions {
  readonly project: string
  readonly settings: BesideSettings
  /** Reads tables of Strapi that belong to no content type. */
  readonly system: ReadDatabase
  readonly observer: DatabaseObserver
  readonly logger: Logger
  /** Is called when a table or a column is missing, because the schema has changed. */
  readonly onMissing: () => void
}

/**
 * Reads the schemas, and opens the reads of content by them.
 * @throws ModelError for schemas that can't be read; Error when the database can't be opened
 */
export async function openReads(options: OpenReadsOptions): Promise<Reads> {
  const { project, settings, system, observer } = options
  const storedTypes = await readStrapiContentTypes(system)
  const modules = projectModules(project)
  const { registry, unknown } = await loadBesideModel({ project, settings, storedTypes, modules })
  const { connection, timeZone, version, config } = settings
  const layout = createStrapiLayout(registry, {
    dialect: connection.dialect,
    timeZone,
    version,
    checksJson: await checksJson(system),
  })
  const opened = await openReadOnlyDatabase({ registry, layout, connection, limits: config.limits, observer })
  try {
    const missing = await missingColumns(opened)
    const verdicts = await decideVerdicts({ project, modules, settings, registry, storedTypes, missing, unknown })
    const handlers = await openHandlers({ ...options, registry, verdicts, opened })
    return { registry, verdicts, serve: serveReads(handlers), close: () => opened.close() }
  } catch (error) {
    await opened.close()
    throw error
  }
}

interface HandlersOptions extends OpenReadsOptions {
  readonly registry: Registry
  readonly verdicts: Verdicts
  readonly opened: ReadDatabase
}

async function openHandlers(options: HandlersOptions): Promise<ServeReadsOptions> {
  const { settings, registry, verdicts, opened, logger, onMissing } = options
  const { version, config, prefix, hasGraphql, jwtSecret, apiTokenSalt } = settings
  const { dialect } = settings.connection
  const locales = await readStrapiLocales(opened)
  const planning = {
    ...planningOf(config),
    reading: strapiRules({ dialect, timeZone: settings.timeZone, version }),
    // Without the plugin i18n there are no locales, and no type is localised.
    locales: { default: locales.default ?? config.i18n.defaultLocale, codes: locales.codes },
  }
  const context = (can: Can): PlanContext => ({ registry, can, ...planning })
  const records = new ReadRecords()
  const accounts = createStrapiAccounts({
    database: opened,
    version,
    jwtSecret,
    apiTokenSalt,
    isAction: (action) => verdicts.isAction(action),
  })
  const identify = identifyCallers(config, createIdentify(accounts), records)
  const judged = (kind: 'rest' | 'graphql'): ReadDatabase => {
    const judge = (plan: ReadPlan) =>
      reasonOfPlan(verdicts, plan) ?? findDifference(plan, { dialect, interface: kind, version })
    return judgeReads(opened, { judge, records })
  }
  const entriesOf = (kind: 'rest' | 'graphql'): EntryReads => {
    const database = judged(kind)
    const preparePlan = createPlanCache(database)
    return createEntryReads({ database, preparePlan, context: ({ can }) => context(can) })
  }
  const report = (error: unknown) => {
    if (isMissingTableOrColumn(error)) onMissing()
    else logger.error('A read failed, and was forwarded to Strapi', { error })
  }
  const { limits } = config
  const ofAction = (action: string) => verdicts.ofAction(action)
  if (version === 5) {
    const entries = entriesOf('rest')
    const handler = createDocumentReads({ registry, entries, context, prefix, limits, identify, ofAction })
    const plugins = createPluginReads5({ database: judged('rest'), context, dialect })
    const pluginHandler = createActionHandler(withVerdicts(plugins, ofAction), { prefix, limits, identify })
    const graphql = hasGraphql
      ? openGraphqlReads({
          registry,
          shape: shapeBeside5,
          // Strapi has no limit of entries. Estimates of costs limit what is read here.
          config: withoutEntryLimit(config, settings.graphqlMaxLimit),
          entries: entriesOf('graphql'),
          transport: transport5,
          context,
          identify,
          reason: verdicts.graphql,
          report,
        })
      : null
    return { records, report, handlers: [pluginHandler, handler, graphql] }
  }
  const pluginReads = createPluginReads({ database: judged('rest'), context })
  const graphqlEntries = entriesOf('graphql')
  return {
    records,
    report,
    handlers: [
      createActionHandler(withVerdicts(pluginReads, ofAction), { prefix, limits, identify }),
      // After the plugins, whose paths take precedence.
      createRestReads({ registry, entries: entriesOf('rest'), prefix, limits, identify, ofAction }),
      hasGraphql
        ? openGraphqlReads({
            registry,
            shape: shapeBeside4(graphqlEntries),
            transport: transport4,
            config: { ...config, i18n: { defaultLocale: planning.locales.default, locales: [...locales.codes] } },
            entries: graphqlEntries,
            context,
            identify,
            reason: verdicts.graphql,
            report,
          })
        : null,
    ],
  }
}

const withoutEntryLimit = (config: Config, amountLimit: number | null) => ({
  ...config,
  graphql: {
    ...config.graphql,
    config: { ...config.graphql.config, amountLimit, costLimit: Number.POSITIVE_INFINITY },
  },
})

type OfAction = Verdicts['ofAction']

/** Returns the routes with the verdicts on their actions. */
function withVerdicts(routes: ActionRoutes, ofAction: OfAction): ActionRoutes {
  const withVerdict = (operation: ActionOperation): ActionOperation => {
    const reason = ofAction(operation.action)
    return reason === null ? operation : { ...operation, run: () => Promise.reject(LeftToStrapi.because(reason)) }
  }
  return Object.fromEntries(
    Object.entries(routes).map(([path, { GET }]) => [path, { ...(GET && { GET: withVerdict(GET) }) }]),
  )
}

/** Returns a function that identifies callers and adds them to the records of their requests. */
function identifyCallers({ http }: Config, identify: Identify, records: ReadRecords): IdentifyRequest {
  return async (request) => {
    const session = createSession({
      client: () => clientNetwork(request.address, http.ipv6Prefix),
      signal: () => request.signal,
      whenSent: request.whenSent && ((work) => request.whenSent?.(work)),
      requestId: request.id,
      request,
    })
    const caller = await identify(request.header('authorization'), session)
    records.of(request).caller = caller
    return caller
  }
}
