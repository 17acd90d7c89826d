import { setTimeout as sleep } from 'node:timers/promises'
import { type Exchange, type Method, TargetError } from './exchange.js'
import { Pace } from './pace.js'
import { type Query, queryString } from './query-string.js'

export type Fetch = (request: Request) => Promise<Response>

export interface HttpClientOptions {
  readonly baseUrl: URL
  /** Replaces the network; a target inside this process is asked through it. */
  readonly fetch?: Fetch
  readonly timeoutMilliseconds: number
  readonly requestsPerSecond: number
  /** Headers of every request, for instance those of a gateway before the target. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface RequestOptions {
  readonly query?: Query | undefined
  /** A value is sent as JSON, a string as it stands, form data as multipart. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly token?: string | undefined
}

const LONGEST_PAUSE = 60_000
const BUSY = new Set([429, 503])

/** Sends requests at the agreed pace; answers whatever the target answered and throws only when it did not answer. */
export class HttpClient {
  readonly #pace: Pace

  constructor(readonly options: HttpClientOptions) {
    this.#pace = new Pace(options.requestsPerSecond)
  }

  /** @throws TargetError when nothing answers, in time or at all, or when another origin is to be asked instead */
  async send(method: Method, path: string, options: RequestOptions = {}): Promise<Omit<Exchange, 'purpose' | 'index'>> {
    const first = await this.#once(method, path, options)
    if (!BUSY.has(first.status) || !this.#pace.pauseFor(first.headers['retry-after'], LONGEST_PAUSE)) return first
    return this.#once(method, path, options)
  }

  async #once(method: Method, path: string, options: RequestOptions): Promise<Omit<Exchange, 'purpose' | 'index'>> {
    await this.#pace.turn()
    const request = this.#request(method, path, options)
    const started = performance.now()
    const response = await this.#ask(request)
    const text = await this.#body(response, request)
    this.#refuseOtherOrigin(response, request)
    return {
      method,
      url: request.url,
      requestHeaders: Object.fromEntries(request.headers),
      ...(typeof options.body === 'undefined' ? {} : { requestBody: bodyText(options.body) }),
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      body: parse(text),
      milliseconds: performance.now() - started,
    }
  }

  #request(method: Method, path: string, { query, body, headers, token }: RequestOptions): Request {
    const { baseUrl } = this.options
    const url = `${baseUrl.origin}${baseUrl.pathname.replace(/\/$/, '')}${path}${queryString(query)}`
    const isForm = body instanceof FormData
    return new Request(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(this.options.timeoutMilliseconds),
      headers: {
        accept: 'application/json',
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...this.options.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : bodyText(body) }),
    })
  }

  async #ask(request: Request): Promise<Response> {
    try {
      return await this.#withDeadline(this.options.fetch?.(request) ?? fetch(request))
    } catch (error) {
      throw this.#explain(error, request)
    }
  }

  async #body(response: Response, request: Request): Promise<string> {
    try {
      return await this.#withDeadline(response.text())
    } catch (error) {
      throw this.#explain(error, request)
    }
  }

  /** An injected fetch need not heed the signal of the request, so that its deadline is kept here. */
  async #withDeadline<T>(work: Promise<T>): Promise<T> {
    if (!this.options.fetch) return work
    const done = new AbortController()
    const deadline = sleep(this.options.timeoutMilliseconds, undefined, { signal: done.signal }).then(() => {
      throw new DOMException('deadline', 'TimeoutError')
    })
    deadline.catch(() => undefined)
    try {
      return await Promise.race([work, deadline])
    } finally {
      done.abort()
    }
  }

  #explain(error: unknown, request: Request): TargetError {
    const { origin } = new URL(request.url)
    if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) {
      const seconds = this.options.timeoutMilliseconds / 1000
      return new TargetError('timeout', `${origin} did not answer ${request.method} ${request.url} within ${seconds} s`)
    }
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const detail = cause instanceof Error ? cause.message || cause.name : String(cause)
    return new TargetError('unreachable', `${origin} cannot be reached: ${detail}. Is the service running there?`)
  }

  #refuseOtherOrigin(response: Response, request: Request): void {
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return
    const to = new URL(location, request.url)
    if (to.origin === new URL(request.url).origin) return
    throw new TargetError(
      'redirect',
      `${request.url} redirects to another origin, ${to.origin}. Name that address if it is the one to check; credentials are never sent along a redirect.`,
    )
  }
}

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
