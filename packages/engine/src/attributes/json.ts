import { exceededShape } from './json-shape.js'
import { InvalidValue, type ScalarBehaviour, usualBehaviour } from './scalar-behaviour.js'
import { storableText, unstorableText } from './text.js'

/** Maximum nesting. `JSON.stringify` overflows the stack at a few thousand levels, which `JSON.parse` can read. */
const deepest = 100

const shape = { depth: deepest, keys: Number.POSITIVE_INFINITY, objects: Number.POSITIVE_INFINITY }

/** Any JSON value, stored as JSON text. */
export const json: ScalarBehaviour = {
  storage: 'json',
  ...usualBehaviour,
  parse: (value, _attribute, name) => {
    const text = textOf(value, name)
    if (exceededShape(text, shape) !== null) throw tooDeep(name)
    if (hasUnstorable(text)) throw unstorableText(name)
    return text
  },
  comparand: (value, _attribute, name) => {
    if (typeof value === 'string') storableText(value, name)
    return JSON.stringify(value)
  },
}

function textOf(value: unknown, name: string): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    // Code of a project may have passed a value with a cycle, which is a TypeError.
    if (error instanceof RangeError || String(error).includes('circular')) throw tooDeep(name)
    throw error
  }
}

const tooDeep = (name: string) => new InvalidValue(`${name} must not be nested more than ${deepest} levels deep`)

/** Returns whether a string or key in the text of `JSON.stringify` is unstorable. It escapes these characters. */
function hasUnstorable(text: string): boolean {
  for (let at = text.indexOf('\\u'); at !== -1; at = text.indexOf('\\u', at + 2)) {
    if (isEscape(text, at) && (text.startsWith('0000', at + 2) || text[at + 2] === 'd')) return true
  }
  return false
}

/** Returns whether a backslash begins an escape, rather than being the second one of an escaped backslash. */
function isEscape(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 0
}
