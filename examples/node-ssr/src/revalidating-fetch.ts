import type { RequestOptions } from '@content-api/sdk'

interface Kept {
  readonly etag: string
  readonly body: string
  readonly headers: Headers
  /** The time until which the response is fresh, in milliseconds. */
  freshUntil: number
}

/**
 * A fetch with a cache for all visitors. A response stays fresh for the `next.revalidate` seconds of its
 * request. After that it is revalidated with its ETag: status 304 means that nothing has changed. Requests
 * with a token are never cached.
 */
export function revalidatingFetch(limit = 500): typeof fetch {
  const kept = new Map<string, Kept>()

  return async (input, init) => {
    const url = input as string
    const { next } = (init ?? {}) as RequestOptions
    const headers = new Headers(init?.headers)
    if (init?.method !== 'GET' || !next || headers.has('authorization')) return fetch(url, init)

    const found = kept.get(url)
    if (found && Date.now() < found.freshUntil) return new Response(found.body, { headers: found.headers })
    if (found) headers.set('if-none-match', found.etag)
    const response = await fetch(url, { ...init, headers })
    const freshUntil = Date.now() + (next.revalidate || 0) * 1000
    if (found && response.status === 304) {
      found.freshUntil = freshUntil
      return new Response(found.body, { headers: found.headers })
    }
    const etag = response.headers.get('etag')
    if (!response.ok || etag === null) return response
    const body = await response.text()
    kept.delete(url)
    kept.set(url, { etag, body, headers: response.headers, freshUntil })
    // Removes the oldest entry. Popular ones are soon cached again.
    if (kept.size > limit) kept.delete(kept.keys().next().value as string)
    return new Response(body, { headers: response.headers })
  }
}
