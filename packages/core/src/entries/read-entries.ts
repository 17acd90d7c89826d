import { ApiError } from '@content-api/engine/errors'
import { type JsonText, type QueryCost, type ReadId, type ReadPlan, parseText } from '@content-api/engine/plan'
import { requireLocaleAmong } from '@content-api/engine/write'
import { allowEverything } from '../query/plan-context.js'
import type { RequestSession, PreparedRead } from '@content-api/engine/database'
import { type EntryRequest, contextOf, requirePermission, shapeOf } from './request.js'
import { planList, planOne, planSingle } from '../query/plan.js'
import { charge, type ReadScope, reportRead, requireFound } from './scope.js'

/**
 * The reads of entries. Operations with an `EntryRequest` return the response body as JSON text
 * (specification §2.1).
 */
export interface EntryReads {
  find(request: EntryRequest): Promise<JsonText>
  findOne(request: EntryRequest, id: ReadId): Promise<JsonText>
  findSingle(request: EntryRequest): Promise<JsonText>
  /**
   * Runs a plan, which was made with the caller's permissions. Returns null if nothing matches. Plans by id
   * require `id`.
   */
  read(plan: ReadPlan, id?: ReadId, session?: RequestSession): Promise<JsonText | null>
  /** Returns the estimated cost of a plan. @throws ApiError ValidationError above the limit */
  estimate(plan: ReadPlan): QueryCost | Promise<QueryCost>
}

export function createEntryReads(scope: ReadScope): EntryReads {
  const { database } = scope
  return {
    find: (...args) => find(scope, ...args),
    findOne: (...args) => findOne(scope, ...args),
    findSingle: (...args) => findSingle(scope, ...args),
    read: (plan, id, session) => database.read(plan, id, { session }),
    estimate: (plan) => database.estimate(plan),
  }
}

async function find(scope: ReadScope, request: EntryRequest): Promise<JsonText> {
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

async function findOne(scope: ReadScope, request: EntryRequest, id: ReadId): Promise<JsonText> {
  requirePermission(request, 'findOne')
  const { type, query } = request
  const plan = () =>
    request.responsePlan?.() ?? planOne(type, query.parameters(), contextOf(scope, request), shapeOf(request))
  const prepared = scope.preparePlan('findOne', request, plan)
  try {
    return await read(scope, request, prepared, id)
  } catch (error) {
    const { locale } = prepared.plan
    if (locale !== null && !prepared.plan.byDocument && error instanceof ApiError && error.name === 'NotFoundError') {
      await rejectOtherLocale(scope, request, id, { ...prepared.plan, locale })
    }
    throw error
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
  { locale, publicationState }: { readonly locale: string; readonly publicationState: ReadPlan['publicationState'] },
): Promise<void> {
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

async function findSingle(scope: ReadScope, request: EntryRequest): Promise<JsonText> {
  requirePermission(request, 'find')
  const { type, query, caller } = request
  const plan = () => request.responsePlan?.() ?? planSingle(type, query.parameters(), scope.context(caller))
  return read(scope, request, scope.preparePlan('findSingle', request, plan))
}

async function read(scope: ReadScope, request: EntryRequest, plan: PreparedRead, id?: ReadId): Promise<JsonText> {
  const charging = charge(scope, request, plan)
  if (charging) await charging
  reportRead(scope, request, plan)
  return requireFound(await scope.database.read(plan, id, { session: request.caller.session }))
}
