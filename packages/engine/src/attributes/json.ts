import { InvalidValue, type ScalarBehaviour, usualBehaviour } from './scalar-behaviour.js'
import { storableText } from './text.js'

/** Maximum nesting. `JSON.stringify` overflows the stack at a few thousand levels, which `JSON.parse` can read. */
const deepest = 100

/** Any JSON value, stored as JSON text. */
export const json: ScalarBehaviour = {
  storage: 'json',
  ...usualBehaviour,
  parse: (value, _attribute, name) => {
    checkJson(value, name, 0)
    return JSON.stringify(value)
  },
  comparand: (value, _attribute, name) => {
    if (typeof value === 'string') storableText(value, name)
    return JSON.stringify(value)
  },
}

function checkJson(value: unknown, name: string, depth: number): void {
  if (typeof value === 'string') storableText(value, name)
  if (typeof value !== 'object' || value === null) return
  if (depth === deepest) throw new InvalidValue(`${name} must not be nested more than ${deepest} levels deep`)
  for (const [key, item] of Object.entries(value)) {
    storableText(key, name)
    checkJson(item, name, depth + 1)
  }
}
