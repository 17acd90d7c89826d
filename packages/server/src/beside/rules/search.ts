import { isScalar, type Schema } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { Condition } from '@content-api/engine/plan'

const texts = new Set(['string', 'text', 'uid', 'email', 'enumeration', 'richtext'])
const numbers = new Set(['biginteger', 'integer', 'decimal', 'float'])

/**
 * Returns the condition of `_q` as in Strapi 4.26: the id or an attribute with text contains the string, or a
 * number if the string is one. Private attributes are searched too.
 *
 * @throws ApiError ValidationError for types of plugins, which have attributes that the model lacks
 */
export function searchInStrapi(schema: Schema, text: string): Condition {
  if (!schema.uid.startsWith('api::')) {
    throw new ApiError('ValidationError', `Strapi may search other attributes of ${schema.uid}`)
  }
  const isNumber = !Number.isNaN(Number(text))
  const pattern = `%${text.replaceAll(/[*%\\]/g, String.raw`\$&`)}%`
  return {
    op: 'or',
    of: Object.entries(schema.attributes).flatMap(([name, attribute]): Condition[] => {
      if (!isScalar(attribute) || attribute.searchable === false) return []
      const isSearched = name === 'id' || texts.has(attribute.type) || (isNumber && numbers.has(attribute.type))
      return isSearched ? [{ op: 'like', name, attribute, form: 'search', pattern }] : []
    }),
  }
}
