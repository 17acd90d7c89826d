import { ApiError } from '@content-api/engine/errors'

/** Parsed query parameters: brackets have become nested objects and arrays. */
export type RawQuery = Readonly<Record<string, unknown>>

/** A scalar in a parsed query: always a string in REST, any scalar type in GraphQL. */
export type RawScalar = string | number | boolean

export function isRawScalar(value: unknown): value is RawScalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Returns the error for a known parameter with an invalid value. `rule` continues the sentence "it …". */
export function malformedParameter(key: string, rule: string): ApiError {
  return new ApiError('ValidationError', `Invalid parameter ${key}: it ${rule}`)
}

const on: readonly unknown[] = ['true', 't', '1', true]
const off: readonly unknown[] = ['false', 'f', '0', false]

/** Parses a boolean parameter (specification §4.3: `true,false,t,f,1,0`). Returns undefined for other values. */
export function readToggle(value: unknown): boolean | undefined {
  if (on.includes(value)) return true
  return off.includes(value) ? false : undefined
}

const digits = /^-?\d+$/

/** Parses an id: a number, or a string of digits without sign, space or leading zero. Returns null for other values. */
export function readId(value: unknown): number | null {
  const id = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Parses a safe integer: a number, or a string of digits with an optional `-`. Returns undefined for other values. */
export function readInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && digits.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}
