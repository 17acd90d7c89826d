import type { QueryLimits } from '../query/stringify.js'
import type { RequestOptions } from '../types/request.js'

/** The address of a content service, and the settings of all requests to it. */
export interface TransportOptions extends QueryLimits {
  /** The server's address: `https://cms.example.org`, or a path of the page's own origin (`''` for its root). */
  readonly baseURL: string
  /** The path of the REST interface below `baseURL`. Default `/api`. */
  readonly prefix?: string
  /**
   * An API token or a user's JWT, or a function that returns it for each request. Messages of this package
   * never contain it.
   */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>) | undefined
  /**
   * The options of every call: time limit, retries, hooks, headers, options of `fetch`. Those of a call
   * replace them, except that headers are merged and the hooks of both run.
   */
  readonly defaults?: Omit<RequestOptions, 'signal' | 'fetch'> | undefined
  /** The maximum number of characters in a URL. Default 8192: many proxies reject longer ones. */
  readonly urlLimit?: number
  /** The maximum number of bytes in a response. Default 100,000,000. */
  readonly byteLimit?: number
  /** Replaces the global `fetch`. The default is looked up for each request. */
  readonly fetch?: typeof globalThis.fetch
}
