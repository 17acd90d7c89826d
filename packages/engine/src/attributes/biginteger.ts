import { InvalidValue, printed, type ScalarBehaviour, usualBehaviour } from './scalar-behaviour.js'
import { numericComparand } from './number.js'

const least = -(2n ** 63n)
const greatest = 2n ** 63n - 1n

/** 64 bits need 19 digits. 40 digits leave room for leading zeros, and limit the time for converting a string. */
const wholeNumber = /^[+-]?\d{1,40}$/

/** A 64-bit integer. It is passed along as a string so that no digit is lost. */
export const biginteger: ScalarBehaviour = {
  storage: 'bigint',
  ...usualBehaviour,
  outputAsString: true,
  searchable: 'by-number',
  parse: (value, _attribute, name) => {
    const number = exactInteger(value)
    if (number === undefined) {
      throw new InvalidValue(
        `${name} must be an integer: a safe JSON number or its digits as text, not ${printed(value)}`,
      )
    }
    if (number < least || number > greatest) {
      throw new InvalidValue(`${name} must be between ${least} and ${greatest}`)
    }
    return String(number)
  },
  comparand: (value, _attribute, name) => {
    if (typeof value === 'string' && wholeNumber.test(value.trim()))
      return String(BigInt(value.trim().replace('+', '')))
    const number = numericComparand(value, name)
    return Number.isInteger(number) ? String(BigInt(number)) : String(number)
  },
}

function exactInteger(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string') return undefined
  const digits = value.trim()
  return wholeNumber.test(digits) ? BigInt(digits.replace('+', '')) : undefined
}
