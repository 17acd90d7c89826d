import { InvalidValue, type ScalarBehaviour } from './scalar-behaviour.js'
import { text } from './text.js'

/** Bytes of a password: hashing a longer one takes time without making it safer. */
export const longestPassword = 1_024

export const tooLong = (name: string) => `${name} must be at most ${longestPassword} bytes`

/** Given in clear, stored as a hash, never told. */
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
