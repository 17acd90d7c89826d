import type { Caller } from '../../entries/caller.js'
import { ApiError } from '../../errors/api-error.js'

/** @throws ApiError ForbiddenError for who may not do this */
export function requirePermission(caller: Caller, action: string): void {
  if (!caller.may(action)) throw new ApiError('ForbiddenError')
}
