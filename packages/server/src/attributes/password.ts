import { InvalidValue, type ScalarBehaviour } from './scalar-behaviour.js'
import { text } from './text.js'

/** The longest password in bytes. Hashing a longer one takes more time, but it isn't safer. */
export const longestPassword = 1_024

export const tooLong = (name: string) => `${name} must be at most ${longestPassword} bytes`

/** A password. Requests send it in plain text, the database stores its hash, and no response contains it. */
export const password: ScalarBehaviour = {
  ...text,
  filterable: false,
  sortable: false,
  searchable: 'never',
  hidden: true,
  parse: (value, attribute, name) => {
    const parsed = text.parse(value, attribute, name)
    if (Buffer.byteLength(String(parsed)) > longestPassword) throw new InvalidValue(tooLong(name))
    return parsed
  },
}
