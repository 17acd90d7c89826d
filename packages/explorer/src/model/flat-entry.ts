import type { ExplorerAttribute } from '../protocol.js'
import { isRecord } from './is-record.js'
import { isLink, type ModelIndex, type Schema } from './model-index.js'

/** An entry without REST's wrappers: `id` and attributes are in one object, also in populated entries. */
export type FlatEntry = Readonly<Record<string, unknown>>

/** Reads an entry of a REST response: `{ id, attributes }`, or flat, like users and components. */
export function flatEntry(raw: unknown, schema: Schema | undefined, model: ModelIndex): FlatEntry {
  if (!isRecord(raw)) return {}
  const { attributes } = raw
  const isWrapped = isRecord(attributes) && !schema?.attributes.some(({ name }) => name === 'attributes')
  // `meta` contains the locales of an entry.
  const { attributes: _, meta: __, ...head } = raw
  const members = isWrapped ? { ...head, ...attributes } : raw
  const known = new Map(schema?.attributes.map((attribute) => [attribute.name, attribute]))
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const attribute = known.get(name)
      return [name, attribute && isLink(attribute) ? flatLink(value, attribute, model) : value]
    }),
  )
}

function flatLink(value: unknown, attribute: ExplorerAttribute, model: ModelIndex): unknown {
  const rows = isRecord(value) && 'data' in value && attribute.type !== 'component' ? value['data'] : value
  const flat = (row: unknown) => flatEntry(row, schemaOfRow(row, attribute, model), model)
  if (Array.isArray(rows)) return rows.map(flat)
  return rows === null || rows === undefined ? null : flat(rows)
}

/** Returns the schema of a row. Items of zones and of polymorphic relations contain their own type. */
function schemaOfRow(row: unknown, attribute: ExplorerAttribute, model: ModelIndex): Schema | undefined {
  if (!isRecord(row)) return undefined
  const { __component, __type } = row
  if (typeof __component === 'string') return model.componentOf(__component)
  if (typeof __type === 'string') return model.typeOf(__type)
  return model.targetOf(attribute)
}

/** Returns the rows of a REST response: a list, a single entry, or the list of users, which has no `data`. */
export function rowsOf(body: unknown, schema: Schema, model: ModelIndex): readonly FlatEntry[] {
  const data = isRecord(body) && 'data' in body ? body['data'] : body
  const rows: readonly unknown[] = Array.isArray(data) ? data : data === null || data === undefined ? [] : [data]
  return rows.map((row) => flatEntry(row, schema, model))
}

/** Returns `meta.pagination.total`; null for responses without it. */
export function totalOf(body: unknown): number | null {
  const meta = isRecord(body) ? body['meta'] : undefined
  const pagination = isRecord(meta) ? meta['pagination'] : undefined
  const total = isRecord(pagination) ? pagination['total'] : undefined
  return typeof total === 'number' ? total : null
}
