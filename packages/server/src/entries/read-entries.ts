import { planList, planOne, planSingle, withId } from '../query/plan.js'
import { type EntryRequest, requirePermission } from './request.js'
import { type EntriesScope, compile, found } from './scope.js'

export async function find(scope: EntriesScope, request: EntryRequest): Promise<string> {
  requirePermission(request, 'find')
  const { type, query, caller, anyLimit } = request
  const context = () => {
    const { limits, ...others } = scope.context(caller)
    return { ...others, limits: anyLimit ? { ...limits, maxLimit: null } : limits }
  }
  const plan = () => compile(scope, request.answer?.() ?? planList(type, query.parameters(), context()))
  return found(await scope.database.read(scope.plans.statement('find', request, plan)))
}

export async function findOne(scope: EntriesScope, request: EntryRequest, id: number): Promise<string> {
  requirePermission(request, 'findOne')
  const { type, query, caller } = request
  const plan = (id: number) => {
    const given = request.answer?.()
    return compile(scope, given ? withId(given, id) : planOne(type, query.parameters(), id, scope.context(caller)))
  }
  return found(await scope.database.read(scope.plans.statementFor(id, 'findOne', request, plan)))
}

export async function findSingle(scope: EntriesScope, request: EntryRequest): Promise<string> {
  requirePermission(request, 'find')
  const { type, query, caller } = request
  const plan = () => compile(scope, request.answer?.() ?? planSingle(type, query.parameters(), scope.context(caller)))
  return found(await scope.database.read(scope.plans.statement('findSingle', request, plan)))
}
