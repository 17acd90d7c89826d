import { invalidType, InvalidValue, type ScalarBehaviour } from './scalar-behaviour.js'

/** NUL, which PostgreSQL can't store, or an unpaired surrogate, which UTF-8 can't encode. */
const unstorable = /[\0\p{Surrogate}]/u

/** The behaviour of the types `string`, `text` and `richtext`. */
export const text: ScalarBehaviour = {
  storage: 'text',
  outputAsString: false,
  filterable: true,
  sortable: true,
  searchable: 'always',
  hidden: false,
  parse: (value, _attribute, name) => {
    if (typeof value !== 'string') throw invalidType(name, 'string', value)
    return storableText(value, name)
  },
  comparand: (value, _attribute, name) => storableText(String(value), name),
}

/** Returns the string. @throws InvalidValue if one of the supported databases can't store it */
export function storableText(value: string, name: string): string {
  if (unstorable.test(value)) {
    throw new InvalidValue(`${name} must not contain NUL characters or unpaired surrogates`)
  }
  return value
}
