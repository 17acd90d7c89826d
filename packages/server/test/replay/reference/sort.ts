import { type ScalarAttribute, type Schema, isScalar } from '@content-api/model'
import type { Row } from '../../../../engine/src/database/database.js'
import { isRecord } from '../request-target.js'
import { idOf } from '../world.js'
import { type FilterScope, visible } from './filter.js'

interface Key {
  readonly path: readonly string[]
  readonly descending: boolean
}

/** Parses every form of specification §4.2: a string, a comma-separated list, an array of these, an object. */
export function sortKeys(sort: unknown): Key[] {
  if (typeof sort === 'string') {
    return sort.split(',').flatMap((part) => {
      const [path = '', direction = 'asc'] = part.trim().split(':')
      return path === '' ? [] : [{ path: path.split('.'), descending: direction.toLowerCase() === 'desc' }]
    })
  }
  if (Array.isArray(sort)) return sort.flatMap(sortKeys)
  if (!isRecord(sort)) return []
  return Object.entries(sort).flatMap(([name, below]) => {
    if (typeof below === 'string') return [{ path: [name], descending: below.toLowerCase() === 'desc' }]
    return sortKeys(below).map(({ path, descending }) => ({ path: [name, ...path], descending }))
  })
}

/**
 * Null comes first ascending and last descending, strings by code point, ties by id. A path through relations
 * uses its smallest value ascending and its largest descending.
 */
export async function sorted(scope: FilterScope, schema: Schema, rows: readonly Row[], sort: unknown): Promise<Row[]> {
  const keys = sortKeys(sort)
  const weighed = await Promise.all(
    rows.map(async (row) => ({
      row,
      values: await Promise.all(keys.map((key) => weigh(scope, schema, row, key.path, key.descending))),
    })),
  )
  weighed.sort((a, b) => {
    for (const [index, { descending }] of keys.entries()) {
      const order = compare(a.values[index] ?? null, b.values[index] ?? null)
      if (order !== 0) return descending ? -order : order
    }
    return idOf(a.row) - idOf(b.row)
  })
  return weighed.map(({ row }) => row)
}

type Weight = string | number | null

async function weigh(
  scope: FilterScope,
  schema: Schema,
  row: Row,
  [name = '', ...path]: readonly string[],
  descending: boolean,
): Promise<Weight> {
  const attribute = schema.attributes[name]
  if (attribute && isScalar(attribute)) return weight(row, name, attribute)
  const values: Weight[] = []
  for (const linked of await visible(scope, schema, row, name)) {
    values.push(await weigh(scope, linked.schema, linked.row, path, descending))
  }
  const present = values.filter((value) => value !== null).toSorted(compare)
  return (descending ? present.at(-1) : present[0]) ?? null
}

const numbers = new Set(['integer', 'float', 'decimal', 'biginteger', 'timestamp', 'boolean'])

function weight(row: Row, name: string, { type }: ScalarAttribute): Weight {
  const stored = row[name] ?? null
  return stored === null ? null : numbers.has(type) || name === 'id' ? Number(stored) : String(stored)
}

function compare(a: Weight, b: Weight): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
  return a - Number(b)
}
