import { type JsonText, type QueryCost, type ReadId, type ReadPlan, parseText } from '@content-api/engine/plan'
import type { Charge, ReadDatabase } from '@content-api/engine/database'
import { requireLocaleAmong } from '@content-api/engine/write'
import { allowEverything, type PlanContext } from '../query/plan-context.js'
import { planList, planOne, planSingle } from '../query/plan.js'
import type { Caller } from './caller.js'
import type { PlanCache, ReadBudget } from './plan-cache.js'
import { contextOf, type EntryRequest, type PermittedRequest, requireFound, shapeOf } from './request.js'

/**
 * The reads of entries. Operations with a request return the response body as JSON text (specification §2.1).
 */
export interface EntryReads {
  find(request: PermittedRequest): Promise<JsonText>
  findOne(request: PermittedRequest, id: ReadId): Promise<JsonText>
  findSingle(request: PermittedRequest): Promise<JsonText>
  /**
   * Runs a read whose plan another interface than REST makes.
   * @param read.makePlan is only called if the plan isn't cached for the text of the query
   * @throws ApiError NotFoundError; errors of `makePlan` and `budget`
   */
  readPlan(request: PermittedRequest, read: PlannedRead): Promise<PlannedText>
  /**
   * Runs a plan, which was made with the caller's permissions. Returns null if nothing matches. Plans by id
   * require `id`. @throws errors of `charge`
   */
  read(plan: ReadPlan, options?: PlanOptions): Promise<JsonText | null>
  /** Returns the estimated cost of a plan. @throws ApiError ValidationError above the limit */
  estimate(plan: ReadPlan): QueryCost | Promise<QueryCost>
}

/** How a read is planned and charged. */
export interface PlannedRead {
  readonly operation: 'find' | 'findOne' | 'findSingle'
  readonly makePlan: () => ReadPlan
  /** The id of the entry; only for `findOne`. */
  readonly id?: ReadId
  readonly budget?: ReadBudget
}

/** A text from the database with its plan, whose output describes the values in it. */
export interface PlannedText {
  readonly text: JsonText
  readonly plan: ReadPlan
}

interface PlanOptions {
  readonly id?: ReadId
  readonly session?: Caller['session']
  /** Adds the cost of the read to that of its request. */
  readonly charge?: Charge
}

/** The dependencies of reads. */
export interface ReadScope {
  readonly database: ReadDatabase
  readonly preparePlan: PlanCache
  context(caller: Caller): PlanContext
  /** Is notified of the query cost of each request; absent in production. */
  readonly reportCost?: ((request: Pick<EntryRequest, 'type'>, cost: QueryCost) => void) | undefined
}

export function createEntryReads(scope: ReadScope): EntryReads {
  const { database } = scope
  return {
    find: (...args) => find(scope, ...args),
    findOne: (...args) => findOne(scope, ...args),
    findSingle: (...args) => findSingle(scope, ...args),
    readPlan: (...args) => readPlan(scope, ...args),
    read: (plan, { id, ...options } = {}) => database.read(plan, id, options),
    estimate: (plan) => database.estimate(plan),
  }
}

async function find(scope: ReadScope, request: PermittedRequest): Promise<JsonText> {
  const { type, query, byProject } = request
  const planOfProject = () => {
    const { limits, ...others } = contextOf(scope, request)
    const context = { ...others, limits: { ...limits, maxLimit: null } }
    return { ...planList(type, query.parameters(), context, shapeOf(request)), trusted: true }
  }
  const planOfClient = () => planList(type, query.parameters(), contextOf(scope, request), shapeOf(request))
  const makePlan = byProject ? planOfProject : planOfClient
  return (await readPlan(scope, request, { operation: 'find', makePlan })).text
}

async function findOne(scope: ReadScope, request: PermittedRequest, id: ReadId): Promise<JsonText> {
  const { type, query } = request
  const makePlan = () => planOne(type, query.parameters(), contextOf(scope, request), shapeOf(request))
  return (await readPlan(scope, request, { operation: 'findOne', id, makePlan })).text
}

async function findSingle(scope: ReadScope, request: PermittedRequest): Promise<JsonText> {
  const { type, query, caller } = request
  const makePlan = () => planSingle(type, query.parameters(), scope.context(caller))
  return (await readPlan(scope, request, { operation: 'findSingle', makePlan })).text
}

/** The steps of a read: its plan, and the database, which estimates the cost, charges it and runs the statement. */
async function readPlan(scope: ReadScope, request: PermittedRequest, read: PlannedRead): Promise<PlannedText> {
  const { operation, id, makePlan, budget } = read
  const { caller } = request
  request.requireAction(operation === 'findOne' ? 'findOne' : 'find')
  const prepared = scope.preparePlan(operation, request, makePlan, budget)
  const charge = chargeOf(scope, request, budget)
  const text = await scope.database.read(prepared, id, { session: caller.session, charge })
  if (text === null && id !== undefined) await rejectOtherLocale(scope, request, id, prepared.plan)
  return { text: requireFound(text), plan: prepared.plan }
}

/** Returns how the cost of a read is charged. Nothing limits reads by project code, whose costs are only reported. */
function chargeOf({ reportCost }: ReadScope, request: EntryRequest, budget?: ReadBudget): Charge | undefined {
  if (request.byProject && !reportCost) return undefined
  return (cost) => {
    reportCost?.(request, cost)
    return budget?.charge(cost)
  }
}

/**
 * Checks why a read by id found no entry in the locale of its request.
 *
 * @throws ApiError ValidationError that names the localization, if the entry exists in another locale
 */
async function rejectOtherLocale(
  scope: ReadScope,
  { type, caller }: EntryRequest,
  id: ReadId,
  { locale, publicationState, byDocument }: ReadPlan,
): Promise<void> {
  if (locale === null || byDocument) return
  const context = { ...scope.context(caller), can: allowEverything }
  const query = { fields: ['locale'], populate: { localizations: { fields: ['locale'] } }, publicationState }
  const plan = planOne(type, query, context, { shape: 'flat' })
  const text = await scope.database.read(plan, id, { session: caller.session })
  if (text === null) return
  const { localizations, ...entry } = parseText(text) as Localized & { readonly localizations: readonly Localized[] }
  requireLocaleAmong([entry, ...localizations], entry.id, locale)
}

interface Localized {
  readonly id: number
  readonly locale: string
}
