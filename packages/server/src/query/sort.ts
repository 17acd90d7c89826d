import {
  isScalar,
  type Attribute,
  type LinkAttribute,
  type ScalarAttribute,
  type Schema,
  isRecord,
} from '@content-api/model'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import { ApiError } from '../errors/api-error.js'
import { invalidParameter } from '../errors/invalid-parameter.js'
import { didYouMean } from '../errors/did-you-mean.js'
import type { FilterScope } from './filters.js'
import { isMorph, linkTarget } from './link-target.js'
import { malformedParameter } from './raw-value.js'
import type { SortKey } from './read-plan.js'
import { usableAttribute, usableNames } from './usable-attributes.js'

/** One criterion as it was written: `category.name:desc`. */
interface Criterion {
  readonly path: readonly string[]
  readonly direction: unknown
}

/**
 * Reads a sort (specification §4.2) in any of its forms: `name`, `name:desc,category.name`, an array of these, an object
 * `{ name: 'desc', category: { name: 'asc' } }` or an array of objects.
 *
 * @throws ApiError ValidationError naming the attribute or the direction that can't be sorted by
 */
export function parseSort(schema: Schema, raw: unknown, scope: FilterScope): readonly SortKey[] {
  if (raw === undefined || raw === null || raw === '') return []
  const { arrayLimit, filterDepth } = scope.context.limits
  const keys = new Map<string, SortKey>()
  for (const criterion of criteria(raw, Math.min(filterDepth, mostLinks) + 1)) {
    const name = criterion.path.join('.')
    // Sorting twice by the same attribute orders no further.
    if (!keys.has(name)) keys.set(name, sortKey(schema, criterion, scope))
    if (keys.size > arrayLimit) throw malformedParameter('sort', `takes at most ${arrayLimit} attributes`)
  }
  return [...keys.values()]
}

interface SortForm {
  readonly matches: (raw: unknown) => boolean
  readonly parse: (raw: never, deepest: number) => Iterable<Criterion>
}

const itemForms: readonly SortForm[] = [
  { matches: (raw) => typeof raw === 'string', parse: commaList },
  { matches: isRecord, parse: (raw: Readonly<Record<string, unknown>>, deepest) => nested(raw, [], deepest) },
]

function* criteria(raw: unknown, deepest: number): Generator<Criterion> {
  for (const item of Array.isArray(raw) ? (raw as unknown[]) : [raw]) {
    const form = itemForms.find(({ matches }) => matches(item))
    if (!form) throw malformedParameter('sort', 'must be text, an object or an array of these, as in sort[0]=name:desc')
    yield* form.parse(item as never, deepest)
  }
}

function* commaList(text: string, deepest: number): Generator<Criterion> {
  for (const item of text.split(',')) {
    if (item.trim() === '') continue
    const [path = '', ...rest] = item.trim().split(':')
    const direction = rest.length === 0 ? 'asc' : rest.join(':')
    yield checked({ path: path.split('.'), direction }, deepest)
  }
}

function* nested(
  raw: Readonly<Record<string, unknown>>,
  above: readonly string[],
  deepest: number,
): Generator<Criterion> {
  for (const [name, value] of Object.entries(raw)) {
    const path = [...above, ...name.split('.')]
    const criterion = checked({ path, direction: value }, deepest)
    if (isRecord(value)) yield* nested(value, path, deepest)
    else yield criterion
  }
}

/** @param deepest names in a path, at most */
function checked(criterion: Criterion, deepest: number): Criterion {
  if (criterion.path.length > deepest) throw tooDeep(deepest)
  return criterion
}

/** Every path that leads over them is walked for every entry, before a page of them is known. */
const mostLinks = 5

function tooDeep(deepest: number) {
  return malformedParameter('sort', `must not follow more than ${deepest - 1} links`)
}

const directions = ['asc', 'desc'] as const

function sortKey(schema: Schema, { path, direction }: Criterion, scope: FilterScope): SortKey {
  const { context, publicationState } = scope
  scope.counts.addSortedLinks(path.length - 1)
  const steps: SortKey['path'][number][] = []
  let place = schema
  for (const name of path.slice(0, -1)) {
    const attribute = usableAttribute(place, name, context, 'sort')
    const target =
      attribute && !isScalar(attribute) && leadsOn(attribute) ? linkTarget(attribute, context.registry) : undefined
    if (!target)
      throw invalidParameter(
        name,
        usableNames(place, context, (other) => !isScalar(other) && leadsOn(other), 'sort'),
      )
    steps.push({ name, attribute: attribute as LinkAttribute, target })
    place = target
  }
  const name = path.at(-1) as string
  const attribute = usableAttribute(place, name, context, 'sort')
  if (!attribute) throw invalidParameter(name, usableNames(place, context, isSortable, 'sort'))
  if (!isSortable(attribute)) {
    throw malformedParameter(name, `is of type ${attribute.type}; only attributes that hold a value can be sorted by`)
  }
  return { path: steps, name, attribute, direction: readDirection(direction, path), publicationState }
}

function isSortable(attribute: Attribute): attribute is ScalarAttribute {
  return isScalar(attribute) && scalarBehaviours[attribute.type].sortable
}

/** Whether a path may go through the link: what it leads to has one known type. */
function leadsOn(attribute: LinkAttribute): boolean {
  return attribute.type !== 'dynamiczone' && !(attribute.type === 'relation' && isMorph(attribute))
}

function readDirection(raw: unknown, path: readonly string[]): 'asc' | 'desc' {
  const direction = typeof raw === 'string' ? directions.find((known) => known === raw.toLowerCase()) : undefined
  if (direction) return direction
  const hint = didYouMean(raw, directions)
  throw new ApiError('ValidationError', `Invalid direction of sort by ${path.join('.')}: it must be asc or desc${hint}`)
}
