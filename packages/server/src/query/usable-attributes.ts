import { type Attribute, isScalar, type LinkAttribute, type Schema } from '@content-api/model'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import { roleType } from './account-types.js'
import { linkTarget } from './link-target.js'
import { allowEverything } from './permissions.js'
import type { Parameter, PlanContext } from './plan-context.js'

/**
 * The one gate in front of every surface of a query (filters, sort, fields, populate, search): an attribute that is
 * private, secret or points at a type that the caller may not find is as if it didn't exist.
 */
export function usableAttribute(
  schema: Schema,
  name: string,
  context: PlanContext,
  parameter?: Parameter,
): Attribute | undefined {
  const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
  if (!attribute || isConcealed(attribute)) return undefined
  if (parameter && context.hides?.(schema, name, parameter)) return undefined
  return isScalar(attribute) || mayFollow(schema, name, attribute, context) ? attribute : undefined
}

/** The names that may be proposed to this caller in place of an unknown one. */
export function* usableNames(
  schema: Schema,
  context: PlanContext,
  accepts: (attribute: Attribute) => boolean,
  parameter?: Parameter,
): Generator<string> {
  for (const name of Object.keys(schema.attributes)) {
    const attribute = usableAttribute(schema, name, context, parameter)
    if (attribute && accepts(attribute)) yield name
  }
}

/** Never named, never answered, whoever asks. */
export function isConcealed(attribute: Attribute): boolean {
  return attribute.private === true || (isScalar(attribute) && scalarBehaviours[attribute.type].hidden)
}

/**
 * Whether the caller may see what a link leads to. Files and components come with their entry, creators with the
 * option `populateCreatorFields` (without it they are private). From a role to its users goes the code of the project only:
 * clients list users by the routes of users.
 */
export function mayFollow(
  schema: Schema,
  name: string,
  attribute: LinkAttribute,
  { registry, can }: Pick<PlanContext, 'registry' | 'can'>,
): boolean {
  if (attribute.type !== 'relation' || name === 'createdBy' || name === 'updatedBy') return true
  if (schema.uid === roleType && name === 'users' && can !== allowEverything) return false
  const target = linkTarget(attribute, registry)
  return target?.model !== 'contentType' || can('find', target)
}
