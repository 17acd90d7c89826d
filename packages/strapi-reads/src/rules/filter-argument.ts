import { isRecord, isScalar, type Registry, type Schema } from '@content-api/model'
import { linkTarget } from '@content-api/engine/plan'
import { leftToStrapi } from '../left-to-strapi.js'

/** Checks the argument `filters` of GraphQL. Strapi 4.26 has no groups within the filter of a field. @throws LeftToStrapi */
export function requireNoListsInFields(schema: Schema, input: unknown, registry: Registry): void {
  if (hasListsInFields(registry, schema, input)) throw leftToStrapi('has groups within the filter of a field')
}

/**
 * Returns whether the filter of a field has `and` or `or`, anywhere in the filters.
 * @param input the argument, or a part of it
 */
function hasListsInFields(registry: Registry, schema: Schema, input: unknown): boolean {
  if (Array.isArray(input)) return input.some((item) => hasListsInFields(registry, schema, item))
  if (!isRecord(input)) return false
  return Object.entries(input).some(([name, value]) => {
    const attribute = schema.attributes[name]
    if (attribute && isScalar(attribute)) return isRecord(value) && ('and' in value || 'or' in value)
    const target = attribute ? linkTarget(attribute, registry) : schema
    return target !== undefined && hasListsInFields(registry, target, value)
  })
}
