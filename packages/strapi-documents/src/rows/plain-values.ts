import { isRecord } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { Values } from '@content-api/engine/plan'

/**
 * Returns values of project code as a request would have them: dates as ISO strings, and no undefined members.
 * @throws ApiError ValidationError for an invalid date, and for numbers that JSON doesn't have
 */
export function plainValues(values: Values): Values {
  return plain(values, '') as Values
}

function plain(value: unknown, path: string): unknown {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new ApiError('ValidationError', `${path} is an invalid date`)
    return value.toISOString()
  }
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new ApiError('ValidationError', `${path} is ${value}, which is no number that can be stored or compared`)
  }
  if (Array.isArray(value)) return value.map((item, index) => plain(item, `${path}[${index}]`))
  if (!isRecord(value) || !isPlain(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(
    members.map(([name, member]) => [name, plain(member, path === '' ? name : `${path}.${name}`)]),
  )
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
