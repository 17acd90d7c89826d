import { isRecord } from '../check/read.js'
import { type Exchange, type FormPart, type Method, TargetError } from './exchange.js'
import { type Fetch, injectedFetch } from './injected-fetch.js'
import { network } from './network.js'
import { Pace, requestedPause } from './pace.js'
import { type Query, queryString } from './query-string.js'
import { certificateAdvice, type Tls } from './tls.js'
import type { Incoming, Outgoing, Transport } from './transport.js'

export interface HttpClientOptions {
  readonly baseUrl: URL
  /** Replaces the network, for a target in this process. */
  readonly fetch?: Fetch
  readonly timeoutMilliseconds: number
  readonly requestsPerSecond: number
  /** Headers of every request, such as those of a gateway in front of the target. */
  readonly headers?: Readonly<Record<string, string>>
  /** The trusted certificates. Default: those that Node trusts. */
  readonly tls?: Tls
  /** Called when the target limits requests and all of them wait, with a sentence about it. */
  readonly onWait?: ((text: string) => void) | undefined
}

export interface RequestOptions {
  readonly query?: Query | undefined
  /** A value is sent as JSON, a string unchanged, form data as multipart. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly token?: string | undefined
}

/** How long a request waits for a target that limits requests, or that is unavailable for a moment. */
const LONGEST_LIMIT = 6 * 60_000
const LONGEST_PAUSE = 60_000
/** The statuses with which gateways report that the service behind them doesn't respond. */
const NOT_THROUGH = new Set([502, 503, 504])
/** The service or an intermediary closed an established connection. */
const BROKEN_OFF = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

type Answer = Omit<Exchange, 'purpose' | 'index'>

/**
 * Sends requests at the configured rate. Returns responses of every status. Throws if the target sent none,
 * and for redirects to another origin.
 */
export class HttpClient {
  readonly #pace: Pace
  readonly #transport: Transport
  /** Whether waiting took too long once. Then further requests that the target limits are not repeated. */
  #isLimited = false

  constructor(readonly options: HttpClientOptions) {
    const { baseUrl, fetch, timeoutMilliseconds, requestsPerSecond, tls } = options
    this.#pace = new Pace(requestsPerSecond)
    this.#transport = fetch
      ? injectedFetch(fetch, timeoutMilliseconds)
      : network(baseUrl.origin, timeoutMilliseconds, tls)
  }

  /**
   * Waits if the target limits requests (status 429), at most some minutes.
   * @throws TargetError if no complete response arrives in time, or if the response is too long, is the error
   *   of a gateway, redirects to another origin, or still has status 429
   */
  async send(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> {
    const first = await this.#once(method, path, options)
    const response =
      first.status === 429
        ? await this.#afterLimit(first, () => this.#once(method, path, options))
        : await this.#afterPause(first, () => this.#once(method, path, options))
    rejectGateway(response)
    return response
  }

  /** Repeats a request once if the target says that it is available again soon. */
  async #afterPause(first: Answer, again: () => Promise<Answer>): Promise<Answer> {
    const pause = first.status === 503 && 'retry-after' in first.headers ? requestedPause(first.headers) : undefined
    if (pause === undefined || pause > LONGEST_PAUSE) return first
    this.#pace.pauseFor(pause)
    return again()
  }

  /**
   * Repeats a request whose number the target limits, when the target permits it again.
   * @throws TargetError if that takes too long
   */
  async #afterLimit(first: Answer, again: () => Promise<Answer>): Promise<Answer> {
    let response = first
    let waited = 0
    for (let attempt = 0; response.status === 429; attempt++) {
      // A target that says too little or too often "now" is asked at growing intervals.
      const pause = Math.max(requestedPause(response.headers) ?? 1000, attempt * 1000)
      waited += pause
      if (this.#isLimited || waited > LONGEST_LIMIT) {
        this.#isLimited = true
        throw limited(response, pause)
      }
      if (this.#pace.pauseFor(pause) && pause >= 1000)
        this.options.onWait?.(
          `${response.method} ${new URL(response.url).pathname} returned status 429: waiting ${Math.ceil(pause / 1000)} s, as the target requests.`,
        )
      response = await again()
    }
    return response
  }

  async #once(method: Method, path: string, options: RequestOptions): Promise<Answer> {
    await this.#pace.turn()
    const request = await this.#request(method, path, options)
    const started = performance.now()
    const { status, headers, text } = await this.#ask(request)
    rejectOtherOrigin(status, headers['location'], request.url)
    return {
      method,
      url: request.url.href,
      requestHeaders: request.headers,
      ...(typeof options.body === 'undefined' ? {} : { requestBody: bodyText(options.body) }),
      ...(options.body instanceof FormData ? { form: await partsOf(options.body) } : {}),
      status,
      headers,
      text,
      body: parse(text),
      milliseconds: performance.now() - started,
    }
  }

