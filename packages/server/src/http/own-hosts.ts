import type { RequestListener } from 'node:http'
import { ApiError } from '../errors/api-error.js'
import { jsonType } from '../message/message.js'

/** Names and addresses of this machine that no other machine answers to. */
export const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i

/**
 * Lets through what is asked of this machine under its own name. A page of the web may let its name point here (DNS
 * rebinding): to its browser a service that is open to everybody on this machine would be that page's own.
 */
export function refuseForeignHosts(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { host } = request.headers
    if (host === undefined || loopback.test(host.replace(/:\d*$/, ''))) return listener(request, response)
    const error = new ApiError(
      'ForbiddenError',
      `Without permissions this service isn't asked as ${host.slice(0, 200)}`,
    )
    response.writeHead(error.status, { 'Content-Type': jsonType, Connection: 'close' }).end(JSON.stringify(error))
  }
}
