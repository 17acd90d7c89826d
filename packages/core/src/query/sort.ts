import {
  isScalar,
  type Attribute,
  type LinkAttribute,
  type ScalarAttribute,
  type Schema,
  isRecord,
} from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes'
import { ApiError, didYouMean } from '@content-api/engine/errors'
import { isMorph, linkTarget, type SortKey } from '@content-api/engine/plan'
import { invalidParameter } from '../errors/invalid-parameter.js'
import type { FilterScope } from './filters.js'
import { malformedParameter } from './raw-value.js'
import { usableAttribute, usableNames } from './usable-attributes.js'

/** One sort criterion before it is checked, for example `category.name:desc`. */
interface Criterion {
  readonly path: readonly string[]
  readonly direction: unknown
}

/**
 * Parses `sort` in any of its forms (specification §4.2): `name`, `name:desc,category.name`, an array of
 * these, an object `{ name: 'desc', category: { name: 'asc' } }` or an array of objects.
 *
 * @throws ApiError ValidationError for an invalid form, attribute or direction, or too many attributes or
 * links
 */
export function parseSort(schema: Schema, raw: unknown, scope: FilterScope): readonly SortKey[] {
  if (raw === undefined || raw === null || raw === '') return []
  const { arrayLimit, filterDepth } = scope.context.limits
  const keys = new Map<string, SortKey>()
  for (const criterion of criteria(raw, Math.min(filterDepth, maximumLinks) + 1)) {
    const name = criterion.path.join('.')
    // A second criterion for the same attribute has no effect.
    if (!keys.has(name)) keys.set(name, sortKey(schema, criterion, scope))
    if (keys.size > arrayLimit) throw malformedParameter('sort', `takes at most ${arrayLimit} attributes`)
  }
  return [...keys.values()]
}

interface SortForm {
  readonly matches: (raw: unknown) => boolean
  readonly parse: (raw: never, maximumNames: number) => Iterable<Criterion>
}

const itemForms: readonly SortForm[] = [
  { matches: (raw) => typeof raw === 'string', parse: commaList },
  { matches: isRecord, parse: (raw: Readonly<Record<string, unknown>>, maximumNames) => nested(raw, [], maximumNames) },
]

function* criteria(raw: unknown, maximumNames: number): Generator<Criterion> {
  for (const item of Array.isArray(raw) ? (raw as unknown[]) : [raw]) {
    const form = itemForms.find(({ matches }) => matches(item))
    if (!form) throw malformedParameter('sort', 'must be text, an object or an array of these, as in sort[0]=name:desc')
    yield* form.parse(item as never, maximumNames)
  }
}

function* commaList(text: string, maximumNames: number): Generator<Criterion> {
  for (const item of text.split(',')) {
    if (item.trim() === '') continue
    rejectOtherNotation(item.trim())
    const [path = '', ...rest] = item.trim().split(':')
    const direction = rest.length === 0 ? 'asc' : rest.join(':')
    yield checked({ path: path.split('.'), direction }, maximumNames)
  }
}

/** Rejects the notations of other APIs: `-views` and `views desc`. */
function rejectOtherNotation(item: string): void {
  const [, descending] = /^-([^\s:]+)/.exec(item) ?? []
  if (descending !== undefined) throw malformedParameter(item, `is not a name; write ${descending}:desc`)
  const [, name, direction = ''] = /^([^\s:]+)\s+(asc|desc)$/i.exec(item) ?? []
  if (name !== undefined) throw malformedParameter(item, `is not a name; write ${name}:${direction.toLowerCase()}`)
}

function* nested(
  raw: Readonly<Record<string, unknown>>,
  above: readonly string[],
  maximumNames: number,
): Generator<Criterion> {
  for (const [name, value] of Object.entries(raw)) {
    const path = [...above, ...name.split('.')]
    const criterion = checked({ path, direction: value }, maximumNames)
    if (isRecord(value)) yield* nested(value, path, maximumNames)
    else yield criterion
  }
}

/** @param maximumNames maximum number of names in a path */
function checked(criterion: Criterion, maximumNames: number): Criterion {
  if (criterion.path.length <= maximumNames) return criterion
  throw malformedParameter('sort', `must not follow more than ${maximumNames - 1} links`)
}

/** The database follows the path of every entry that matches, not only of the entries on the page. */
const maximumLinks = 5

const directions = ['asc', 'desc'] as const

function sortKey(schema: Schema, { path, direction }: Criterion, scope: FilterScope): SortKey {
  const { context, publicationState } = scope
  scope.counts.addSortedLinks(path.length - 1)
  const steps: SortKey['path'][number][] = []
  let current = schema
  for (const name of path.slice(0, -1)) {
    const attribute = usableAttribute(current, name, context, 'sort')
    const target = attribute && isFollowable(attribute) ? linkTarget(attribute, context.registry) : undefined
    if (!target) throw invalidParameter(name, usableNames(current, context, isFollowable, 'sort'))
    steps.push({ name, attribute: attribute as LinkAttribute, target })
    current = target
  }
  const name = path.at(-1) as string
  const attribute = usableAttribute(current, name, context, 'sort')
  if (!attribute) throw invalidParameter(name, usableNames(current, context, isSortable, 'sort'))
  if (!isSortable(attribute)) {
    throw malformedParameter(name, `is of type ${attribute.type}; only attributes that hold a value can be sorted by`)
  }
  return {
    path: steps,
    name,
    attribute,
    direction: readDirection(direction, path),
    ...context.reading.order,
    publicationState: context.reading.stateOfPaths(publicationState),
  }
}

function isSortable(attribute: Attribute): attribute is ScalarAttribute {
  return isScalar(attribute) && scalarBehaviours[attribute.type].sortable
}

/** Returns whether a sort path may follow a link. The target must have one fixed type. */
function isFollowable(attribute: Attribute): attribute is LinkAttribute {
  if (isScalar(attribute) || attribute.type === 'dynamiczone') return false
  return attribute.type !== 'relation' || !isMorph(attribute)
}

function readDirection(raw: unknown, path: readonly string[]): 'asc' | 'desc' {
  const direction = typeof raw === 'string' ? directions.find((known) => known === raw.toLowerCase()) : undefined
  if (direction) return direction
  const hint = didYouMean(raw, directions)
  throw new ApiError('ValidationError', `Invalid direction of sort by ${path.join('.')}: it must be asc or desc${hint}`)
}
