import { finiteNumber, numericComparand } from './number.js'
import { InvalidValue, type ScalarBehaviour, usualBehaviour } from './scalar-behaviour.js'

const least = -(2 ** 31)
const greatest = 2 ** 31 - 1

/** 32 bits, like GraphQL's Int. Lenient mode accepts every safe integer of JavaScript, as Strapi 4.26 does. */
export const integer: ScalarBehaviour = {
  storage: 'integer',
  ...usualBehaviour,
  searchable: 'by-number',
  parse: (value, _attribute, name) => {
    const number = wholeNumber(value, name)
    if (number >= least && number <= greatest) return number
    throw new InvalidValue(`${name} must be between ${least} and ${greatest}. Use a biginteger for larger numbers`)
  },
  parseLenient: (value, _attribute, name) => {
    const number = wholeNumber(value, name)
    if (Number.isSafeInteger(number)) return number
    throw new InvalidValue(
      `${name} must be between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}. Use a biginteger for larger numbers`,
    )
  },
  comparand: (value, _attribute, name) => numericComparand(value, name),
}

function wholeNumber(value: unknown, name: string): number {
  const number = finiteNumber(value, name)
  if (!Number.isInteger(number)) throw new InvalidValue(`${name} must be an integer`)
  return number
}
