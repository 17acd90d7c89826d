import { ApiError } from '../errors/api-error.js'

/** A value of a raw query that isn't a group: text in REST, of any scalar type in GraphQL. */
export type RawScalar = string | number | boolean

export function isRawScalar(value: unknown): value is RawScalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** A parameter that is known but given in a way that means nothing; `rule` reads after "it". */
export function malformedParameter(key: string, rule: string): ApiError {
  return new ApiError('ValidationError', `Invalid parameter ${key}: it ${rule}`)
}

const toggles = new Map<unknown, boolean>([
  ['true', true],
  ['t', true],
  ['1', true],
  [true, true],
  ['false', false],
  ['f', false],
  ['0', false],
  [false, false],
])

/** The on and off of specification §4.3 (`true,false,t,f,1,0`); undefined for anything else. */
export function readToggle(value: unknown): boolean | undefined {
  return toggles.get(value)
}

const digits = /^-?\d+$/

/** Ids are numbers, or their digits as text without sign, space or leading zero; null for anything else. */
export function readId(value: unknown): number | null {
  const id = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

/** A safe integer, or text that writes one in decimal digits; undefined for anything else. */
export function readInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && digits.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}
