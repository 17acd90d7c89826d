import { type Component, isScalar, type ScalarAttribute, type Schema } from '@content-api/model'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import type { WriteTransaction } from '../database/database.js'
import { type LinkLayout, ownerColumns } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import { readJsonRows, type ReadRow, readRows } from './read-rows.js'

type Attributes = Record<string, unknown>

/** The number of owners in one statement. */
const ownersPerQuery = 500

/** Returns the attributes of rows in export format, by id. */
export async function readAttributes(
  transaction: WriteTransaction,
  schema: Schema,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<number, Attributes>> {
  const found = new Map(rows.map((row) => [row.id, ownAttributes(transaction, schema, row)]))
  for (const ids of slices([...found.keys()])) {
    for (const [name, link] of linkTables(transaction, schema)) await addLinks(transaction, name, link, ids, found)
    await addComponents(transaction, schema, ids, found)
  }
  return found
}

/** Returns the attributes that are stored in the row itself. */
function ownAttributes({ layout }: WriteTransaction, schema: Schema, { scalars, columns }: ReadRow): Attributes {
  const attributes: Attributes = {}
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (name === 'id') continue
    if (isScalar(attribute)) {
      const value = scalarValue(name, attribute, scalars[name])
      if (value !== undefined) attributes[name] = value
      continue
    }
    const link = layout.schema(schema.uid).link(name)
    if (link.kind === 'column' && columns[link.column] !== null) {
      attributes[name] = target(columns[link.column], link.order === null ? null : columns[link.order])
    }
    if (link.kind === 'morph' && columns[link.id] !== null) {
      attributes[name] = { type: columns[link.type], id: columns[link.id] }
    }
  }
  return attributes
}

const target = (id: unknown, order: unknown) => (order === null ? id : { id, order })

/** Attributes that get a value on import when they are absent. */
const attributesWithDefaults = new Set(['createdAt', 'updatedAt', 'publishedAt', 'locale'])

function scalarValue(name: string, attribute: ScalarAttribute, value: unknown): unknown {
  if (value === null) return attribute.default !== undefined || attributesWithDefaults.has(name) ? null : undefined
  return scalarBehaviours[attribute.type].hidden ? { hash: value } : value
}

type LinkTable = Extract<LinkLayout, { kind: 'join' | 'morphJoin' }>

/** Returns the link tables that this side of a relation owns. */
function linkTables({ layout }: WriteTransaction, schema: Schema): [string, LinkTable][] {
  return Object.entries(schema.attributes).flatMap(([name, attribute]): [string, LinkTable][] => {
    if (isScalar(attribute) || (attribute.type === 'relation' && attribute.mappedBy !== undefined)) return []
    const link = layout.schema(schema.uid).link(name)
    return link.kind === 'join' || link.kind === 'morphJoin' ? [[name, link]] : []
  })
}

async function addLinks(
  transaction: WriteTransaction,
  name: string,
  link: LinkTable,
  ids: readonly number[],
  found: ReadonlyMap<number, Attributes>,
): Promise<void> {
  const { dialect } = transaction
  const third = link.kind === 'morphJoin' ? (['text', link.type] as const) : (['double', link.inverseOrder] as const)
  const source = quote(link.source)
  const rows = await readJsonRows(transaction, {
    table: link.table,
    columns: [
      dialect.json('id', source),
      dialect.json('id', quote(link.target)),
      third[1] === null ? `'null'` : dialect.json(third[0], quote(third[1])),
    ],
    clause: `WHERE ${source} IN (${ids.map((_, index) => dialect.placeholder(index + 1)).join(', ')})
      ORDER BY ${source}, ${quote(link.order)}, id`,
    values: ids,
  })
  for (const [owner, id, more] of rows) {
    const attributes = found.get(Number(owner))
    if (!attributes) continue
    listAt(attributes, name).push(link.kind === 'morphJoin' ? { type: more, id } : target(id, more))
  }
}

function listAt(attributes: Attributes, name: string): unknown[] {
  const list = (attributes[name] ??= [])
  return list as unknown[]
}

interface PlacedComponent {
  readonly owner: number
  readonly field: string
  readonly position: number
  readonly component: Component
  readonly value: unknown
}

async function addComponents(
  transaction: WriteTransaction,
  owner: Schema,
  ids: readonly number[],
  found: ReadonlyMap<number, Attributes>,
): Promise<void> {
  const placed: PlacedComponent[] = []
  for (const component of componentsOf(transaction, owner)) {
    const rows = await readRows(transaction, component, { ownerType: owner.uid, owners: ids })
    const attributes = await readAttributes(transaction, component, rows)
    for (const { id, columns } of rows) {
      placed.push({
        owner: Number(columns[ownerColumns.id]),
        field: String(columns[ownerColumns.field]),
        position: Number(columns[ownerColumns.position]),
        component,
        value: { id, ...attributes.get(id) },
      })
    }
  }
  // The items of a dynamic zone come from several tables.
  for (const item of placed.toSorted((a, b) => a.position - b.position)) {
    const attributes = found.get(item.owner)
    const attribute = owner.attributes[item.field]
    if (attribute?.type === 'component' && !attribute.repeatable && attributes) attributes[item.field] = item.value
    else if (attribute?.type === 'component' && attributes) listAt(attributes, item.field).push(item.value)
    else if (attribute?.type === 'dynamiczone' && attributes) {
      listAt(attributes, item.field).push({ __component: item.component.uid, ...(item.value as object) })
    }
  }
}

/** Returns the components that rows of this schema may contain. */
function componentsOf({ registry }: WriteTransaction, schema: Schema): ReadonlySet<Component> {
  const uids = Object.values(schema.attributes).flatMap((attribute) => {
    if (attribute.type === 'component') return [attribute.component]
    return attribute.type === 'dynamiczone' ? attribute.components : []
  })
  return new Set(uids.map((uid) => registry.component(uid)))
}

function* slices(ids: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < ids.length; at += ownersPerQuery) yield ids.slice(at, at + ownersPerQuery)
}
