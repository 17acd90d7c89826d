import { ApiError } from '../errors/api-error.js'
import type { ReadPlan } from '../query/read-plan.js'
import { compileRead } from '../storage/compile/read.js'
import type { Statement } from '../storage/statement.js'
import type { WriteScope } from './hooks/hooked-write.js'
import type { PlanCache } from './plan-cache.js'

/** What the operations on entries work with. */
export interface EntriesScope extends WriteScope {
  readonly plans: PlanCache
}

export function compile({ database }: EntriesScope, plan: ReadPlan): Statement {
  const statement = compileRead(plan, database.layout, database.dialect)
  return plan.cost ? { ...statement, cost: plan.cost } : statement
}

/** @throws ApiError when there is nothing. */
export function found(text: string | null): string {
  if (text === null) throw new ApiError('NotFoundError')
  return text
}
