import { readResponse } from './read-text.js'
import type { Outgoing, Transport } from './transport.js'

/** Responds to a request in place of the network. */
export type Fetch = (request: Request) => Promise<Response>

/** Sends requests to a target in this process. */
export function injectedFetch(fetch: Fetch, timeoutMilliseconds: number): Transport {
  return async (outgoing) => {
    const response = await within(timeoutMilliseconds, fetch(requestOf(outgoing, timeoutMilliseconds)))
    const text = await within(timeoutMilliseconds, readResponse(response, `${outgoing.method} ${outgoing.url.href}`))
    return { status: response.status, headers: Object.fromEntries(response.headers), text }
  }
}

function requestOf({ method, url, headers, body }: Outgoing, timeoutMilliseconds: number): Request {
  return new Request(url, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMilliseconds),
    ...(body === undefined ? {} : { body }),
  })
}

/** An injected fetch may ignore the signal of its request, so the deadline is enforced here. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('deadline', 'TimeoutError')), milliseconds)
    const settle = (done: () => void) => {
      clearTimeout(timer)
      done()
    }
    work.then(
      (value) => settle(() => resolve(value)),
      (error: Error) => settle(() => reject(error)),
    )
  })
}
