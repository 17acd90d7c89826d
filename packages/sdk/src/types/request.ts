/** One attempt of a request, the argument of hooks. */
export interface RequestContext {
  readonly request: string | URL | Request
  /** The options of `fetch`. Headers that a hook sets are sent. */
  readonly options: { readonly method?: string | undefined; readonly headers: Headers }
}

/** The options of a call, its last argument: those of `fetch` and those of this package. */
export interface RequestOptions extends Omit<RequestInit, 'body' | 'method' | 'redirect' | 'window' | 'headers'> {
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds for the complete response, retries included. Default 30,000. */
  readonly timeout?: number
  /** The number of retries of GET, PUT and DELETE; POST is never retried. Default 2. */
  readonly retry?: number
  /**
   * Milliseconds of the longest wait between tries. A longer `Retry-After` ends the call with the response's
   * error. Default: the `timeout`.
   */
  readonly maxRetryDelay?: number
  /**
   * Called before each attempt: the client's hook, then the call's. If one throws, the request isn't sent,
   * and the call throws its error.
   */
  readonly onRequest?: (context: RequestContext) => void | Promise<void>
  /** Called after each response of any status: the client's hook, then the call's. The body has been read. */
  readonly onResponse?: (context: RequestContext & { readonly response: Response }) => void | Promise<void>
  /** Replaces the `fetch` of the client. */
  readonly fetch?: typeof globalThis.fetch
  /** Caching in Next.js: seconds until the response is read again, and tags for `revalidateTag`. */
  readonly next?: { revalidate?: number | false; tags?: string[] }
}

/** The methods that the SDK sends. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A request that has not been sent. */
export interface ApiRequest {
  readonly method: Method
  /** Under the prefix: `/articles`. */
  readonly path: string
  /** Replaces the prefix of the client (`/api`). */
  readonly prefix?: string
  readonly query?: object | undefined
  /** The body: an object is sent as JSON; a `FormData`, or a string of JSON, is sent unchanged. */
  readonly body?: unknown
  readonly options?: RequestOptions | undefined
}

/** Sends a request and returns the parsed response. Throws the errors of this package. */
export type Send = (request: ApiRequest) => Promise<unknown>
