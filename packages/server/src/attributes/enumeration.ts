import { closest } from '@content-api/model'
import { InvalidValue, type ScalarBehaviour } from './scalar-behaviour.js'
import { text } from './text.js'

export const enumeration: ScalarBehaviour = {
  ...text,
  parse: (value, attribute, name) => {
    const allowed = attribute.enum ?? []
    if (typeof value === 'string' && allowed.includes(value)) return value
    const near = typeof value === 'string' ? closest(value, allowed) : undefined
    const hint = near === undefined ? '' : `. Did you mean ${near}?`
    throw new InvalidValue(`${name} must be one of the following values: ${allowed.join(', ')}${hint}`)
  },
}
