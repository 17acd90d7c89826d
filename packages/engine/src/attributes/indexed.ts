import { isScalar, type Schema } from '@content-api/model'

/** Maximum characters of an indexed string. PostgreSQL rejects index rows over about 2,700 bytes. */
export const maximumIndexedText = 640

/** Returns whether an index contains the values of an attribute. The index limits their length. */
export function isIndexed(type: Schema, name: string): boolean {
  const attribute = type.attributes[name]
  if (type.model !== 'contentType' || !attribute || !isScalar(attribute)) return false
  const declared = type.indexes.some(({ attributes }) => attributes.includes(name))
  return declared || attribute.unique === true || attribute.type === 'uid'
}
