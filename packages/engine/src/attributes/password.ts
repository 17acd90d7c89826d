import { InvalidValue, type ScalarBehaviour } from './scalar-behaviour.js'
import { text } from './text.js'

/** Maximum length in bytes. A longer password takes more time to hash and isn't safer. */
export const longestPassword = 1_024

export const tooLong = (name: string, most: number = longestPassword) => `${name} must be at most ${most} bytes`

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
