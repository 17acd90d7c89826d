import { QueryError } from '../errors/query-error.js'
import { stringify } from '../query/stringify.js'
import type { ApiRequest } from '../types/request.js'
import type { TransportOptions } from './transport-options.js'

const DEFAULT_PREFIX = '/api'
const DEFAULT_URL_LIMIT = 8192

/** An origin and a path; either may be missing. The origin has no credentials, because fetch rejects them. */
const ADDRESS = /^(https?:\/\/[^/?#@\s]+)?(\/[^?#\s]*)?$/i

/** Throws a `TypeError` for a `baseURL` that is not a valid address. */
export function checkAddress({ baseURL }: TransportOptions): void {
  if (typeof baseURL === 'string' && ADDRESS.test(baseURL)) return
  throw new TypeError(`baseURL is '${baseURL}', not an http(s) URL or a path`)
}

/** Returns the URL of a request. Throws a {@link QueryError} for one over `urlLimit`. */
export function urlOf({ path, prefix, query = {} }: ApiRequest, options: TransportOptions): string {
  const search = stringify(query, options)
  const base = options.baseURL.replace(/\/$/, '') + (prefix ?? options.prefix ?? DEFAULT_PREFIX)
  const url = base + path + (search === '' ? '' : `?${search}`)
  const { urlLimit = DEFAULT_URL_LIMIT } = options
  if (url.length > urlLimit) {
    throw new QueryError('URL', `has ${url.length} characters, over urlLimit (${urlLimit})`)
  }
  return url
}
