import type { ActionRoutes } from '@content-api/core/composition/action-routes'
import type { Handler } from '@content-api/core/composition/handler'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import type { GraphqlOnDemand } from '@content-api/interfaces/graphql/on-demand'
import type { AnyService } from '@content-api/core/composition/service'
import { createPlanCache } from '@content-api/core/entries/plan-cache'
import { createEntryReads } from '@content-api/core/entries/read-entries'
import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import { createPluginReads5 } from '@content-api/strapi-reads/accounts/plugin-reads5'
import { createDocumentReads } from '@content-api/strapi-reads/document-reads'
import type { ForwardReason } from '@content-api/strapi-reads/forward-reason'
import { createDocumentMiddlewares } from '../code/document-middlewares.js'
import { createDocumentService } from '../code/document-service.js'
import { createEntityService } from '../code/entity-service.js'
import { createProjectReads } from '../code/project-reads.js'
import { createReadHooks } from '../code/read-hooks.js'
import { createRowQueries } from '../code/row-queries.js'
import { createRequestRules } from '../code/request-rules.js'
import type { DocumentSettings, WriteScope } from '../documents/context.js'
import { createDocumentEvents } from '../documents/document-events.js'
import { rowHooks } from '../rows/row-hooks.js'
import type { RunDocumentWrite } from '../documents/run-write.js'
import { DocumentWriter } from '../documents/write-documents.js'
import { documentGraphql } from '../graphql/graphql-on-demand.js'
import type { DocumentGraphqlParts } from '../graphql/open-graphql.js'
import { checkQuery, checkRowQuery } from '../query/check-query.js'
import { createDocumentWrites } from '../rest/document-writes.js'
import type { DocumentProject } from './read-project.js'

interface DocumentsOptions {
  /** Actions without a generated route, such as `api::article.article.delete`. */
  readonly removedActions: ReadonlySet<string>
  /** Whether required relations and media must have a partner (`api.documents.strictRelations`). */
  readonly strictRelations: boolean
}

/** How code of the project reads and writes documents. */
interface CodeOptions extends Pick<DocumentsOptions, 'strictRelations'> {
  /** Returns the caller for whom the code runs; by default one without limits and without a request. */
  readonly caller?: (() => Caller) | undefined
}

/** Creates what code of the project reads and writes documents with. */
export function createCodeAccess(
  service: Omit<ServedDocuments, 'config'>,
  { strictRelations, caller = () => unrestricted }: CodeOptions,
) {
  const { registry, database, planning } = service
  const middlewares = createDocumentMiddlewares()
  const settings = { defaultLocale: planning.locales.default, strictRelations }
  // With Strapi's own types.
  const all = database.registry
  const context = (can: Can): PlanContext => ({ registry: all, can, ...planning })
  const reading = { registry: all, database, context, caller }
  const shared = {
    ...reading,
    reads: createProjectReads(reading),
    hooks: createReadHooks(service.hooks, caller),
    writeScope: writeScopeOf(service, settings),
  }
  const documents = createDocumentService({ ...shared, settings, middlewares })
  const rules = createRequestRules({ registry, database, planning, settings, caller })
  const query = createRowQueries(shared)
  const entityService = createEntityService({ registry: all, documents, query })
  return {
    documents,
    query,
    entityService,
    middlewares,
    rules,
    /** What root fields of GraphQL run code of the project with. */
    fields: { settings, documents, middlewares, hooks: shared.hooks, singleId: rules.singleId },
  }
}

export type CodeAccess = ReturnType<typeof createCodeAccess>

type ServedDocuments = Pick<AnyService, 'registry' | 'database' | 'config' | 'planning' | 'hooks' | 'events'>

/** Returns what the writes of documents depend on, by their caller. */
export function writeScopeOf(
  { registry, database, planning, hooks, events }: Omit<ServedDocuments, 'config'>,
  settings: DocumentSettings,
): (caller: Caller) => WriteScope {
  const context = (can: Can): PlanContext => ({ registry, can, ...planning })
  const documentEvents = createDocumentEvents({ registry, database, events, context })
  return (caller) => ({
    settings,
    events: documentEvents,
    // Without hooks, nothing is read for them.
    hooks: hooks.hooks.exist ? rowHooks(hooks, caller) : null,
  })
}

/** Returns the endpoints that read users, files and locales. */
export function pluginReads({
  database,
  registry,
  planning,
}: Pick<ServedDocuments, 'database' | 'registry' | 'planning'>): ActionRoutes {
  const { strict } = planning
  return createPluginReads5({
    database,
    context: (can) => ({ registry, can, ...planning }),
    dialect: database.dialect.name,
    check: (type, query, can) => checkRowQuery(type, query, { registry, can, strict }),
  })
}

/**
 * Returns the handlers of the generated routes of documents. They throw `LeftToStrapi` for what isn't known
 * here.
 */
export function createDocumentHandlers(
  service: ServedDocuments,
  identify: IdentifyRequest,
  { strictRelations, removedActions }: DocumentsOptions,
): readonly Handler[] {
  const { registry, database, config, planning } = service
  const { limits } = config
  const { prefix } = config.api.rest
  const context = (can: Can): PlanContext => ({ registry, can, ...planning })
  const entries = createEntryReads({
    database,
    preparePlan: createPlanCache(database),
    context: ({ can }) => context(can),
  })
  const isRemoved = (action: string) => removedActions.has(action)
  const shared = { registry, context, prefix, limits, identify }
  const settings = { defaultLocale: planning.locales.default, strictRelations }
  return [
    createDocumentWrites({
      ...shared,
      settings,
      write: documentWrites(service, settings),
      isRemoved,
    }),
    createDocumentReads({
      ...shared,
      entries,
      ofAction: (action) => (isRemoved(action) ? noRoute : null),
      check: (type, query, can, isList) => checkQuery(type, query, { registry, can, strict: planning.strict }, isList),
    }),
  ]
}

type ServedGraphql = ServedDocuments & Pick<AnyService, 'telemetry' | 'log' | 'production' | 'development'>

/** Returns GraphQL of documents. */
export function createDocumentGraphql(
  service: ServedGraphql,
  { strictRelations, settings }: Pick<DocumentProject, 'strictRelations' | 'settings'>,
  parts: Pick<DocumentGraphqlParts, 'identify' | 'createPlayground' | 'accounts' | 'uploads' | 'extension'>,
): GraphqlOnDemand {
  const documentSettings = { defaultLocale: service.planning.locales.default, strictRelations }
  return documentGraphql({
    ...service,
    ...parts,
    settings: documentSettings,
    write: documentWrites(service, documentSettings),
    maxLimit: settings.graphqlMaxLimit,
    hasOldFields: settings.hasOldFields,
  })
}

function documentWrites(service: ServedDocuments, settings: DocumentSettings): RunDocumentWrite {
  const writeScope = writeScopeOf(service, settings)
  return (caller, work) => {
    const scope = writeScope(caller)
    const { session } = caller
    return service.database.write((tx) => work(new DocumentWriter(tx, scope), tx), { session, grouped: !scope.hooks })
  }
}

const noRoute: ForwardReason = { kind: 'route', message: 'The project has no such route' }
