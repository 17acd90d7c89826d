import qs from 'qs'
import { ApiError } from '@content-api/engine/errors'
import { invalidParameter } from '../errors/invalid-parameter.js'

/** The limits on a query string. A query string over a limit is rejected; it is never truncated or reinterpreted. */
export interface QueryStringLimits {
  readonly parameters: number
  /** The maximum number of items of one array. Indexes must be less than this limit. */
  readonly arrayItems: number
  /** The maximum number of brackets in one name. */
  readonly depth?: number
  /** The maximum number of brackets after `filters`. */
  readonly filterDepth?: number
  /** Returns the error for filters that nest deeper. @param rest the part of the name beyond the limit */
  readonly tooDeep?: (rest: string) => ApiError
}

/**
 * The default of `depth`: two brackets for each level of `populate`, about as many as fit into 16 kB.
 * `JSON.stringify` overflows the stack a little beyond. Filters have their own limit.
 */
const deepestQuery = 2100

/**
 * Parses the query string of a URL, with or without its `?`, into nested objects without a prototype.
 * `a[b]=1` becomes `{ a: { b: '1' } }`. `a[0]=1`, `a[]=1` and `a=1&a=2` become arrays. The value of a name
 * without `=` is null. Escapes that aren't UTF-8 stay as they are.
 *
 * @throws ApiError ValidationError for a query string over the limits, for NUL characters, and for names with
 * `__proto__` or `constructor[prototype]`
 */
export function parseQueryString(text: string, limits: QueryStringLimits): Record<string, unknown> {
  if (text === '' || text === '?') return Object.create(null) as Record<string, unknown>
  try {
    return qs.parse(text, {
      ignoreQueryPrefix: true,
      allowPrototypes: false,
      plainObjects: true,
      strictNullHandling: true,
      strictDepth: true,
      throwOnLimitExceeded: true,
      parameterLimit: limits.parameters,
      arrayLimit: limits.arrayItems,
      depth: limits.depth ?? deepestQuery,
      decoder: (text: string, decode: DefaultDecoder, charset: string, kind?: 'key' | 'value') =>
        decodePart(decode(text, decode, charset), kind, limits),
    })
  } catch (error) {
    if (error instanceof RangeError) throw new ApiError('ValidationError', `Invalid query string: ${problem(error)}`)
    throw error
  }
}

/** Describes an error of qs. Its recursive merge overflows the stack if several names are nested deep. */
function problem({ message }: RangeError): string {
  return message.includes('call stack') ? 'several of its names nest too deep' : message
}

/** A name that changes the prototype of objects if code of a project merges it. */
const pollution = /(?:^|\[)constructor\]?\[prototype\]/

type DefaultDecoder = (text: string, decoder?: unknown, charset?: string) => string

function decodePart(decoded: string, kind: 'key' | 'value' | undefined, limits: QueryStringLimits): string {
  if (decoded.includes('\0'))
    throw new ApiError('ValidationError', 'Invalid query string: it must not hold NUL characters')
  // qs drops this key silently, and with it the filter condition that contains it.
  if (kind === 'key' && decoded.includes('__proto__')) throw invalidParameter('__proto__')
  if (kind === 'key' && decoded.includes('prototype') && pollution.test(decoded)) throw invalidParameter('constructor')
  if (kind === 'key' && decoded.startsWith('filters[')) checkDepth(decoded, limits)
  return decoded
}

/**
 * Checks the depth of filters. Like Strapi, the error names the part of the name beyond the limit.
 * @throws ApiError
 */
function checkDepth(name: string, { filterDepth, tooDeep }: QueryStringLimits): void {
  if (filterDepth === undefined) return
  const end = [...name.matchAll(/\]/g)][filterDepth - 1]?.index
  if (end === undefined || end === name.length - 1) return
  const rest = name.slice(end + 1)
  if (tooDeep) throw tooDeep(rest)
  throw new ApiError('ValidationError', `Invalid parameter ${rest}: filters nest at most ${filterDepth} names deep`)
}
