import { finiteNumber, numericComparand } from './number.js'
import { type ScalarBehaviour, usualBehaviour } from './scalar-behaviour.js'

export const float: ScalarBehaviour = {
  storage: 'double',
  ...usualBehaviour,
  searchable: 'by-number',
  parse: (value, _attribute, name) => finiteNumber(value, name),
  comparand: (value, _attribute, name) => numericComparand(value, name),
}

/** A JSON number like `float`. The column has a decimal type if the database supports one. */
export const decimal: ScalarBehaviour = { ...float, storage: 'decimal' }