  async #request(method: Method, path: string, { query, body, headers, token }: RequestOptions): Promise<Outgoing> {
    const { baseUrl } = this.options
    const form = body instanceof FormData ? new Response(body) : undefined
    return {
      method,
      url: new URL(`${baseUrl.origin}${baseUrl.pathname.replace(/\/$/, '')}${path}${queryString(query)}`),
      headers: inLowerCase({
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': form?.headers.get('content-type') ?? 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...this.options.headers,
        ...headers,
      }),
      body: form ? new Uint8Array(await form.arrayBuffer()) : body === undefined ? undefined : bodyText(body),
    }
  }

  async #ask(request: Outgoing): Promise<Incoming> {
    try {
      return await this.#transport(request)
    } catch (error) {
      throw this.#explain(error, request)
    }
  }

  #explain(error: unknown, { method, url }: Outgoing): TargetError {
    if (error instanceof TargetError) return error
    if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) {
      const seconds = this.options.timeoutMilliseconds / 1000
      return new TargetError('timeout', `${url.origin} did not respond to ${method} ${url.href} within ${seconds} s`)
    }
    const advice = certificateAdvice(codesOf(error))
    if (advice !== undefined)
      return new TargetError(
        'unreachable',
        `The certificate of ${url.origin} is not trusted: ${causeOf(error)}. ${advice}`,
      )
    if (codesOf(error).some((code) => BROKEN_OFF.has(code)) || isNoHttp(error))
      return new TargetError(
        'unreachable',
        `${url.origin} did not respond to ${method} ${url.href}: ${causeOf(error)}.${otherScheme(url)}`,
      )
    if (codesOf(error).some((code) => code === 'EPROTO' || code.startsWith('ERR_SSL')))
      return new TargetError('unreachable', `${url.origin} does not support TLS: ${causeOf(error)}.${otherScheme(url)}`)
    return new TargetError(
      'unreachable',
      `${url.origin} can't be reached: ${causeOf(error)}. Is the service running there?`,
    )
  }
}

/** The wrong scheme in an address is the usual reason for a connection that is closed immediately. */
function otherScheme({ protocol, host }: URL): string {
  const other = protocol === 'https:' ? 'http' : 'https'
  return ` Does it speak ${other}? Then name it as ${other}://${host}`
}

/** Returns the codes of an error and its causes. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  return [...('code' in error && typeof error.code === 'string' ? [error.code] : []), ...codesOf(error.cause)]
}

const isNoHttp = (error: unknown) => error instanceof Error && error.name === 'HTTPParserError'

/** Returns the innermost reason: for a host name with several addresses, the error of the first address. */
function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message || error.name : causeOf(error.cause)
}

const limited = ({ method, url }: Answer, pause: number): TargetError =>
  new TargetError(
    'rate-limited',
    `${method} ${url} returned status 429 for too long: the target requests another wait of ${Math.ceil(pause / 1000)} s. Raise the limit of the target for this address, or run the suite later.`,
  )

/** With a status of `NOT_THROUGH`, a JSON object comes from the target and any other body from a gateway. */
function rejectGateway({ status, body, method, url }: Pick<Exchange, 'status' | 'body' | 'method' | 'url'>): void {
  if (!NOT_THROUGH.has(status) || isRecord(body)) return
  throw new TargetError(
    'unreachable',
    `${method} ${url} returned status ${status} without an envelope: a gateway in front of the service got no response`,
  )
}

function rejectOtherOrigin(status: number, location: string | undefined, from: URL): void {
  if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, from.href)) return
  const to = new URL(location, from)
  if (to.origin === from.origin) return
  throw new TargetError(
    'redirect',
    `${from.href} redirects to another origin, ${to.origin}. Use that address if you want to check it. The suite doesn't follow redirects, because credentials would be sent to another origin.`,
  )
}

/** Merges headers by case-insensitive names, so that none is sent twice. */
const inLowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function bodyText(body: unknown): string {
  if (typeof body === 'string') return body
  return body instanceof FormData ? '(multipart form)' : JSON.stringify(body)
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

const partsOf = (form: FormData): Promise<FormPart[]> =>
  Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string'
        ? { name, value }
        : { name, value: await value.text(), file: { name: value.name, type: value.type } },
    ),
  )
