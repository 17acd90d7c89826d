import {
  type Attribute,
  isScalar,
  type LinkAttribute,
  type ScalarAttribute,
  type Schema,
  isRecord,
} from '@content-api/model'
import type { ApiError } from '@content-api/engine/errors'
import {
  type Condition,
  type GroupOperator,
  groupOperators,
  isGroupOperator,
  isMorph,
  isValueOperator,
  linkTarget,
  type PublicationState,
  valueOperators,
} from '@content-api/engine/plan'
import { invalidParameter } from '../errors/invalid-parameter.js'
import { allOf, anyOf, not, parseFieldFilter } from './field-filter.js'
import type { QueryCounts } from './query-counts.js'
import type { PlanContext } from './plan-context.js'
import { malformedParameter } from './raw-value.js'
import { usableAttribute, usableNames } from './usable-attributes.js'

export interface FilterScope {
  readonly context: PlanContext
  /** The counters of the whole plan. */
  readonly counts: QueryCounts
  /** True if values have types, as in GraphQL. A query string only has strings. */
  readonly typed?: boolean
  /** The publication state of the entries that filters reach through relations. */
  readonly publicationState: PublicationState
}

/**
 * Parses filters over the attributes of `schema` (specification §4.3). `raw` is the parsed parameter, with
 * brackets as nested objects. Returns null if the filters restrict nothing.
 *
 * @throws ApiError ValidationError with the name of a key that is unknown, hidden from the caller, or has an
 * invalid value, or RequestLimitError for too many conditions
 */
export function parseFilters(schema: Schema, raw: unknown, scope: FilterScope): Condition | null {
  if (raw === undefined) return null
  return parseGroup({ ...scope, schema, link: null, depth: 0 }, 'filters', raw)
}

interface Level extends FilterScope {
  readonly schema: Schema
  /** The relation or component whose linked rows are filtered. There, operators compare the id of the row. */
  readonly link: string | null
  readonly depth: number
}

function parseGroup(level: Level, key: string, raw: unknown): Condition | null {
  if (!isRecord(raw)) throw malformedParameter(key, 'must be an object, as in filters[name][$eq]=value')
  const { reading, registry } = level.context
  reading.checkGroup(raw, level.schema, registry)
  return allOf(Object.keys(raw).map((name) => parseEntry(level, name, raw[name])))
}

function parseEntry(level: Level, key: string, raw: unknown): Condition | null {
  if (isGroupOperator(key)) return groups[key](deeper(level, key), key, raw)
  if (level.link !== null && isValueOperator(key)) return parseLinkedId(level, level.link, { [key]: raw })
  const { schema, context } = level
  const attribute = usableAttribute(schema, key, context, 'filters')
  if (!attribute) throw invalidParameter(key, candidates(level))
  if (!isFilterable(attribute) && !(attribute.type === 'media' && followsMedia(context)))
    throw malformedParameter(key, `is of type ${attribute.type}, which can't be filtered by`)
  if (isScalar(attribute)) return parseScalar(level, key, raw)
  return parseLink(level, key, attribute, raw)
}

const groups: Readonly<Record<GroupOperator, (level: Level, key: string, raw: unknown) => Condition | null>> = {
  $and: (level, key, raw) => allOf(parseList(level, key, raw)),
  $or: (level, key, raw) => anyOf(parseList(level, key, raw)),
  $not: (level, key, raw) => {
    if (Array.isArray(raw)) return not(allOf(parseList(level, key, raw)))
    if (level.link !== null && !isRecord(raw)) return parseLinkedId(level, level.link, { $not: raw })
    return not(parseGroup(level, key, raw))
  },
}

function parseList(level: Level, key: string, raw: unknown): (Condition | null)[] {
  const { arrayLimit } = level.context.limits
  if (!Array.isArray(raw)) throw malformedParameter(key, `must be an array, as in filters[${key}][0][name][$eq]=value`)
  if (raw.length > arrayLimit) throw malformedParameter(key, `must have at most ${arrayLimit} items`)
  return raw.map((item: unknown, index) => parseItem(level, `${key}[${index}]`, item))
}

