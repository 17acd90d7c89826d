import { isScalar, type Schema } from '@content-api/model'
import type { Condition } from '@content-api/engine/plan'
import { leftToStrapi } from '../left-to-strapi.js'

const texts = new Set(['string', 'text', 'uid', 'email', 'enumeration', 'richtext'])
const numbers = new Set(['biginteger', 'integer', 'decimal', 'float'])

/**
 * Returns the condition of `_q` as in Strapi 4.26: the id or an attribute with text contains the string, or a
 * number if the string is one. Private attributes are searched too.
 *
 * @throws LeftToStrapi for types of plugins, which have attributes that the model lacks
 */
export function searchInStrapi(schema: Schema, text: string): Condition {
  if (!schema.uid.startsWith('api::')) {
    throw leftToStrapi(`searches ${schema.uid}, of which Strapi has more attributes`)
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
