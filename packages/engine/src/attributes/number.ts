import { invalidType, InvalidValue, printed } from './scalar-behaviour.js'

const decimalForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** Reads a finite number, or a string with one in decimal notation. @throws InvalidValue */
export function finiteNumber(value: unknown, name: string): number {
  const number = typeof value === 'string' && decimalForm.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalidType(name, 'number', value)
  return number
}

/**
 * Reads the number of a filter in any form that JavaScript's `Number` accepts. The empty string is 0.
 * @throws InvalidValue
 */
export function numericComparand(value: string | number | boolean, name: string): number {
  const number = Number(value)
  if (!Number.isFinite(number))
    throw new InvalidValue(`${name} must be compared with a number, not with ${printed(value)}`)
  return number
}
