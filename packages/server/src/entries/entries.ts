import type { JsonText, QueryCost, ReadPlan } from '@content-api/engine/plan'
import type { Database, RequestSession } from '@content-api/engine/database'
import type { Planning } from '../query/plan-context.js'
import type { Meter } from '../telemetry/meter.js'
import type { HookScope } from './hooks/run-hooks.js'
import { createLocalization } from './localizations.js'
import { createPlanCache } from './plan-cache.js'
import { find, findOne, findSingle } from './read-entries.js'
import type { EntryRequest } from './request.js'
import type { EntriesScope } from './scope.js'
import type { RulesByType } from './write-rules.js'
import { removeSingle, updateSingle } from './single-types.js'
import { type CreateOptions, create, remove, update } from './write-entries.js'

export interface EntriesOptions extends Planning {
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
export interface Entries {
  find(request: EntryRequest): Promise<JsonText>
  findOne(request: EntryRequest, id: number): Promise<JsonText>
  create(request: EntryRequest, data: unknown, options: CreateOptions): Promise<JsonText>
  update(request: EntryRequest, id: number, data: unknown): Promise<JsonText>
  remove(request: EntryRequest, id: number): Promise<JsonText>
  findSingle(request: EntryRequest): Promise<JsonText>
  /** Updates the entry in the query's locale, or creates it if there is none. */
  updateSingle(request: EntryRequest, data: unknown, options: CreateOptions): Promise<JsonText>
  removeSingle(request: EntryRequest): Promise<JsonText>
  /**
   * Runs a plan, which was made with the caller's permissions. Returns null if nothing matches. Plans by id
   * require `id`.
   */
  read(plan: ReadPlan, id?: number, session?: RequestSession): Promise<JsonText | null>
  /** Returns the estimated cost of a plan. @throws ApiError ValidationError above the limit */
  estimate(plan: ReadPlan): QueryCost | Promise<QueryCost>
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
    plans: createPlanCache(database, meter ? (hit) => meter.cache('plans', hit) : undefined),
    reportCost,
    warn,
    context: ({ can }) => ({ registry, can, ...planning }),
  }
  return {
    find: (...args) => find(scope, ...args),
    findOne: (...args) => findOne(scope, ...args),
    create: (...args) => create(scope, ...args),
    update: (...args) => update(scope, ...args),
    remove: (...args) => remove(scope, ...args),
    findSingle: (...args) => findSingle(scope, ...args),
    updateSingle: (...args) => updateSingle(scope, ...args),
    removeSingle: (...args) => removeSingle(scope, ...args),
    read: (plan, id, session) => database.read(plan, id, { session }),
    estimate: (plan) => database.estimate(plan),
    createLocalization: (...args) => createLocalization(scope, ...args),
  }
}
