import { ResponseShapeError } from '../errors/response-shape-error.js'

/**
 * Fetch as this package trusts it: no more than `byteLimit` of an answer, and no redirect is followed, for it would carry
 * the token along.
 */
export async function guardedFetch(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit | undefined,
  byteLimit: number,
): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  let left = byteLimit
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, body) {
      left -= chunk.length
      if (left < 0) throw new ResponseShapeError(`${url} has over ${byteLimit} bytes`)
      body.enqueue(chunk)
    },
  })
  // In browsers a redirect is opaque: its status is 0, of which no other answer can be made.
  return response.status ? new Response(response.body?.pipeThrough(counted), response) : response
}
