import { planList, planOne, planSingle } from '../query/plan.js'
import { type EntryRequest, requirePermission } from './request.js'
import { type EntriesScope, found } from './scope.js'

export async function find(scope: EntriesScope, request: EntryRequest): Promise<string> {
  requirePermission(request, 'find')
  const { type, query, caller, anyLimit } = request
  const context = () => {
    const { limits, ...others } = scope.context(caller)
    return { ...others, limits: anyLimit ? { ...limits, maxLimit: null } : limits }
  }
  const plan = () => request.answer?.() ?? planList(type, query.parameters(), context())
  return found(await scope.database.read(scope.plans('find', request, plan)))
}

export async function findOne(scope: EntriesScope, request: EntryRequest, id: number): Promise<string> {
  requirePermission(request, 'findOne')
  const { type, query, caller } = request
  const plan = () => request.answer?.() ?? planOne(type, query.parameters(), scope.context(caller))
  return found(await scope.database.read(scope.plans('findOne', request, plan), id))
}

export async function findSingle(scope: EntriesScope, request: EntryRequest): Promise<string> {
  requirePermission(request, 'find')
  const { type, query, caller } = request
  const plan = () => request.answer?.() ?? planSingle(type, query.parameters(), scope.context(caller))
  return found(await scope.database.read(scope.plans('findSingle', request, plan)))
}
