import { InvalidValue, type ScalarBehaviour } from './scalar-behaviour.js'
import { text } from './text.js'

/** RFC 5321 §4.5.3.1.3, without the angle brackets. */
const longestAddress = 254

/** Every repetition is bounded or ends at a character that it can't hold, so that matching takes linear time. */
const address =
  /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

export const email: ScalarBehaviour = {
  ...text,
  parse: (value, attribute, name) => {
    const stored = text.parse(value, attribute, name) as string
    if (stored.length > longestAddress || !address.test(stored)) {
      throw new InvalidValue(`${name} must be a valid email`)
    }
    return stored
  },
}
