import type { JsonText } from '@content-api/engine/plan'
import type { Database } from '@content-api/engine/database'
import type { PlanSettings } from '../query/plan-context.js'
import type { Meter } from '../telemetry/meter.js'
import type { HookScope } from './hooks/run-hooks.js'
import { createLocalization } from './localizations.js'
import { createPlanCache } from './plan-cache.js'
import { createEntryReads, type EntryReads } from './read-entries.js'
import type { EntryRequest } from './request.js'
import type { EntriesScope } from './scope.js'
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
 * The operations on entries, for REST, GraphQL and project code. Operations with an `EntryRequest` return the
 * response body as JSON text (specification §2.1). An operation that throws an ApiError has written nothing.
 */
export interface Entries extends EntryReads {
  create(request: EntryRequest, data: unknown, options: CreateOptions): Promise<JsonText>
  update(request: EntryRequest, id: number, data: unknown): Promise<JsonText>
  remove(request: EntryRequest, id: number): Promise<JsonText>
  /** Updates the entry in the query's locale, or creates it if there is none. */
  updateSingle(request: EntryRequest, data: unknown, options: CreateOptions): Promise<JsonText>
  removeSingle(request: EntryRequest): Promise<JsonText>
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
  createLocalization(request: EntryRequest, id: number | null, data: unknown): Promise<JsonText>
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
    create: (...args) => create(scope, ...args),
    update: (...args) => update(scope, ...args),
    remove: (...args) => remove(scope, ...args),
    updateSingle: (...args) => updateSingle(scope, ...args),
    removeSingle: (...args) => removeSingle(scope, ...args),
    runMatching: (...args) => runMatching(scope, ...args),
    createLocalization: (...args) => createLocalization(scope, ...args),
  }
}
