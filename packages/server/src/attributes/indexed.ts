import { isScalar, type Schema } from '@content-api/model'

/** The longest string in an indexed attribute. PostgreSQL rejects index rows over about 2,700 bytes. */
export const maximumIndexedText = 640

/** Returns whether the values of an attribute are in an index, which limits their length. */
export function isIndexed(type: Schema, name: string): boolean {
  const attribute = type.attributes[name]
  if (type.model !== 'contentType' || !attribute || !isScalar(attribute)) return false
  const declared = type.indexes.some(({ attributes }) => attributes.includes(name))
  return declared || attribute.unique === true || attribute.type === 'uid'
}
