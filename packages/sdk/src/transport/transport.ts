import { createFetch, type FetchContext, type FetchOptions } from 'ofetch'
import { warnOfAddress, warnOfSilence } from '#warnings'
import { AbortError } from '../errors/abort-error.js'
import { NetworkError } from '../errors/network-error.js'
import { refuse } from '../errors/query-error.js'
import { TimeoutError } from '../errors/timeout-error.js'
import { stringify } from '../query/stringify.js'
import type { RequestOptions, Send } from '../types/request.js'
import { readAnswer } from './read-answer.js'
import type { TransportOptions } from './transport-options.js'

/** Gives the bearer token of the next request, by its path. */
export type TokenSource = (path: string) => string | undefined | Promise<string | undefined>

/** Sends requests: the only place that awaits the network. */
export function createTransport(options: TransportOptions, tokenOf: TokenSource): Send {
  warnOfAddress(options)
  const { baseURL, prefix: api = '/api', urlLimit = 8192, byteLimit = 1e8, defaults } = options

  return async ({ method, path, query = {}, prefix = api, body, options: call }) => {
    const what = `${method} ${path}`
    const search = stringify(query, options)
    const url = baseURL.replace(/\/$/, '') + prefix + path + (search && '?' + search)
    if (url.length > urlLimit) refuse(what, 'is over urlLimit')

    const {
      timeout = 30_000,
      retry = 2,
      signal: given,
      fetch: send = fetch,
    } = {
      ...options,
      ...defaults,
      ...call,
    } as RequestOptions
    const timer = AbortSignal.timeout(timeout)
    const signal = AbortSignal.any([timer, given ?? timer])
    const again = ({ response, options }: FetchContext): void => {
      const header = response?.headers.get('retry-after') as string
      // What the server says (RFC 9110 §10.2.3), or by chance, and longer the fewer tries are left.
      options.retryDelay =
        +header * 1000 || Date.parse(header) - Date.now() || (Math.random() * 1200) / (options.retry as number)
      // Nobody waits any longer, or would for so long.
      if (signal.aborted || options.retryDelay > timeout) options.retry = 0
    }

    // Of the latest try.
    let response!: Response
    let text!: string
    let token: string | undefined
    await new Promise((resolve, reject) => {
      // Ends the wait for a token or for another try as well, which nothing else would.
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- weighs less, and the signal is this request's own
      signal.onabort = reject
      // What was given up before is neither asked a token for nor sent.
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- below it is told what it was
      if (signal.aborted) reject()
      else {
        createFetch({
          defaults: defaults as FetchOptions,
          fetch: async (url, init) => {
            response = await send(url, init)
            let left = byteLimit
            text = await new Response(
              response.body?.pipeThrough(
                new TransformStream<Uint8Array, Uint8Array>({
                  transform(chunk, body) {
                    // What is cut off is no JSON any longer.
                    if ((left -= chunk.length) < 0) body.terminate()
                    else body.enqueue(chunk)
                  },
                }),
              ),
            ).text()
            return response
          },
        })
          .raw(url, {
            ...(call as FetchOptions<'stream'>),
            signal,
            body: body as BodyInit,
            onRequestError: again,
            retry: method !== 'POST' && retry,
            // Read already.
            responseType: 'stream',
            onRequest: [
              async ({ options: { headers } }: FetchContext) => {
                if (headers.has('authorization') || !(token = await tokenOf(path))) return
                // What may stand in a token stays (RFC 6750 §2.1); anything else would come back in an error of fetch.
                headers.set('authorization', 'Bearer ' + encodeURI(token))
              },
              defaults?.onRequest,
              call?.onRequest,
            ].filter(Boolean) as never,
            onResponse: [defaults?.onResponse, call?.onResponse].filter(Boolean) as never,
            onResponseError: again,
            // It would carry the token along.
            redirect: 'manual',
            method,
          })
          .then(resolve, reject)
      }
    }).catch((error: FetchError | undefined) => {
      if (given?.aborted) throw new AbortError(`${what} was aborted`, { cause: given.reason })
      if (timer.aborted) throw new TimeoutError(`${what} took over ${timeout} ms`)
      // What the hooks and the source of the token throw stays as it is.
      if (error?.request !== url) throw error
      if (!error.response) {
        warnOfSilence(options)
        throw new NetworkError(`${what}: ${error.cause?.message}`, error)
      }
    })
    // What failed is written to logs, which must not hold a token that the server repeats.
    return readAnswer(what, response, response.ok || !token ? text : text.replaceAll(token, 'token'))
  }
}

/** What ofetch throws of an attempt: without a response, the cause is what fetch threw. */
interface FetchError {
  readonly request?: unknown
  readonly response?: Response
  readonly cause?: Error
}
