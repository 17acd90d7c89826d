import { ResponseShapeError } from '../errors/response-shape-error.js'
import type { RequestOptions } from '../types/request.js'
import type { TransportOptions } from './transport-options.js'

/**
 * Fetch as this package trusts it: no more than `byteLimit` of an answer, and no redirect is followed, for it would
 * carry the token along.
 */
export function guardedFetch({ fetch: given, byteLimit = 1e8 }: TransportOptions): typeof fetch {
  return async (url, init) => {
    const response = await ((init as RequestOptions).fetch ?? given ?? fetch)(url, { ...init, redirect: 'manual' })
    let left = byteLimit
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, body) {
        left -= chunk.length
        if (left < 0) throw new ResponseShapeError(`${url as string} has over ${byteLimit} bytes`)
        body.enqueue(chunk)
      },
    })
    // In browsers a redirect is opaque: its status is 0, of which no other answer can be made.
    return response.status ? new Response(response.body?.pipeThrough(counted), response) : response
  }
}
