import { isRecord } from '../is-record.js'
import { type Mutant, onRequest } from '../mutant.js'
import type { Loose, WireRequest } from '../wire.js'
import { dataOf } from './body.js'

export const many = new Set(['tags', 'wayTags', 'children', 'related'])
export const one = new Set(['category', 'detail', 'mainTag'])

/** Changes the values of the named relations in a body. */
export function relations(request: WireRequest, names: ReadonlySet<string>, change: (value: unknown) => unknown): void {
  const data = dataOf(request)
  for (const [name, value] of Object.entries(data)) if (names.has(name)) data[name] = change(value)
}

export const onMany = (
  id: string,
  clauses: readonly string[],
  breaks: string,
  change: (value: unknown) => unknown,
): Mutant => onRequest(id, clauses, breaks, (request) => relations(request, many, change))

export const onOne = (
  id: string,
  clauses: readonly string[],
  breaks: string,
  name: string,
  change: (value: unknown) => unknown,
): Mutant => onRequest(id, clauses, breaks, (request) => relations(request, new Set([name]), change))

export const inObject = (change: (value: Loose) => unknown) => (value: unknown) =>
  isRecord(value) ? change(value) : value
export const items = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
export const idOf = (item: unknown) => (isRecord(item) ? item['id'] : item)
export const isLong = (item: unknown) => isRecord(item)

/** Rewrites each item of connect that is an object. */
export const eachItem = (change: (item: Loose) => unknown) =>
  inObject((value) =>
    'connect' in value
      ? { ...value, connect: items(value['connect']).map((item) => (isRecord(item) ? change(item) : item)) }
      : value,
  )

export const position = (key: string, instead: Loose | undefined) =>
  eachItem((item) => {
    if (!isRecord(item['position']) || !(key in item['position']) || Object.keys(item['position']).length !== 1)
      return item
    return { ...item, position: instead ?? { [key === 'before' ? 'after' : 'before']: item['position'][key] } }
  })

export const allows = (id: string, clauses: readonly string[], breaks: string, repair: (value: unknown) => unknown) =>
  onMany(id, clauses, breaks, repair)
