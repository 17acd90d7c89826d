import { ApiError } from '@content-api/engine/errors'
import type { ActionCall } from '@content-api/core/composition/action-routes'
import type { HttpResponse } from '@content-api/core/message/message'
import type { Attempt, RateLimits } from '../rate-limits.js'

/**
 * Returns the account that a request is about: an empty string if it names none, null if the request can't be
 * valid.
 */
export type IdentifierOf = (call: ActionCall) => string | null

/** Returns a function that finds the account of an identifier. */
export type AccountOf = (identifier: string) => Attempt['accountOf']

interface LimitedRoute {
  readonly name: string
  readonly identifierOf: IdentifierOf
  readonly accountOf?: AccountOf | undefined
}

/**
 * Counts each request that may be about an account, successful or not. The headers report how many requests
 * are left.
 */
export function rateLimited(
  limits: RateLimits,
  { name: route, identifierOf, accountOf }: LimitedRoute,
  run: (call: ActionCall) => Promise<HttpResponse>,
): (call: ActionCall) => Promise<HttpResponse> {
  return async (call) => {
    const { address } = call.request
    const identifier = identifierOf(call)
    if (identifier === null) return run(call)
    const headers = await limits.count({ route, address, identifier, accountOf: accountOf?.(identifier) })
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
