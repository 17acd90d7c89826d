import type { Stored } from '../attributes/scalar-behaviour.js'

const largest = 2n ** 63n - 1n
const smallest = -(2n ** 63n)

/** Returns whether a number, or a string of digits, is an integer that fits into the 64 bits of both databases. */
export function isInt64(value: Stored): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63
  if (typeof value !== 'string' || !/^[+-]?\d{1,100}$/.test(value)) return false
  const number = BigInt(value.replace('+', ''))
  return number >= smallest && number <= largest
}
