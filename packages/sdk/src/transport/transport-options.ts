import type { QueryLimits } from '../query/stringify.js'
import type { RequestOptions } from '../types/request.js'

export interface TransportOptions extends QueryLimits {
  /** The server's address: `https://cms.example.org`, or a path of the page's own origin. */
  readonly baseURL: string
  /** Where the REST interface lives under it. Default `/api`. */
  readonly prefix?: string
  /** An API token or a user's JWT, or where to get one for each request (no message of the SDK's own holds it). */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>) | undefined
  /** What every call starts from: time limit, retries, hooks, headers, what fetch takes. */
  readonly defaults?: Omit<RequestOptions, 'signal' | 'fetch'> | undefined
  /** Characters of a URL. Default 8192, which is where proxies begin to refuse. */
  readonly urlLimit?: number
  /** Bytes of an answer. Default 100 million. */
  readonly byteLimit?: number
  /** Default: the global one, looked up for each request. */
  readonly fetch?: typeof globalThis.fetch
}
