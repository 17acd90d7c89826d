import type { JsonText, QueryCost, ReadPlan } from '@content-api/engine/plan'
import type { Database, RequestSession, PreparedRead } from '@content-api/engine/database'
import type { PlanSettings } from '../query/plan-context.js'
import type { Meter } from '../telemetry/meter.js'
import type { HookScope } from './hooks/run-hooks.js'
import { createLocalization } from './localizations.js'
import { createPlanCache } from './plan-cache.js'
import { type EntryRequest, contextOf, requirePermission, shapeOf } from './request.js'
import { type EntriesScope, charge, reportRead, requireFound } from './scope.js'
import type { RulesByType } from './hooks/hooked-write.js'
import { removeSingle, updateSingle, type CreateOptions, create, remove, update } from './write-entries.js'
import { planList, planOne, planSingle } from '../query/plan.js'

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
    preparePlan: createPlanCache(database, meter ? (hit) => meter.cache('plans', hit) : undefined),
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

async function find(scope: EntriesScope, request: EntryRequest): Promise<JsonText> {
  requirePermission(request, 'find')
  const { type, query, byProject } = request
  const context = () => {
    const { limits, ...others } = contextOf(scope, request)
    return { ...others, limits: byProject ? { ...limits, maxLimit: null } : limits }
  }
  const plan = () => {
    const made = request.responsePlan?.() ?? planList(type, query.parameters(), context(), shapeOf(request))
    return byProject ? { ...made, trusted: true } : made
  }
  return read(scope, request, scope.preparePlan('find', request, plan))
}

async function findOne(scope: EntriesScope, request: EntryRequest, id: number): Promise<JsonText> {
  requirePermission(request, 'findOne')
  const { type, query } = request
  const plan = () =>
    request.responsePlan?.() ?? planOne(type, query.parameters(), contextOf(scope, request), shapeOf(request))
  return read(scope, request, scope.preparePlan('findOne', request, plan), id)
}

async function findSingle(scope: EntriesScope, request: EntryRequest): Promise<JsonText> {
  requirePermission(request, 'find')
  const { type, query, caller } = request
  const plan = () => request.responsePlan?.() ?? planSingle(type, query.parameters(), scope.context(caller))
  return read(scope, request, scope.preparePlan('findSingle', request, plan))
}

async function read(scope: EntriesScope, request: EntryRequest, plan: PreparedRead, id?: number): Promise<JsonText> {
  const charging = charge(scope, request, plan)
  if (charging) await charging
  reportRead(scope, request, plan)
  return requireFound(await scope.database.read(plan, id, { session: request.caller.session }))
}
