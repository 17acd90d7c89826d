import type { Caller } from '../../entries/caller.js'
import { ApiError } from '@content-api/engine/errors/api-error'

/** Checks that the caller may do an action. @throws ApiError ForbiddenError */
export function requirePermission(caller: Caller, action: string): void {
  if (!caller.may(action)) throw new ApiError('ForbiddenError')
}
