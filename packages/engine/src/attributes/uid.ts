import { InvalidValue, type ScalarBehaviour } from './scalar-behaviour.js'
import { text } from './text.js'

/** The characters that URLs contain without escaping (RFC 3986 §2.3). */
const unreserved = /^[A-Za-z0-9-_.~]*$/

export const uid: ScalarBehaviour = {
  ...text,
  parse: (value, attribute, name) => {
    const stored = text.parse(value, attribute, name) as string
    if (!unreserved.test(stored)) throw new InvalidValue(`${name} must match the following: "${unreserved}"`)
    return stored
  },
}
