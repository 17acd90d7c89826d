import { isScalar, type Schema } from '@content-api/model'

/** Text that is part of an index is bounded, because PostgreSQL refuses index rows over about 2,700 bytes. */
export const maximumIndexedText = 640

/** Whether values of this attribute are part of an index and so bounded in length. */
export function isIndexed(type: Schema, name: string): boolean {
  const attribute = type.attributes[name]
  if (type.model !== 'contentType' || !attribute || !isScalar(attribute)) return false
  const declared = type.indexes.some(({ attributes }) => attributes.includes(name))
  return declared || attribute.unique === true || attribute.type === 'uid'
}
