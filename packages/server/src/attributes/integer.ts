import { finiteNumber, numericComparand } from './number.js'
import { InvalidValue, type ScalarBehaviour } from './scalar-behaviour.js'

const least = -(2 ** 31)
const greatest = 2 ** 31 - 1

/** 32 bits, as the column of PostgreSQL holds them. */
export const integer: ScalarBehaviour = {
  storage: 'integer',
  answeredAsString: false,
  filterable: true,
  sortable: true,
  searchable: false,
  hidden: false,
  parse: (value, _attribute, name) => {
    const number = finiteNumber(value, name)
    if (!Number.isInteger(number)) throw new InvalidValue(`${name} must be an integer`)
    if (number < least || number > greatest) {
      throw new InvalidValue(`${name} must be between ${least} and ${greatest}. A biginteger holds more`)
    }
    return number
  },
  comparand: (value, _attribute, name) => numericComparand(value, name),
}
