import { invalidType, type ScalarBehaviour } from './scalar-behaviour.js'
import { json } from './json.js'

export const array: ScalarBehaviour = {
  ...json,
  parse: (value, attribute, name) => {
    if (!Array.isArray(value)) throw invalidType(name, 'array', value)
    return json.parse(value, attribute, name)
  },
}
