import { type Attribute, isScalar, type ScalarAttribute, type Schema } from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes'
import type { Condition } from '@content-api/engine/plan'
import { compareValue } from './comparisons.js'
import { anyOf, never } from './field-filter.js'
import type { SearchScope } from './reading-rules.js'

/**
 * Returns the condition of `_q`: at least one attribute that the caller may read contains the text, ignoring
 * case. Ids and numbers are searched only if the text is a number. Attributes with `searchable: false` are
 * never searched, as in Strapi 4.26.
 */
export function searchUsableAttributes(schema: Schema, text: string, { usableNames, limits }: SearchScope): Condition {
  const isNumber = Number.isFinite(Number(text))
  const isSearched = (attribute: Attribute) => {
    if (!isScalar(attribute) || attribute.searchable === false) return false
    const { searchable } = scalarBehaviours[attribute.type]
    return searchable === 'always' || (searchable === 'by-number' && isNumber)
  }
  const conditions = [...usableNames(isSearched)].map((name) => {
    const attribute = schema.attributes[name] as ScalarAttribute
    return compareValue({ name, attribute }, '$containsi', text, limits)
  })
  return anyOf(conditions) ?? never
}
