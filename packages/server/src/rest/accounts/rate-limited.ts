import type { RateLimits } from '../../auth/rate-limits.js'
import { ApiError } from '../../errors/api-error.js'
import type { ActionCall } from '../action-endpoints.js'
import type { HttpResponse } from '../../message/message.js'

/** Whose account a request is about; empty where it names none, null for what can't be about any. */
export type IdentifierOf = (call: ActionCall) => string | null

/** Counts each request that may be about an account, whatever becomes of it, and tells how many are left. */
export function rateLimited(
  limits: RateLimits,
  route: string,
  identifierOf: IdentifierOf,
  run: (call: ActionCall) => Promise<HttpResponse>,
): (call: ActionCall) => Promise<HttpResponse> {
  return async (call) => {
    const { address } = call.request
    const identifier = identifierOf(call)
    if (identifier === null) return run(call)
    const headers = await limits.count({ route, address, identifier })
    try {
      const response = await run(call)
      return { ...response, headers: { ...response.headers, ...headers } }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { name, message, details } = error
      throw new ApiError(name, message, { details, headers: { ...headers, ...error.headers } })
    }
  }
}
