import type { JsonText } from '@content-api/engine/plan'
import type { Database } from '@content-api/engine/database'
import type { PlanSettings } from '../query/plan-context.js'
import type { Meter } from '../telemetry/meter.js'
import type { HookScope } from './hooks/run-hooks.js'
import { createLocalization } from './localizations.js'
import { createPlanCache } from './plan-cache.js'
import { createEntryReads, type EntryReads } from './read-entries.js'
import type { EntryRequest, PermittedRequest } from './request.js'
import { type EntriesScope, type PlannedResponse, planResponse, type ResponsePlanner } from './written-response.js'
import type { RulesByType } from './hooks/hooked-write.js'
import { removeSingle, updateSingle, type CreateOptions, create, remove, runMatching, update } from './write-entries.js'

export interface EntriesOptions extends PlanSettings {
  readonly database: Database
  readonly hooks: HookScope
  /** Rules for the writes of content types. */
  readonly rules?: RulesByType
  /** Is notified of the query cost of each request. */
  readonly reportCost?: EntriesScope['reportCost']
  readonly warn?: EntriesScope['warn']
  /** Counts lookups in the cache of plans. */
  readonly meter?: Meter | null
}

/**
 * The operations on entries, for REST, GraphQL and project code. Operations with a request return the
 * response body as JSON text (specification §2.1). An operation that throws an ApiError has written nothing.
 * For a request whose response `planResponse` has planned, its result is the last argument of the write.
 */
export interface Entries extends EntryReads {
  /** Plans the response of another interface than REST. @throws ApiError */
  planResponse(request: PermittedRequest, planner: ResponsePlanner): Promise<PlannedResponse>
  create(
    request: PermittedRequest,
    data: unknown,
    options: CreateOptions,
    response?: PlannedResponse,
  ): Promise<JsonText>
  update(request: PermittedRequest, id: number, data: unknown, response?: PlannedResponse): Promise<JsonText>
  remove(request: PermittedRequest, id: number, response?: PlannedResponse): Promise<JsonText>
  /** Updates the entry in the query's locale, or creates it if there is none. */
  updateSingle(
    request: PermittedRequest,
    data: unknown,
    options: CreateOptions,
    response?: PlannedResponse,
  ): Promise<JsonText>
  removeSingle(request: PermittedRequest, response?: PlannedResponse): Promise<JsonText>
  /**
   * Runs writes of project code in one transaction if the entry meets the condition `ifMatch` of the request.
   * @param id null for a single type
   * @throws ApiError PreconditionFailedError
   */
  runMatching<Result>(request: EntryRequest, id: number | null, work: () => Promise<Result>): Promise<Result>
  /**
   * Creates a localization and returns it without an envelope.
   * @param id any localization of the entry; null for a single type
   */
  createLocalization(
    request: PermittedRequest,
    id: number | null,
    data: unknown,
    response?: PlannedResponse,
  ): Promise<JsonText>
}

export function createEntries({
  database,
  hooks,
  rules,
  reportCost,
  warn,
  meter,
  ...planning
}: EntriesOptions): Entries {
  const { registry } = database
  const scope: EntriesScope = {
    ...hooks,
    database,
    rules,
    preparePlan: createPlanCache(database, meter ? (hit) => meter.cache('plans', hit) : undefined),
    reportCost,
    warn,
    context: ({ can }) => ({ registry, can, ...planning }),
  }
  return {
    ...createEntryReads(scope),
    planResponse: (...args) => planResponse(scope, ...args),
    create: (...args) => create(scope, ...args),
    update: (...args) => update(scope, ...args),
    remove: (...args) => remove(scope, ...args),
    updateSingle: (...args) => updateSingle(scope, ...args),
    removeSingle: (...args) => removeSingle(scope, ...args),
    runMatching: (...args) => runMatching(scope, ...args),
    createLocalization: (...args) => createLocalization(scope, ...args),
  }
}
