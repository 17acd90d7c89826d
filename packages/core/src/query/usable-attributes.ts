import { getOrCreate } from '@content-api/engine/on-demand'
import { type Attribute, isScalar, type LinkAttribute, type Schema } from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes'
import { linkTarget, roleType } from '@content-api/engine/plan'
import { allowEverything, type Parameter, type PlanContext } from './plan-context.js'

/**
 * Returns an attribute if the caller may use it in a query. All query parameters (filters, sort, fields,
 * populate, search) go through this check. Attributes that are private, secret or relations to types that the
 * caller may not find are treated as unknown.
 */
export function usableAttribute(
  schema: Schema,
  name: string,
  context: PlanContext,
  parameter?: Parameter,
): Attribute | undefined {
  const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
  if (!attribute || isHidden(attribute, context)) return undefined
  // The project's own code reads passwords, but their hashes are no criterion.
  if (parameter && isScalar(attribute) && scalarBehaviours[attribute.type].hidden) return undefined
  if (parameter && context.hides?.(schema, name, parameter)) return undefined
  return isScalar(attribute) || mayFollow(schema, name, attribute, context) ? attribute : undefined
}

/** Yields the attribute names that an error about an unknown name may suggest to this caller. */
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

/** Returns whether an attribute is hidden from all clients, in queries and in responses. */
export function isConcealed(attribute: Attribute): boolean {
  return attribute.private === true || (isScalar(attribute) && scalarBehaviours[attribute.type].hidden)
}

/** Returns whether an attribute is hidden from this reader: a concealed one is not from the project's own code. */
export function isHidden(attribute: Attribute, { revealsPrivate = false }: PlanContext): boolean {
  return !revealsPrivate && isConcealed(attribute)
}

/**
 * Returns whether the caller may read the target of a link. Files and components belong to their entry and
 * are always allowed. So are creators: without the option `populateCreatorFields` they are private. Only the
 * project's own code may follow a role to its users; clients use the routes of users.
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

const linksOfClients = new WeakMap<Schema, ReadonlyMap<string, LinkAttribute>>()
const linksOfProject = new WeakMap<Schema, ReadonlyMap<string, LinkAttribute>>()

/**
 * Returns the links that `populate` may contain, in the order of the schema. Links to types that the caller
 * may not find are included: populating them isn't an error, but the response leaves them out (specification
 * §4.3).
 */
export function linksOf(schema: Schema, context: PlanContext): ReadonlyMap<string, LinkAttribute> {
  return getOrCreate(context.revealsPrivate ? linksOfProject : linksOfClients, schema, () => {
    const links = new Map<string, LinkAttribute>()
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      if (!isScalar(attribute) && !isHidden(attribute, context)) links.set(name, attribute)
    }
    return links
  })
}

/** Returns the names of the links that this caller may follow. */
export function linkNames(schema: Schema, context: PlanContext): Iterable<string> {
  return usableNames(schema, context, (attribute) => !isScalar(attribute))
}
