import { isScalar, type Schema } from '@content-api/model'
import type { PlanContext } from '../plan-context.js'
import { isConcealed, usableNames } from '../usable-attributes.js'

/** Whether a populate may name it. What the caller may not find counts too: it is left out without an error (§4.3). */
export function hasLink(schema: Schema, name: string): boolean {
  const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
  return attribute !== undefined && !isScalar(attribute) && !isConcealed(attribute)
}

/** The names of the links that this caller can follow. */
export function linkNames(schema: Schema, context: PlanContext): Iterable<string> {
  return usableNames(schema, context, (attribute) => !isScalar(attribute))
}
