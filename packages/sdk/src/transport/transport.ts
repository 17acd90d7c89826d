import { createFetch, type FetchContext, FetchError, type FetchOptions } from 'ofetch'
import { isSentWithoutSignal } from '#memoization'
import { warnOfAddress, warnOfSilence } from '#warnings'
import { NetworkError } from '../errors/network-error.js'
import type { RequestOptions, Send } from '../types/request.js'
import { checkAddress, urlOf } from './address.js'
import { mergeHeaders, setBearer, withoutCredentials } from './headers.js'
import { readResponse } from './read-response.js'
import { readText, type ResponseText } from './read-text.js'
import { retryDelay } from './retry-delay.js'
import { defaultTimeout, startTimeLimit } from './time-limit.js'
import type { TransportOptions } from './transport-options.js'

/** Returns the bearer token of the next request, by its path. */
export type TokenSource = (path: string) => string | undefined | Promise<string | undefined>

const DEFAULT_RETRIES = 2
const DEFAULT_BYTE_LIMIT = 100_000_000

/** Creates the function that sends requests: the only place that waits for the network. */
export function createTransport(options: TransportOptions, tokenOf: TokenSource): Send {
  checkAddress(options)
  warnOfAddress(options)
  const { defaults = {}, byteLimit = DEFAULT_BYTE_LIMIT } = options

  return async (request) => {
    const { method, path, body, options: call = {} } = request
    const {
      fetch: send = options.fetch ?? fetch,
      retry = DEFAULT_RETRIES,
      maxRetryDelay = Infinity,
      timeout: _timeout,
      signal: callerSignal,
      ...forFetch
    }: RequestOptions = { ...defaults, ...call }
    const what = `${method} ${path}`
    const url = urlOf(request, options)
    const headers = mergeHeaders(defaults.headers, call.headers)
    const limit = startTimeLimit(request, defaultTimeout(options))
    // Cancels the request when the call is aborted or reaches its time limit.
    const ending = new AbortController()

    let received: [lastResponse: Response, body: ResponseText] | undefined
    const fetchAndRead: typeof fetch = async (address, init) => {
      received = undefined
      const response = await send(address, init)
      const body = await readText(response, byteLimit)
      // Errors contain the text. A hook may have set the credentials.
      const text = response.ok ? body.text : withoutCredentials(body.text, init?.headers as Headers)
      received = [response, { ...body, text }]
      return response
    }

    let retries = 0
    const planRetry = ({ response, options }: FetchContext): void => {
      const delay = retryDelay(response, retries++)
      // ofetch reads these options after this hook. A retry that would exceed a limit isn't started.
      if (delay > maxRetryDelay || delay > limit.left()) options.retry = 0
      else options.retryDelay = delay
    }

    const exchange = async (): Promise<unknown> => {
      const token = headers.has('authorization') ? undefined : await tokenOf(path)
      if (token) setBearer(headers, token)
      return createFetch({ fetch: fetchAndRead }).raw(url, {
        ...(forFetch as FetchOptions<'stream'>),
        method,
        headers,
        body: body as FetchOptions['body'],
        signal: isSentWithoutSignal(method) && !callerSignal ? null : ending.signal,
        // `fetch` would send the token to the redirect's target.
        redirect: 'manual',
        // The body has been read.
        responseType: 'stream',
        retry: method !== 'POST' && retry,
        // A retry may start after the call has ended.
        onRequest: hooks(() => ending.signal.throwIfAborted(), defaults.onRequest, call.onRequest),
        onResponse: hooks(defaults.onResponse, call.onResponse),
        onRequestError: planRetry,
        onResponseError: planRetry,
      })
    }

    try {
      await limit.wait(exchange)
    } catch (error) {
      // Other errors come from the limit, hooks or the token's source.
      if (!(error instanceof FetchError && error.request === url)) {
        ending.abort(error)
        throw error
      }
      if (!received) {
        warnOfSilence(options)
        const cause = error.cause as Error | undefined
        throw new NetworkError(`${what}: ${cause?.message}`, { cause })
      }
    }
    return readResponse(what, ...(received as NonNullable<typeof received>))
  }
}

function hooks<Hook>(...all: (Hook | undefined)[]): Hook[] {
  return all.flatMap((hook) => hook ?? [])
}
