import {
  type Attribute,
  isScalar,
  type LinkAttribute,
  type LinkType,
  type ScalarAttribute,
  type Schema,
  isRecord,
} from '@content-api/model'
import { invalidParameter } from '../errors/invalid-parameter.js'
import { allOf, anyOf, not } from './conditions.js'
import type { QueryCounts } from './count-conditions.js'
import { parseFieldFilter } from './field-filter.js'
import { isMorph, linkTarget } from './link-target.js'
import { type GroupOperator, groupOperators, isGroupOperator, isValueOperator, valueOperators } from './operators.js'
import type { PlanContext } from './plan-context.js'
import { malformedParameter } from './raw-value.js'
import type { Condition, PublicationState } from './read-plan.js'
import { usableAttribute, usableNames } from './usable-attributes.js'

export interface FilterScope {
  readonly context: PlanContext
  /** Of the whole plan. */
  readonly counts: QueryCounts
  /** What filters that follow relations see. */
  readonly publicationState: PublicationState
}

/**
 * Reads filters (specification §4.3), already nested by their brackets, over the attributes of `schema`. Gives null when
 * they restrict nothing.
 *
 * @throws ApiError ValidationError naming the key that is unknown, not the caller's to use, or misshapen
 */
export function parseFilters(schema: Schema, raw: unknown, scope: FilterScope): Condition | null {
  if (raw === undefined) return null
  return parseGroup({ ...scope, schema, linked: false, depth: 0 }, 'filters', raw)
}

interface Place extends FilterScope {
  readonly schema: Schema
  /** Below a relation or a component: operators compare its id. */
  readonly linked: boolean
  readonly depth: number
}

function parseGroup(place: Place, key: string, raw: unknown): Condition | null {
  if (!isRecord(raw)) throw malformedParameter(key, 'must be an object, as in filters[name][$eq]=value')
  return allOf(Object.keys(raw).map((name) => parseEntry(place, name, raw[name])))
}

function parseEntry(place: Place, key: string, raw: unknown): Condition | null {
  if (isGroupOperator(key)) return groups[key](deeper(place, key), key, raw)
  if (place.linked && isValueOperator(key)) return parseScalar(place, 'id', { [key]: raw })
  const { schema, context } = place
  const attribute = usableAttribute(schema, key, context, 'filters')
  if (!attribute) throw invalidParameter(key, candidates(place))
  if (!isFilterable(attribute))
    throw malformedParameter(key, `is of type ${attribute.type}, which can't be filtered by`)
  if (isScalar(attribute)) return parseScalar(place, key, raw)
  return parseLink(place, key, attribute, raw)
}

const groups: Readonly<Record<GroupOperator, (place: Place, key: string, raw: unknown) => Condition | null>> = {
  $and: (place, key, raw) => allOf(parseList(place, key, raw)),
  $or: (place, key, raw) => anyOf(parseList(place, key, raw)),
  $not: (place, key, raw) => {
    if (Array.isArray(raw)) return not(allOf(parseList(place, key, raw)))
    if (place.linked && !isRecord(raw)) return parseScalar(place, 'id', { $not: raw })
    return not(parseGroup(place, key, raw))
  },
}

function parseList(place: Place, key: string, raw: unknown): (Condition | null)[] {
  const { arrayLimit } = place.context.limits
  if (!Array.isArray(raw)) throw malformedParameter(key, `must be an array, as in filters[${key}][0][name][$eq]=value`)
  if (raw.length > arrayLimit) throw malformedParameter(key, `must have at most ${arrayLimit} items`)
  return raw.map((item: unknown, index) => parseItem(place, `${key}[${index}]`, item))
}

/** Where unknown parameters are dropped, an array in a list of groups means all of its items, as in Strapi 4.26. */
function parseItem(place: Place, key: string, raw: unknown): Condition | null {
  if (!Array.isArray(raw) || place.context.strict) return parseGroup(place, key, raw)
  return allOf(parseList(deeper(place, key), key, raw))
}

function parseScalar(place: Place, name: string, raw: unknown): Condition | null {
  const { strict, limits } = place.context
  const attribute = place.schema.attributes[name] as ScalarAttribute
  place.counts.addConditions(isRecord(raw) ? Object.keys(raw).length : 1, limits)
  const field = name === 'id' && !strict ? { name, attribute, otherwise: noId } : { name, attribute }
  return parseFieldFilter(field, raw, limits, place.depth)
}

/** What isn't a number is, as observed, the id of no entry. */
const noId = 0

/** All conditions of one object are asked of the same linked row. */
function parseLink(place: Place, name: string, attribute: LinkAttribute, raw: unknown): Condition | null {
  const target = linkTarget(attribute, place.context.registry) as Schema
  place.counts.addConditions(1, place.context.limits)
  const inside: Place = { ...deeper(place, name), schema: target, linked: true }
  const where = isRecord(raw) ? parseGroup(inside, name, raw) : parseScalar(inside, 'id', raw)
  const { publicationState } = place
  return where && { op: 'link', name, attribute, target, where, publicationState }
}

function deeper(place: Place, key: string): Place {
  const { filterDepth } = place.context.limits
  if (place.depth >= filterDepth)
    throw malformedParameter(key, `must not be nested more than ${filterDepth} levels deep`)
  return { ...place, depth: place.depth + 1 }
}

/** Specification §4.3: not through zones, media and polymorphic relations. */
const filterableLinks: { readonly [Type in LinkType]: (attribute: Extract<LinkAttribute, { type: Type }>) => boolean } =
  {
    relation: (attribute) => !isMorph(attribute),
    component: () => true,
    media: () => false,
    dynamiczone: () => false,
  }

function isFilterable(attribute: Attribute): boolean {
  // Scalars that may not be filtered are the hidden ones, and those are not usable at all.
  return isScalar(attribute) || filterableLinks[attribute.type](attribute as never)
}

function* candidates({ schema, context, linked }: Place): Generator<string> {
  yield* usableNames(schema, context, isFilterable, 'filters')
  yield* groupOperators
  if (linked) yield* Object.keys(valueOperators)
}
