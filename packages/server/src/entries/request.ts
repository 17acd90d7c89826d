import type { ContentType } from '@content-api/model'
import { ApiError } from '../errors/api-error.js'
import type { Action } from '../query/permissions.js'
import type { Caller } from './caller.js'
import type { LazyQuery } from './lazy-query.js'

/** What every operation is told: on which type, how to answer, and who asks. */
export interface EntryRequest {
  readonly type: ContentType
  readonly query: LazyQuery
  readonly caller: Caller
}

/** @throws ApiError when the caller may not. */
export function requirePermission({ type, caller }: EntryRequest, action: Action): void {
  if (!caller.can(action, type)) throw new ApiError('ForbiddenError')
}
