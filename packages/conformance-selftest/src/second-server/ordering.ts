import { isRecord } from '../is-record.js'
import type { Entity, Scope } from './filters.js'
import { invalid, unknown } from './request-error.js'
import { isLink, type Schema, valueAttributes } from './schema.js'

type Key = string | number | bigint | boolean | null

interface SortKey {
  readonly path: readonly string[]
  readonly descending: boolean
}

function direction(text: string): boolean {
  if (!['asc', 'desc'].includes(text.toLowerCase())) throw invalid(`'${text}' is not a direction`)
  return text.toLowerCase() === 'desc'
}

/** `a`, `a:desc`, `a,b:desc`, lists of these, and `{ a: 'desc', b: { c: 'asc' } }`. */
function keysOf(sort: unknown, path: readonly string[] = []): SortKey[] {
  if (sort === undefined || sort === null || sort === '') return []
  if (Array.isArray(sort)) return sort.flatMap((one) => keysOf(one, path))
  if (isRecord(sort))
    return Object.entries(sort).flatMap(([name, inner]) =>
      isRecord(inner)
        ? keysOf(inner, [...path, name])
        : [{ path: [...path, name], descending: direction(String(inner)) }],
    )
  if (typeof sort !== 'string') throw invalid('sort has an invalid shape')
  return sort
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [name = '', way = 'asc'] = part.trim().split(':')
      return { path: [...path, ...name.split('.')], descending: direction(way) }
    })
}

function keyValues(schema: Schema, [name = '', ...rest]: readonly string[], scope: Scope): (entity: Entity) => Key[] {
  const attribute = schema.attributes[name]
  if (attribute && isLink(attribute)) {
    if (rest.length === 0 || attribute.type === 'dynamiczone' || attribute.type === 'media') throw unknown(name)
    const target = scope.store.schemaOf(attribute.target ?? attribute.component)
    if (attribute.type === 'relation' && !scope.caller.can(target.uid, 'find')) throw unknown(name)
    const inner = keyValues(target, rest, scope)
    return (entity) => {
      const found: Entity[] =
        attribute.type === 'relation'
          ? scope.store.linked(entity, name, attribute)
          : [entity.values[name] ?? []].flat().map((item) => ({ values: item as Record<string, unknown> }))
      return found.flatMap(inner)
    }
  }
  const value = valueAttributes(schema)[name]
  if (!value || rest.length > 0) throw unknown([name, ...rest].join('.'))
  return (entity) => [keyOf(value.type, name === 'id' ? (entity.id ?? entity.values['id']) : entity.values[name])]
}

function keyOf(type: string, value: unknown): Key {
  if (typeof value === 'string') return type === 'biginteger' ? BigInt(value) : value
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function compareKeys(a: Key, b: Key): number {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  return a < b ? -1 : 1
}

/** Returns a comparator that sorts entries as requested, then by id. Nulls come first in ascending order. */
export function compileSort(schema: Schema, sort: unknown, scope: Scope): (a: Entity, b: Entity) => number {
  const keys = keysOf(sort).map(({ path, descending }) => {
    const values = keyValues(schema, path, scope)
    const pick = (entity: Entity) =>
      values(entity)
        .toSorted(compareKeys)
        .at(descending ? -1 : 0) ?? null
    return (a: Entity, b: Entity) => (descending ? -1 : 1) * compareKeys(pick(a), pick(b))
  })
  return (a, b) => keys.map((key) => key(a, b)).find((order) => order !== 0) ?? Number(a.id) - Number(b.id)
}
