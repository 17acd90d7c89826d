import { ApiError } from '../errors/api-error.js'
import type { PlanContext } from '../query/plan-context.js'
import type { ReadPlan } from '../query/read-plan.js'
import { compileRead } from '../storage/compile/read.js'
import type { Database } from '../storage/database.js'
import type { Statement } from '../storage/statement.js'
import type { Caller } from './caller.js'
import type { PlanCache } from './plan-cache.js'

/** What the operations on entries work with. */
export interface EntriesScope {
  readonly database: Database
  readonly plans: PlanCache
  context(caller: Caller): PlanContext
}

export function compile({ database }: EntriesScope, plan: ReadPlan): Statement {
  return compileRead(plan, database.layout, database.dialect)
}

/** @throws ApiError when there is nothing. */
export function found(text: string | null): string {
  if (text === null) throw new ApiError('NotFoundError')
  return text
}
