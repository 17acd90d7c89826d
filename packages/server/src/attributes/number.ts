import { invalidType, printed } from './invalid-type.js'
import { InvalidValue } from './scalar-behaviour.js'

const decimalForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** A finite number, or text that is one in decimal notation. */
export function finiteNumber(value: unknown, name: string): number {
  const number = typeof value === 'string' && decimalForm.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalidType(name, 'number', value)
  return number
}

/** What a filter compares a number with: every form that JavaScript's `Number` reads, the empty text being 0. */
export function numericComparand(value: string | number | boolean, name: string): number {
  const number = Number(value)
  if (!Number.isFinite(number))
    throw new InvalidValue(`${name} must be compared with a number, not with ${printed(value)}`)
  return number
}
