import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '@content-api/engine/errors'
import { jsonType } from '@content-api/core/message/message'

/** Headers of the proxy's own responses. */
export type HeadersOf = (message: IncomingMessage) => Readonly<Record<string, string>>

/** A time limit of the proxy has passed. */
export class StrapiTimeout extends Error {}

/** Returns the error for a client whose request Strapi did not respond to. */
export function errorOf(failure: NodeJS.ErrnoException): ApiError {
  if (failure.code === 'ERR_INVALID_CHAR' || failure.code === 'ERR_UNESCAPED_CHARACTERS')
    return new ApiError('BadRequestError', 'The request has a header or a path with invalid characters')
  const headers = { 'Retry-After': '1' }
  const error =
    failure instanceof StrapiTimeout
      ? new ApiError('GatewayTimeoutError', failure.message, { headers })
      : new ApiError('BadGatewayError', undefined, { headers })
  error.cause = failure
  return error
}

/** Returns the error for the log if Strapi ended in the middle of a response. The client receives no error. */
export function brokenOff(failure: Error): ApiError {
  const error = new ApiError('BadGatewayError', 'Strapi broke off its response')
  error.cause = failure
  return error
}

/** Sends an error in place of Strapi's response, or closes the connection if that has begun. */
export function sendError(
  message: IncomingMessage,
  response: ServerResponse,
  error: ApiError,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  // Headers of a response of Strapi that can't be sent.
  for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name)
  const body = JSON.stringify(error)
  const own = { 'Content-Type': jsonType, 'Content-Length': Buffer.byteLength(body), 'X-Served-By': 'content-api' }
  response.writeHead(error.status, { ...headers, ...error.headers, ...own }).end(body)
  // The rest of the body would otherwise keep the connection from its next request.
  message.resume()
}
