import { listed } from '@content-api/model'
import { didYouMean } from '../errors/api-error.js'
import { InvalidValue, type ScalarBehaviour } from './scalar-behaviour.js'
import { text } from './text.js'

export const enumeration: ScalarBehaviour = {
  ...text,
  parse: (value, attribute, name) => {
    const allowed = attribute.enum ?? []
    if (typeof value === 'string' && allowed.includes(value)) return value
    const hint = didYouMean(value, allowed)
    throw new InvalidValue(`${name} must be one of the following values: ${listed(allowed)}${hint}`)
  },
}
