import type { Caller } from '../../entries/caller.js'
import { ApiError } from '@content-api/engine/errors'

/**
 * Returns the id of the signed-in user.
 * @throws ApiError 401 for an API token, 403 for a request without credentials
 */
export function requireUser({ kind, userId }: Caller): number {
  if (userId !== null) return userId
  throw kind === 'token' ? new ApiError('UnauthorizedError', 'Unauthorized') : new ApiError('ForbiddenError')
}
