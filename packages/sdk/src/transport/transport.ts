import { createFetch, type FetchContext } from 'ofetch'
import { warnOfAddress } from '#warnings'
import { AbortError } from '../errors/abort-error.js'
import { NetworkError } from '../errors/network-error.js'
import { QueryError } from '../errors/query-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { SdkError } from '../errors/sdk-error.js'
import { TimeoutError } from '../errors/timeout-error.js'
import { stringify } from '../query/stringify.js'
import type { Send } from '../types/request.js'
import { guardedFetch } from './guarded-fetch.js'
import { retryDelay } from './retry.js'
import { toError } from './to-error.js'
import type { TransportOptions } from './transport-options.js'

/** Gives the bearer token of the next request, by its path. */
export type TokenSource = (path: string) => string | undefined | Promise<string | undefined>

/** Sends requests: the only place that awaits the network. */
export function createTransport(options: TransportOptions, tokenOf: TokenSource): Send {
  warnOfAddress(options)
  const { baseURL, prefix: api = '/api', urlLimit = 8192, defaults } = options
  const request = createFetch({ fetch: guardedFetch(options) })

  return async ({ method, path, query = {}, prefix = api, body, options: call }) => {
    const what = `${method} ${path}`
    const search = stringify(query, options)
    const url = baseURL.replace(/\/$/, '') + prefix + path + (search && `?${search}`)
    if (url.length > urlLimit) throw new QueryError(what, `has over ${urlLimit} characters`)

    const { timeout = 30_000, retry = 2, headers, signal: given, ...init } = { ...defaults, ...call }
    const timer = AbortSignal.timeout(timeout)
    const signal = given ? AbortSignal.any([given, timer]) : timer
    const again = ({ response, options }: FetchContext): void => {
      options.retryDelay = retryDelay(response, retry - (options.retry as number))
      // Nobody waits any longer, or would for so long.
      if (signal.aborted || options.retryDelay > timeout) options.retry = 0
    }
    // Ends the wait for another try as well, which nothing else would.
    const ended = new Promise<never>((_, reject) => {
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- weighs less, and the signal is this request's own
      signal.onabort = reject
    })
    const response = await Promise.race([
      ended,
      (async () => {
        const token = await tokenOf(path)
        return request.raw(url, {
          ...init,
          method,
          body: body as BodyInit,
          signal,
          // What may stand in a token stays as it is (RFC 6750 §2.1); anything else would come back in an error of fetch.
          headers: { ...(token && { authorization: `Bearer ${encodeURI(token)}` }), ...defaults?.headers, ...headers },
          retry: method === 'POST' ? 0 : retry,
          responseType: 'text',
          onRequestError: again,
          onResponseError: again,
        })
      })(),
    ]).catch((error) => {
      const { response, cause = error } = error
      if (response) return response
      if (given?.aborted) throw new AbortError(`${what} was aborted`, { cause: given.reason })
      if (timer.aborted) throw new TimeoutError(`${what} took over ${timeout} ms`)
      throw cause instanceof SdkError ? cause : new NetworkError(`${what}: ${cause.message}`, { cause })
    })
    let raw = response._data
    try {
      raw &&= JSON.parse(raw)
    } catch {
      if (response.ok) throw new ResponseShapeError(`${what} is answered without JSON`)
    }
    if (!response.ok) throw toError(what, response, raw)
    return raw
  }
}
