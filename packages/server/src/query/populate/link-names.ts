import { isScalar, type LinkAttribute, type Schema } from '@content-api/model'
import type { PlanContext } from '../plan-context.js'
import { isHidden, usableNames } from '../usable-attributes.js'

const linksOfClients = new WeakMap<Schema, ReadonlyMap<string, LinkAttribute>>()
const linksOfProject = new WeakMap<Schema, ReadonlyMap<string, LinkAttribute>>()

/**
 * Returns the links that `populate` may contain, in the order of the schema. Links to types that the caller
 * may not find are included: populating them isn't an error, but the response leaves them out (specification
 * §4.3).
 */
export function linksOf(schema: Schema, context: PlanContext): ReadonlyMap<string, LinkAttribute> {
  const linksOfSchema = context.revealsPrivate ? linksOfProject : linksOfClients
  const known = linksOfSchema.get(schema)
  if (known) return known
  const links = new Map<string, LinkAttribute>()
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (!isScalar(attribute) && !isHidden(attribute, context)) links.set(name, attribute)
  }
  linksOfSchema.set(schema, links)
  return links
}

/** Returns the names of the links that this caller may follow. */
export function linkNames(schema: Schema, context: PlanContext): Iterable<string> {
  return usableNames(schema, context, (attribute) => !isScalar(attribute))
}
