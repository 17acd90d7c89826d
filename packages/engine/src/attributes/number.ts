import { invalidType, InvalidValue, printed } from './scalar-behaviour.js'

const decimalForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** Reads a finite number, or a string with one in decimal notation. @throws InvalidValue */
export function finiteNumber(value: unknown, name: string): number {
  const number = typeof value === 'string' && decimalForm.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalidType(name, 'number', value)
  return number
}

/**
 * Checks that a number in a string keeps all of its digits. Values that are no such strings pass.
 * @throws InvalidValue
 */
export function requireExact(value: unknown, name: string): void {
  if (typeof value !== 'string' || !decimalForm.test(value.trim())) return
  const number = Number(value)
  if (!Number.isFinite(number) || digitsOf(value.trim()) === digitsOf(String(number))) return
  throw new InvalidValue(
    `${name} has more digits than a number can hold: ${printed(value)} would become ${number}. Send that, or store a string`,
  )
}

/** Returns the digits of a decimal number without zeros around them, and the power of ten of the last one. */
function digitsOf(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().replace(/^[+-]/, '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = withoutLastZeros(digits)
  if (significant === '') return '0'
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

/** Does the same as an expression, which would take quadratic time for a long row of zeros before another digit. */
function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
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
