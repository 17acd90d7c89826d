import type { IncomingMessage } from 'node:http'
import type { ForwardReason } from '../forward-reason.js'
import type { Headers } from './cors-headers.js'
import type { StrapiHeaders } from './strapi-headers.js'

/** Returns the headers that Strapi would send with the response to a message, or why Strapi has to send them. */
export function headersOfMessage(strapi: StrapiHeaders, message: IncomingMessage): Headers | ForwardReason {
  const { method = 'GET', url = '/', headers } = message
  const [path = '/'] = url.split('?', 1)
  const found = strapi.of({ method, path, header: (name) => headers[name]?.toString() })
  return 'reason' in found ? found.reason : found.headers
}
