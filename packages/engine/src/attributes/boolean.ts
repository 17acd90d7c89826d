import { didYouMean } from '../errors/api-error.js'
import { invalidType, InvalidValue, printed, type ScalarBehaviour, usualBehaviour } from './scalar-behaviour.js'

/** The JSON values that a request body may use for a boolean. */
const bodyValues = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  [1, true],
  [false, false],
  ['false', false],
  ['0', false],
  [0, false],
])

/** The strings that a filter may use in addition, in upper or lower case. */
const filterWords = new Map([
  ['t', true],
  ['f', false],
  ['yes', true],
  ['y', true],
  ['on', true],
  ['no', false],
  ['n', false],
  ['off', false],
  ['', false],
])

export const boolean: ScalarBehaviour = {
  storage: 'boolean',
  ...usualBehaviour,
  parse: (value, _attribute, name) => {
    const boolean = bodyValues.get(value)
    if (boolean === undefined) throw invalidType(name, 'boolean', value)
    return boolean
  },
  comparand: (value, _attribute, name) => {
    const normalized = typeof value === 'string' ? value.toLowerCase() : value
    const boolean = bodyValues.get(normalized) ?? filterWords.get(String(normalized))
    if (boolean !== undefined) return boolean
    const hint = didYouMean(String(normalized), ['true', 'false'])
    throw new InvalidValue(`${name} must be compared with true or false, not with ${printed(value)}${hint}`)
  },
}
