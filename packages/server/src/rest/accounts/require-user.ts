import type { Caller } from '../../entries/caller.js'
import { ApiError } from '../../errors/api-error.js'

/** The user who has signed in. @throws ApiError for everybody else: a token is no user, and nobody is none either */
export function requireUser({ kind, userId }: Caller): number {
  if (userId !== null) return userId
  throw kind === 'token' ? new ApiError('UnauthorizedError', 'Unauthorized') : new ApiError('ForbiddenError')
}
