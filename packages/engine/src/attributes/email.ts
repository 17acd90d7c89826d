import { InvalidValue, type ScalarBehaviour } from './scalar-behaviour.js'
import { text } from './text.js'

/** Maximum bytes of an address. RFC 5321 §4.5.3.1.3 limits it to 256 octets with the enclosing angle brackets. */
export const longestAddress = 254

/** A part of the name before the `@`. Single dots separate the parts. */
const part = String.raw`[^\s@"(),:;<>[\]\\.]+`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?`
const topLevel = String.raw`\p{L}(?:[\p{L}\p{N}-]{0,61}\p{L})?`

/**
 * Matching takes linear time: each repetition has a maximum, is followed by a character that it can't match,
 * or repeats a label with its dot.
 */
// Bounded input: at most 254 bytes.
const address = new RegExp(String.raw`^(?=[^@]{1,64}@)${part}(?:\.${part})*@(?:${label}\.)+${topLevel}$`, 'u')

export const email: ScalarBehaviour = {
  ...text,
  parse: (value, attribute, name) => {
    const stored = text.parse(value, attribute, name) as string
    if (Buffer.byteLength(stored) > longestAddress || !address.test(stored)) {
      throw new InvalidValue(`${name} must be a valid email`)
    }
    return stored
  },
}
