import qs from 'qs'
import { ApiError } from '../errors/api-error.js'
import { invalidParameter } from '../errors/invalid-parameter.js'

/** What a query string may spell out; more is refused, never cut or read as something else. */
export interface QueryStringLimits {
  readonly parameters: number
  /** Items of one array, and so the indexes from 0 that it may use. */
  readonly arrayItems: number
  /** Brackets after one name. */
  readonly depth?: number
  /** Brackets after `filters`. */
  readonly filterDepth?: number
}

/** Two for each level that populate may have; filters have a bound of their own. */
const deepestQuery = 2100

/**
 * Reads the query of a URL, with or without its `?`, into plain nested objects without a prototype: `a[b]=1` is
 * `{ a: { b: '1' } }`, `a[0]=1`, `a[]=1` and `a=1&a=2` are arrays, a name without `=` is null. An escape that isn't UTF-8
 * stands for itself.
 *
 * @throws ApiError ValidationError beyond the limits and for NUL characters
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

/** Names that lie deep within one another are merged by calls that do so too. */
function problem({ message }: RangeError): string {
  return message.includes('call stack') ? 'several of its names nest too deep' : message
}

type DefaultDecoder = (text: string, decoder?: unknown, charset?: string) => string

function decodePart(decoded: string, kind: 'key' | 'value' | undefined, { filterDepth }: QueryStringLimits): string {
  if (decoded.includes('\0'))
    throw new ApiError('ValidationError', 'Invalid query string: it must not hold NUL characters')
  // qs drops such a key without a word, and with it the condition that it was part of.
  if (kind === 'key' && decoded.includes('__proto__')) throw invalidParameter('__proto__')
  if (kind === 'key' && filterDepth !== undefined && decoded.startsWith('filters[')) checkDepth(decoded, filterDepth)
  return decoded
}

/** What lies too deep is named as a whole, as observed. @throws ApiError */
function checkDepth(name: string, brackets: number): void {
  const end = [...name.matchAll(/\]/g)][brackets - 1]?.index
  if (end === undefined || end === name.length - 1) return
  const rest = name.slice(end + 1)
  throw new ApiError('ValidationError', `Invalid parameter ${rest}: filters nest at most ${brackets} names deep`)
}