/**
 * Parses one item of `$and`, `$or` or an array in `$not`. In lenient mode an array is allowed and means all
 * of its items, like Strapi 4.26.
 */
function parseItem(level: Level, key: string, raw: unknown): Condition | null {
  if (!Array.isArray(raw) || level.context.strict) return parseGroup(level, key, raw)
  return allOf(parseList(deeper(level, key), key, raw))
}

function parseLinkedId(level: Level, link: string, raw: unknown): Condition | null {
  return parseScalar(level, 'id', raw, link)
}

/** @param label the name of the attribute in messages */
function parseScalar(level: Level, name: string, raw: unknown, label = name): Condition | null {
  const { context, counts, typed = false } = level
  const { strict, limits } = context
  const attribute = level.schema.attributes[name] as ScalarAttribute
  counts.addConditions(isRecord(raw) ? Object.keys(raw).length : 1, limits)
  const field = { name, label, attribute, typed, counts, ...(name === 'id' && !strict && { fallback: noId }) }
  return parseFieldFilter(field, raw, context, level.depth)
}

/** In lenient mode, a string that isn't a number is compared as this id, which no entry has (as in Strapi 4.26). */
const noId = 0

/** Parses the conditions on a link. One linked row must meet all conditions of the object. */
function parseLink(level: Level, name: string, attribute: LinkAttribute, raw: unknown): Condition | null {
  const target = linkTarget(attribute, level.context.registry) as Schema
  level.counts.addConditions(1, level.context.limits)
  const inside: Level = { ...deeper(level, name), schema: target, link: name }
  if (Array.isArray(raw) && raw.some(isRecord)) throw indexed(name, raw)
  const { reading } = level.context
  if (isRecord(raw)) reading.checkLinkFilter(raw)
  const where = isRecord(raw) ? parseGroup(inside, name, raw) : parseLinkedId(inside, name, raw)
  const publicationState = reading.stateOfPaths(level.publicationState)
  return where && { op: 'link', name, attribute, target, where, publicationState }
}

function indexed(name: string, raw: readonly unknown[]): ApiError {
  const [key = 'name'] = Object.keys(raw.find(isRecord) ?? {})
  return malformedParameter(name, `has no index in filters; write filters[${name}][${key.slice(0, 100)}]`)
}

function deeper(level: Level, key: string): Level {
  const { filterDepth } = level.context.limits
  if (level.depth >= filterDepth)
    throw malformedParameter(key, `must not be nested more than ${filterDepth} levels deep`)
  return { ...level, depth: level.depth + 1 }
}

/** Returns whether filters may follow media. Those of the project's own code always may. */
const followsMedia = ({ reading, revealsPrivate = false }: PlanContext) => revealsPrivate || reading.filtersMedia

/** Filters can't follow dynamic zones, media and polymorphic relations (specification §4.3). */
function isFilterable(attribute: Attribute): boolean {
  // All scalars can be filtered here: `usableAttribute` has already excluded hidden ones.
  return isScalar(attribute) || attribute.type === 'component' || (attribute.type === 'relation' && !isMorph(attribute))
}

function* candidates({ schema, context, link }: Level): Generator<string> {
  yield* usableNames(schema, context, isFilterable, 'filters')
  yield* groupOperators
  if (link !== null) yield* Object.keys(valueOperators)
}

/**
 * Parses `_q` into a condition.
 *
 * @throws ApiError ValidationError if `_q` isn't a string
 */
export function parseSearch(schema: Schema, raw: unknown, context: PlanContext): Condition | null {
  if (raw === undefined || raw === null || raw === '') return null
  if (typeof raw !== 'string') throw malformedParameter('_q', 'must be text')
  const { reading, limits } = context
  return reading.search(schema, raw, { limits, usableNames: (accepts) => usableNames(schema, context, accepts) })
}
