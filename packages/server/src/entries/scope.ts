import { ApiError } from '../errors/api-error.js'
import type { WriteScope } from './hooks/hooked-write.js'
import type { PlanCache } from './plan-cache.js'

/** What the operations on entries work with. */
export interface EntriesScope extends WriteScope {
  readonly plans: PlanCache
}

/** @throws ApiError when there is nothing. */
export function found(text: string | null): string {
  if (text === null) throw new ApiError('NotFoundError')
  return text
}
