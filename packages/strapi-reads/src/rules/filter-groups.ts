import { isRecord, isScalar, type Registry, type Schema } from '@content-api/model'
import { isGroupOperator, isValueOperator, linkTarget } from '@content-api/engine/plan'
import { leftToStrapi } from '../left-to-strapi.js'

const isOperator = (key: string) => isGroupOperator(key) || isValueOperator(key)

/**
 * Checks the groups of one object in filters. Strapi 4.26 merges the groups inside a relation into those
 * beside it, so that the last `$or` replaces the others, and it fails on `$not` inside a relation.
 *
 * @throws LeftToStrapi for groups that Strapi reads in another way
 */
export function requireSeparateGroups(
  raw: Readonly<Record<string, unknown>>,
  schema: Schema,
  registry: Registry,
): void {
  const groups = groupsIn(raw, schema, registry)
  if (new Set(groups).size < groups.length)
    throw leftToStrapi(`has several ${groups.join(', ')} in one object of filters`)
  for (const [key, value] of Object.entries(raw)) {
    const isList = key === '$not' || isGroupOperator(key)
    if (isList && [value].flat().some(Array.isArray)) throw leftToStrapi(`has a list inside ${key}`)
    if (key === '$not' && Array.isArray(value)) throw leftToStrapi('has a list in $not')
  }
}

/** Checks the object under a relation or component. @throws LeftToStrapi for mixed keys and `$not` */
export function requireOneKindOfKeys(raw: Readonly<Record<string, unknown>>): void {
  const keys = Object.keys(raw)
  const operators = keys.filter(isOperator)
  if (operators.length > 1 || (operators.length === 1 && keys.length > 1))
    throw leftToStrapi('mixes operators with other keys in the filter of a relation')
  if (operators[0] === '$not') throw leftToStrapi('negates the filter of a relation')
}

/** Returns the groups of an object and of the relations in it. */
function groupsIn(raw: Readonly<Record<string, unknown>>, schema: Schema, registry: Registry): string[] {
  return Object.entries(raw).flatMap(([key, value]) => {
    if (isGroupOperator(key)) return [key]
    const attribute = Object.hasOwn(schema.attributes, key) ? schema.attributes[key] : undefined
    if (!attribute || isScalar(attribute) || !isRecord(value)) return []
    const target = linkTarget(attribute, registry)
    return target ? groupsIn(value, target, registry) : []
  })
}
