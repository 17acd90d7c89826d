import type { IncomingMessage } from 'node:http'
import { mediaType } from '@content-api/core/message/body'
import { segmentsBelow } from '@content-api/core/message/message'
import type { ForwardReason } from './forward-reason.js'
import { dropsHeaders } from './proxy/forwarded-headers.js'

/** A request that this server may serve. `rest`: it has no body. */
export type Candidate =
  | { readonly kind: 'rest' }
  /** `hasBody`: it may have a body, whose length may be unknown. */
  | { readonly kind: 'graphql'; readonly hasBody: boolean }
  | { readonly kind: 'forwarded'; readonly reason: ForwardReason }

interface CandidateOptions {
  /** The prefix of REST, for example `/api`. */
  readonly prefix: string
  /** The path of GraphQL; null without it. */
  readonly endpoint: string | null
  /** The largest body that is read here. */
  readonly bodyLimit: number
}

/**
 * Decides by the headers of a request whether this server may serve it: `GET` below the prefix of REST, and
 * `GET` and `POST` of GraphQL with JSON. Everything else goes to Strapi unread.
 */
export function candidateOf(message: IncomingMessage, path: string, options: CandidateOptions): Candidate {
  const { headers, method } = message
  const { prefix, endpoint, bodyLimit } = options
  const isGraphql = path === endpoint
  if (headers.upgrade !== undefined) return forwarded('The client asks for another protocol')
  if (dropsHeaders(message)) return forwarded('Connection names headers of the request')
  if (method === 'POST' && isGraphql) {
    const bytes = Number(headers['content-length'] ?? 0)
    if (!(bytes <= bodyLimit)) return largeBody
    const isJson = mediaType(headers['content-type']) === 'application/json'
    // A compressed body could be larger than the limit after decompression.
    if (!isJson || headers['content-encoding'] !== undefined) return forwarded('The body is not plain JSON')
    const encoding = headers['transfer-encoding']
    if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') return forwarded('The body is not plain JSON')
    return { kind: 'graphql', hasBody: encoding !== undefined || bytes > 0 }
  }
  if (method !== 'GET') return forwarded(`${method} goes to Strapi`)
  if (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined) {
    return forwarded('A GET with a body goes to Strapi')
  }
  if (isGraphql) return { kind: 'graphql', hasBody: false }
  return isBelow(prefix, path) ? { kind: 'rest' } : forwarded('The path is not below the prefix of REST')
}

function forwarded(message: string) {
  return { kind: 'forwarded', reason: { kind: 'route', message } } as const
}

/** A body that is too large to be read here. One without a length shows it while it is read. */
export const largeBody = forwarded('The body is larger than limits.body')

function isBelow(prefix: string, path: string): boolean {
  try {
    return segmentsBelow(prefix, path) !== null
  } catch {
    // The path isn't valid, for which Strapi has its own response.
    return false
  }
}
