import { type Attribute, isScalar, type ScalarAttribute, type Schema } from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes/scalar-behaviours'
import { anyOf, never } from './conditions.js'
import { parseFieldFilter } from './field-filter.js'
import type { PlanContext } from './plan-context.js'
import { malformedParameter } from './raw-value.js'
import type { Condition } from '@content-api/engine/plan/read-plan'
import { usableNames } from './usable-attributes.js'

/**
 * Parses `_q` into a condition: at least one attribute that the caller may read contains the text, ignoring
 * case. Ids and numbers are searched only if the text is a number. Attributes with `searchable: false` are
 * never searched, as in Strapi 4.26.
 *
 * @throws ApiError ValidationError if `_q` isn't a string
 */
export function parseSearch(schema: Schema, raw: unknown, context: PlanContext): Condition | null {
  if (raw === undefined || raw === null || raw === '') return null
  if (typeof raw !== 'string') throw malformedParameter('_q', 'must be text')
  const isNumber = Number.isFinite(Number(raw))
  const isSearched = (attribute: Attribute) => {
    if (!isScalar(attribute) || attribute.searchable === false) return false
    const { searchable } = scalarBehaviours[attribute.type]
    return searchable === 'always' || (searchable === 'by-number' && isNumber)
  }
  const conditions = [...usableNames(schema, context, isSearched)].map((name) => {
    const attribute = schema.attributes[name] as ScalarAttribute
    return parseFieldFilter({ name, attribute }, { $containsi: raw }, context.limits)
  })
  return anyOf(conditions) ?? never
}
