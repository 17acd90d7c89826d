import { ApiError } from '@content-api/engine/errors'
import type { HttpRequest } from '../message/message.js'
import { digest, sameDigest } from '../secrets/digest.js'
import { type IsOwnHost, requireOwnHost } from '../message/own-hosts.js'

/** The header with the token. Forms and links of other pages can't send a header. */
export const tokenHeader = 'content-api-token'

/** @throws ApiError ForbiddenError for another host name and for pages of other origins */
export function requireOwnCaller(isOwnHost: IsOwnHost, request: HttpRequest): void {
  requireOwnHost(isOwnHost, request)
  const host = request.header('host')
  const origin = request.header('origin')
  const site = request.header('sec-fetch-site') ?? 'none'
  const isOwn = origin === undefined || origin === `http://${host}` || origin === `https://${host}`
  if (!isOwn || !['same-origin', 'none'].includes(site)) {
    throw new ApiError('ForbiddenError', `Pages of ${(origin ?? 'other sites').slice(0, 200)} may not use this`)
  }
}

/**
 * Returns a function that compares the token of a request.
 * @throws ApiError UnauthorizedError (the returned function)
 */
export function requireToken(token: string): (request: HttpRequest) => void {
  const expected = digest(token)
  return (request) => {
    const sent = request.header(tokenHeader)
    if (sent !== undefined && sameDigest(digest(sent), expected)) return
    const fault = sent === undefined ? 'is missing' : 'holds a wrong token'
    throw new ApiError(
      'UnauthorizedError',
      `The header Content-Api-Token ${fault}. Send the token that was printed at the start`,
    )
  }
}
