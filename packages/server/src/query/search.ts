import { isScalar, type ScalarAttribute, type Schema } from '@content-api/model'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import { anyOf, never } from './conditions.js'
import { parseFieldFilter } from './field-filter.js'
import type { PlanContext } from './plan-context.js'
import { malformedParameter } from './raw-value.js'
import type { Condition } from './read-plan.js'
import { usableNames } from './usable-attributes.js'

/**
 * Reads `_q`: the text is somewhere in the text attributes that the caller may see, whatever its case.
 *
 * @throws ApiError ValidationError for anything but text
 */
export function parseSearch(schema: Schema, raw: unknown, context: PlanContext): Condition | null {
  if (raw === undefined || raw === null || raw === '') return null
  if (typeof raw !== 'string') throw malformedParameter('_q', 'must be text')
  const isSearchable = (attribute: Schema['attributes'][string]) =>
    isScalar(attribute) && scalarBehaviours[attribute.type].searchable
  const names = [...usableNames(schema, context, isSearchable)]
  const conditions = names.map((name) => {
    const attribute = schema.attributes[name] as ScalarAttribute
    return parseFieldFilter({ name, attribute }, { $containsi: raw }, context.limits)
  })
  return anyOf(conditions) ?? never
}
