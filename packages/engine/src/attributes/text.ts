import { isScalar, type Schema } from '@content-api/model'
import { invalidType, InvalidValue, type ScalarBehaviour, usualBehaviour } from './scalar-behaviour.js'

/** NUL, which PostgreSQL can't store, or an unpaired surrogate, which UTF-8 can't encode. */
const unstorable = /[\0\p{Surrogate}]/u

/** The behaviour of the types `string`, `text` and `richtext`. */
export const text: ScalarBehaviour = {
  storage: 'text',
  ...usualBehaviour,
  searchable: 'always',
  parse: (value, _attribute, name) => {
    if (typeof value !== 'string') throw invalidType(name, 'string', value)
    return storableText(value, name)
  },
  comparand: (value, _attribute, name) => storableText(String(value), name),
}

/** Returns the string. @throws InvalidValue if one of the supported databases can't store it */
export function storableText(value: string, name: string): string {
  if (unstorable.test(value)) throw unstorableText(name)
  return value
}

export const unstorableText = (name: string): InvalidValue =>
  new InvalidValue(`${name} must not contain NUL characters or unpaired surrogates`)

/** Maximum characters of an indexed string. PostgreSQL rejects index rows over about 2,700 bytes. */
export const maximumIndexedText = 640

/** Returns whether an index contains the values of an attribute. The index limits their length. */
export function isIndexed(type: Schema, name: string): boolean {
  const attribute = type.attributes[name]
  if (type.model !== 'contentType' || !attribute || !isScalar(attribute)) return false
  const declared = type.indexes.some(({ attributes }) => attributes.includes(name))
  return declared || attribute.unique === true || attribute.type === 'uid'
}
