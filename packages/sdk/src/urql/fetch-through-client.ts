import { ApiError } from '../errors/api-error.js'
import type { Method, Send } from '../types/request.js'

/** A fetch for urql that sends through a client of this package, whose extensions hold for it then: `auth()` above all. */
export function fetchThroughClient(api: { readonly send: Send }): typeof globalThis.fetch {
  return async (url, { method, body, headers, ...options } = {}) => {
    const request = {
      method: method as Method,
      prefix: '',
      path: url as string,
      body,
      options: { ...options, headers: Object.fromEntries(new Headers(headers)) } as object,
    }
    const { answer, status } = await api.send(request).then(
      (answer) => ({ answer, status: 200 }),
      (error: unknown) => {
        // What isn't JSON says nothing to urql, while the error names the status.
        if (!ApiError.is(error) || typeof error.raw !== 'object') throw error
        return { answer: error.raw, status: error.status }
      },
    )
    return new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } })
  }
}
