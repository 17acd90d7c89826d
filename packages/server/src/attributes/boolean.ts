import { didYouMean } from '../errors/did-you-mean.js'
import { invalidType, printed } from './invalid-type.js'
import { InvalidValue, type ScalarBehaviour } from './scalar-behaviour.js'

/** What a body may write for a boolean. */
const written = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  [1, true],
  [false, false],
  ['false', false],
  ['0', false],
  [0, false],
])

/** What a filter may say besides, in any case. */
const spoken = new Map([
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
  answeredAsString: false,
  filterable: true,
  sortable: true,
  searchable: 'never',
  hidden: false,
  parse: (value, _attribute, name) => {
    const boolean = written.get(value)
    if (boolean === undefined) throw invalidType(name, 'boolean', value)
    return boolean
  },
  comparand: (value, _attribute, name) => {
    const said = typeof value === 'string' ? value.toLowerCase() : value
    const boolean = written.get(said) ?? spoken.get(String(said))
    if (boolean !== undefined) return boolean
    const hint = didYouMean(String(said), ['true', 'false'])
    throw new InvalidValue(`${name} must be compared with true or false, not with ${printed(value)}${hint}`)
  },
}
