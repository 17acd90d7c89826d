/** An attempt as hooks see it. */
export interface RequestContext {
  readonly request: string | URL | Request
  /** What goes to fetch: headers set here are sent. */
  readonly options: { readonly method?: string | undefined; readonly headers: Headers }
}

/** What any call takes as its last argument: what fetch takes, and what surrounds it. */
export interface RequestOptions extends Omit<RequestInit, 'body' | 'method' | 'redirect' | 'window' | 'headers'> {
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds for the whole answer, retries included. Default 30,000. */
  readonly timeout?: number
  /** How often GET, PUT and DELETE are tried again; POST never is. Default 2. */
  readonly retry?: number
  /** Milliseconds of the longest wait between tries. A longer `Retry-After` is not waited for. Default: the `timeout`. */
  readonly maxRetryDelay?: number
  /** Before each attempt: the client's own hook, then the call's. What they throw is thrown as it is, and nothing sent. */
  readonly onRequest?: (context: RequestContext) => void | Promise<void>
  /** After each answer, whatever its status: the client's own hook, then the call's. Its body has been read. */
  readonly onResponse?: (context: RequestContext & { readonly response: Response }) => void | Promise<void>
  /** Instead of the client's. */
  readonly fetch?: typeof globalThis.fetch
  /** For Next.js. */
  readonly next?: { revalidate?: number | false; tags?: string[] }
}

/** The methods that the SDK sends. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A request as the helpers build it: nothing has been sent yet. */
export interface ApiRequest {
  readonly method: Method
  /** Under the prefix: `/articles`. */
  readonly path: string
  /** Instead of the client's own (`/api`). */
  readonly prefix?: string
  readonly query?: object | undefined
  /** Sent as JSON, or as it is when it is a `FormData`, or text, which is JSON already. */
  readonly body?: unknown
  readonly options?: RequestOptions | undefined
}

/** Sends a request and gives the parsed answer, or throws one of the SDK's errors. */
export type Send = (request: ApiRequest) => Promise<unknown>
