import type { Limits, PlanContext } from '../query/plan-context.js'
import type { Price } from '../query/price.js'
import type { ReadPlan } from '../query/read-plan.js'
import type { Database } from '../storage/database.js'
import type { RequestSession } from '../storage/request-session.js'
import type { Meter } from '../telemetry/meter.js'
import type { HookScope } from './hooks/run-hooks.js'
import { createLocalization } from './localizations.js'
import { createPlanCache } from './plan-cache.js'
import { find, findOne, findSingle } from './read-entries.js'
import type { EntryRequest } from './request.js'
import type { EntriesScope } from './scope.js'
import { removeSingle, updateSingle } from './single-types.js'
import { type CreateOptions, create, remove, update } from './write-entries.js'

export interface EntriesOptions {
  readonly database: Database
  readonly limits: Limits
  readonly strict: boolean
  readonly locales: PlanContext['locales']
  readonly hooks: HookScope
  /** Is notified of the price of each request. */
  readonly reportPrice?: EntriesScope['reportPrice']
  readonly warn?: EntriesScope['warn']
  /** Counts lookups in the cache of plans. */
  readonly meter?: Meter | null
}

/**
 * What can be done with entries, whoever carries the request. Every operation gives the answer's body as JSON text
 * (specification §2.1) and throws an ApiError for what can't be done: nothing has been written then.
 */
export interface Entries {
  find(request: EntryRequest): Promise<string>
  findOne(request: EntryRequest, id: number): Promise<string>
  create(request: EntryRequest, data: unknown, options: CreateOptions): Promise<string>
  update(request: EntryRequest, id: number, data: unknown): Promise<string>
  remove(request: EntryRequest, id: number): Promise<string>
  findSingle(request: EntryRequest): Promise<string>
  /** Creates the entry when there is none in the query's locale. */
  updateSingle(request: EntryRequest, data: unknown, options: CreateOptions): Promise<string>
  removeSingle(request: EntryRequest): Promise<string>
  /** Reads by a plan, which was made with the caller's rights; null when nothing matches. `id` is for plans that read by id. */
  read(plan: ReadPlan, id?: number, session?: RequestSession): Promise<string | null>
  /** What the read of a plan costs. @throws ApiError ValidationError above the limit */
  price(plan: ReadPlan): Price | Promise<Price>
  /** `id` of any of the entry's localizations; null on a single type. Answers the bare entry. */
  createLocalization(request: EntryRequest, id: number | null, data: unknown): Promise<string>
}

export function createEntries({
  database,
  limits,
  strict,
  locales,
  hooks,
  reportPrice,
  warn,
  meter,
}: EntriesOptions): Entries {
  const { registry } = database
  const scope: EntriesScope = {
    ...hooks,
    database,
    plans: createPlanCache(database, meter ? (hit) => meter.cache('plans', hit) : undefined),
    reportPrice,
    warn,
    context: ({ can }) => ({ registry, can, limits, strict, locales }),
  }
  return {
    find: (...given) => find(scope, ...given),
    findOne: (...given) => findOne(scope, ...given),
    create: (...given) => create(scope, ...given),
    update: (...given) => update(scope, ...given),
    remove: (...given) => remove(scope, ...given),
    findSingle: (...given) => findSingle(scope, ...given),
    updateSingle: (...given) => updateSingle(scope, ...given),
    removeSingle: (...given) => removeSingle(scope, ...given),
    read: (plan, id, session) => database.read(plan, id, { session }),
    price: (plan) => database.price(plan),
    createLocalization: (...given) => createLocalization(scope, ...given),
  }
}
