import type { JsonText } from '@content-api/engine/plan'
import type { PreparedRead } from '@content-api/engine/database'
import { planList, planOne, planSingle } from '../query/plan.js'
import { contextOf, type EntryRequest, requirePermission, shapeOf } from './request.js'
import { charge, type EntriesScope, reportRead, requireFound } from './scope.js'

export async function find(scope: EntriesScope, request: EntryRequest): Promise<JsonText> {
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
  return read(scope, request, scope.plans('find', request, plan))
}

export async function findOne(scope: EntriesScope, request: EntryRequest, id: number): Promise<JsonText> {
  requirePermission(request, 'findOne')
  const { type, query } = request
  const plan = () =>
    request.responsePlan?.() ?? planOne(type, query.parameters(), contextOf(scope, request), shapeOf(request))
  return read(scope, request, scope.plans('findOne', request, plan), id)
}

export async function findSingle(scope: EntriesScope, request: EntryRequest): Promise<JsonText> {
  requirePermission(request, 'find')
  const { type, query, caller } = request
  const plan = () => request.responsePlan?.() ?? planSingle(type, query.parameters(), scope.context(caller))
  return read(scope, request, scope.plans('findSingle', request, plan))
}

async function read(scope: EntriesScope, request: EntryRequest, plan: PreparedRead, id?: number): Promise<JsonText> {
  const charging = charge(scope, request, plan)
  if (charging) await charging
  reportRead(scope, request, plan)
  return requireFound(await scope.database.read(plan, id, { session: request.caller.session }))
}
