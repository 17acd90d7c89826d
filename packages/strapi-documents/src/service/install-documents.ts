import type { ReadPlan } from '@content-api/engine/plan'
import type { Capability } from '@content-api/core/composition/capability'
import type { Handler } from '@content-api/core/composition/handler'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import type { AnyService } from '@content-api/core/composition/service'
import { createPlanCache } from '@content-api/core/entries/plan-cache'
import { createEntryReads } from '@content-api/core/entries/read-entries'
import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import { createPluginReads5 } from '@content-api/strapi-reads/accounts/plugin-reads5'
import { createDocumentReads } from '@content-api/strapi-reads/document-reads'
import { reasonOfPlan } from '@content-api/strapi-reads/plans/reason-of-plan'
import { rejectReads } from '@content-api/strapi-reads/reject-reads'
import type { Verdicts } from '@content-api/strapi-reads/verdicts/verdicts'
import { createDocumentMiddlewares } from '../code/document-middlewares.js'
import { createDocumentService, type DocumentService } from '../code/document-service.js'
import { checkQuery } from '../query/check-query.js'
import { createDocumentWrites } from '../rest/document-writes.js'

/** Why parts of the interface can't be served: code of the project decides on them. */
export type ProjectVerdicts = Pick<Verdicts, 'ofAction' | 'ofType' | 'ofWrites' | 'files'>

const plainProject: ProjectVerdicts = { ofAction: () => null, ofType: () => null, ofWrites: () => null, files: null }

interface DocumentsOptions {
  /** What the code of the project decides, which doesn't run here; absent if the project has no code. */
  readonly verdicts?: ProjectVerdicts
  /** Whether required relations and media must have a partner (`api.documents.strictRelations`). */
  readonly strictRelations: boolean
}

/** How code of the project reads and writes documents. */
interface CodeOptions extends Pick<DocumentsOptions, 'strictRelations'> {
  /** Returns the caller for whom the code runs; by default one without limits and without a request. */
  readonly caller?: (() => Caller) | undefined
}

/** Creates the documents for code of the project. */
export function createProjectDocuments(
  { registry, database, planning }: ServedDocuments,
  { strictRelations, caller = () => unrestricted }: CodeOptions,
): DocumentService {
  return createDocumentService({
    registry,
    database,
    context: (can) => ({ registry, can, ...planning }),
    caller,
    settings: { defaultLocale: planning.locales.default, strictRelations },
    middlewares: createDocumentMiddlewares(),
  })
}

type ServedDocuments = Pick<AnyService, 'registry' | 'database' | 'config' | 'planning'>

/** Installs the reads of users, files and locales. */
export function installPluginReads(
  { database, registry, planning }: ServedDocuments,
  { verdicts = plainProject }: Pick<DocumentsOptions, 'verdicts'> = {},
): Capability {
  const reads = rejectReads(database, (plan) => reasonOfPlan(verdicts, plan))
  const context = (can: Can): PlanContext => ({ registry, can, ...planning })
  return { actions: createPluginReads5({ database: reads, context, dialect: database.dialect.name }) }
}

/**
 * Returns the handlers of the generated routes of documents. They throw `LeftToStrapi` for what isn't known
 * here.
 */
export function createDocumentHandlers(
  { registry, database, config, planning }: ServedDocuments,
  identify: IdentifyRequest,
  { strictRelations, verdicts = plainProject }: DocumentsOptions,
): readonly Handler[] {
  const { limits } = config
  const { prefix } = config.api.rest
  const context = (can: Can): PlanContext => ({ registry, can, ...planning })
  const rejects = (plan: ReadPlan) => reasonOfPlan(verdicts, plan)
  const reads = rejectReads(database, rejects)
  const entries = createEntryReads({
    database: reads,
    preparePlan: createPlanCache(reads),
    context: ({ can }) => context(can),
  })
  const shared = { registry, context, prefix, limits, identify }
  return [
    createDocumentWrites({
      ...shared,
      database,
      settings: { defaultLocale: planning.locales.default, strictRelations },
      ofWrites: verdicts.ofWrites,
      rejects,
    }),
    createDocumentReads({
      ...shared,
      entries,
      ofAction: verdicts.ofAction,
      check: (type, query, can, isList) => checkQuery(type, query, { registry, can, strict: planning.strict }, isList),
    }),
  ]
}
