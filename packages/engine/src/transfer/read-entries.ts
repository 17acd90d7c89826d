import { type Component, type ContentType, isScalar, type ScalarAttribute, type Schema } from '@content-api/model'
import type { ValueFormats, ValueKind } from '../layout/value-formats.js'
import type { ReadDatabase, WriteTransaction } from '../database/database.js'
import { idColumn, rowId } from '../layout/columns.js'
import type { OwnLink } from '../layout/own-layout.js'
import { quote } from '../layout/names.js'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'
import type { StorageKind, Stored } from '../attributes/scalar-behaviour.js'
import type { Dialect } from '../dialects/dialect.js'
import { stringOf } from '../plan/json-text.js'

/** An entry in export format. */
export interface ReadEntry {
  readonly id: number
  /** The id of the first localization; null for that localization itself and for types without locales. */
  readonly localizationOf: number | null
  readonly attributes: Readonly<Record<string, unknown>>
}

/** Makes all later reads of the transaction see the same state of the content. */
export async function readOneState(transaction: WriteTransaction): Promise<void> {
  const { readOneState: sql } = transaction.dialect
  if (sql !== undefined) await transaction.query({ sql, values: [] })
}

/** Returns at most `limit` entries whose id is greater than `after`, ordered by id. */
export async function readEntries(
  transaction: WriteTransaction,
  type: ContentType,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ReadEntry[]> {
  const rows = await readRows(transaction, type, { after, limit })
  const attributes = await readAttributes(transaction, type, rows)
  return rows.map(({ id, columns }) => {
    const group = type.localized ? columns[transaction.layout.entryColumns.group] : null
    const localizationOf = typeof group === 'number' && group !== id ? group : null
    return { id, localizationOf, attributes: attributes.get(id) ?? {} }
  })
}

export async function countEntries(transaction: WriteTransaction, types: readonly ContentType[]): Promise<number> {
  let total = 0
  for (const { uid } of types) {
    const { table } = transaction.layout.schema(uid)
    const [row] = await transaction.query({ sql: `SELECT count(*) AS total FROM ${quote(table)}`, values: [] })
    total += Number(row?.['total'] ?? 0)
  }
  return total
}

type Attributes = Record<string, unknown>

/** The number of owners in one statement. */
const ownersPerQuery = 500

/** Returns the attributes of rows in export format, by id. */
async function readAttributes(
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

type LinkTable = Extract<OwnLink, { kind: 'join' | 'morphJoin' }>

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
  const { dialect, layout } = transaction
  const { formats } = layout
  const third = link.kind === 'morphJoin' ? (['text', link.type] as const) : (['double', link.inverseOrder] as const)
  const source = quote(link.source)
  const rows = await readJsonRows(transaction, {
    table: link.table,
    columns: [
      formats.json('id', source),
      formats.json('id', quote(link.target)),
      third[1] === null ? `'null'` : formats.json(third[0], quote(third[1])),
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
  const { ownerColumns } = transaction.layout
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

/** A row as JSON values. */
interface ReadRow {
  readonly id: number
  /** Scalar attributes by name. */
  readonly scalars: Readonly<Record<string, unknown>>
  /** All other columns by name: foreign keys, positions, owners. */
  readonly columns: Readonly<Record<string, unknown>>
}

/** Selects rows: a page in the order of ids, or the components of some owners in order. */
export type RowRange =
  | { readonly after: number; readonly limit: number }
  | { readonly ownerType: string; readonly owners: readonly number[] }

interface ReadColumn {
  readonly sql: string
  readonly into: 'scalars' | 'columns'
  readonly name: string
}

async function readRows(transaction: WriteTransaction, schema: Schema, range: RowRange): Promise<ReadRow[]> {
  const columns = columnsOf(transaction, schema)
  const rows = await readJsonRows(transaction, {
    table: transaction.layout.schema(schema.uid).table,
    columns: columns.map(({ sql }) => sql),
    ...clauseOf(transaction, range),
  })
  return rows.map((values) => {
    const row = { scalars: {} as Record<string, unknown>, columns: {} as Record<string, unknown> }
    for (const [index, { into, name }] of columns.entries()) row[into][name] = values[index]
    return { id: Number(row.columns['id']), ...row }
  })
}

function clauseOf(
  { dialect, layout }: WriteTransaction,
  range: RowRange,
): { clause: string; values: readonly Stored[] } {
  if ('after' in range) {
    const limit = dialect.limit(dialect.placeholder(2), null)
    return { clause: `WHERE id > ${dialect.placeholder(1)} ORDER BY id ${limit}`, values: [range.after, range.limit] }
  }
  const { type, id, field, position } = layout.ownerColumns
  const owners = range.owners.map((_, index) => dialect.placeholder(index + 2))
  return {
    clause: `WHERE ${type} = ${dialect.placeholder(1)} AND ${id} IN (${owners.join(', ')})
      ORDER BY ${id}, ${field}, ${position}, id`,
    values: [range.ownerType, ...range.owners],
  }
}

/** Returns rows as JSON arrays of their columns. The database builds them as one text. */
async function readJsonRows(
  transaction: WriteTransaction,
  from: { table: string; columns: readonly string[]; clause: string; values: readonly Stored[] },
): Promise<unknown[][]> {
  const row = `'[' || ${from.columns.join(` || ',' || `)} || ']'`
  // Uses `query`, which has no size limit: a page of long texts may exceed the limit for responses.
  const [found] = await transaction.query({
    sql: `SELECT '[' || coalesce(${transaction.dialect.aggregate('listed.row')}, '') || ']' AS list FROM
      (SELECT ${row} AS row FROM ${quote(from.table)} ${from.clause}) listed`,
    values: from.values,
  })
  return JSON.parse(String(found?.['list'] ?? '[]')) as unknown[][]
}

function columnsOf({ dialect, layout }: WriteTransaction, schema: Schema): ReadColumn[] {
  const own = layout.schema(schema.uid)
  const column = (kind: ValueKind, name: string): ReadColumn => ({
    sql: layout.formats.json(kind, quote(name)),
    into: 'columns',
    name,
  })
  const columns: ReadColumn[] = [column('id', idColumn)]
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (!isScalar(attribute)) {
      columns.push(...linkColumns(own.link(name)).map(([kind, linked]) => column(kind, linked)))
    } else if (name !== 'id') {
      columns.push({
        sql: scalarSql(dialect, layout.formats, scalarBehaviours[attribute.type].storage, own.column(name)),
        into: 'scalars',
        name,
      })
    }
  }
  if (schema.model === 'component') {
    const { id, field, position } = layout.ownerColumns
    columns.push(column('id', id), column('text', field), column('double', position))
  }
  return columns
}

function scalarSql(dialect: Dialect, formats: ValueFormats, kind: StorageKind, name: string): string {
  // Writes decimals as strings, because parsing a JSON number would lose digits.
  if (kind !== 'decimal') return formats.json(kind, quote(name))
  return `coalesce(${dialect.jsonString(formats.text(kind, quote(name)))}, 'null')`
}

/** Returns the columns of a link that are stored in the row itself. */
function linkColumns(link: OwnLink): (readonly [kind: 'id' | 'text' | 'double', name: string])[] {
  switch (link.kind) {
    case 'column':
      return [['id', link.column], ...(link.order === null ? [] : ([['double', link.order]] as const))]
    case 'morph':
      return [
        ['id', link.id],
        ['text', link.type],
      ]
    case 'siblings':
      return [['id', link.group]]
    case 'inverse':
    case 'join':
    case 'morphJoin':
    case 'inverseMorph':
    case 'owned':
      return []
  }
}

/** The number of rows that one statement reads. */
const rowsPerQuery = 5_000

/**
 * Returns the ids of entries by their value of an attribute, without null; the first id when several entries
 * have the same value.
 */
export async function readUniqueValues(
  transaction: WriteTransaction,
  type: ContentType,
  name: string,
): Promise<Map<string, number>> {
  const { dialect, layout } = transaction
  const own = layout.schema(type.uid)
  const attribute = type.attributes[name]
  const kind =
    attribute && attribute.type in scalarBehaviours ? scalarBehaviours[attribute.type as 'string'].storage : 'text'
  const columns = [layout.formats.json('id', rowId), layout.formats.json(kind, quote(own.column(name)))]
  const found = new Map<string, number>()
  let after = 0
  for (;;) {
    const limit = dialect.limit(dialect.placeholder(2), null)
    const clause = `WHERE id > ${dialect.placeholder(1)} ORDER BY id ${limit}`
    const rows = await readJsonRows(transaction, { table: own.table, columns, clause, values: [after, rowsPerQuery] })
    if (rows.length === 0) return found
    for (const [id, value] of rows) {
      after = Number(id)
      // oxlint-disable-next-line typescript/no-base-to-string -- a value of one column is text or a number
      const text = value === null ? null : String(value)
      if (text !== null && !found.has(text)) found.set(text, after)
    }
  }
}

/**
 * The number of counts in one statement. SQLite limits the arguments of a function, and thousands of counts
 * take long to plan.
 */
const typesPerStatement = 100

type CountedDatabase = Pick<ReadDatabase, 'layout' | 'read'>

/** Returns the number of entries of each content type, by uid. Drafts and all localizations are included. */
export function countEntriesByType(
  database: CountedDatabase,
  uids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return countByType(database, uids, () => '*')
}

/** Returns the number of documents of each content type, by uid: those with versions in any state and locale. */
export function countDocumentsByType(
  database: CountedDatabase,
  uids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return countByType(database, uids, (uid) => `DISTINCT ${quote(database.layout.schema(uid).column('documentId'))}`)
}

async function countByType(
  database: CountedDatabase,
  uids: readonly string[],
  countedOf: (uid: string) => string,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (let at = 0; at < uids.length; at += typesPerStatement) {
    const part = uids.slice(at, at + typesPerStatement)
    const each = part.map((uid) => `(SELECT count(${countedOf(uid)}) FROM ${quote(database.layout.schema(uid).table)})`)
    const text = await database.read({ sql: `SELECT concat(${each.join(`, ',', `)})`, values: [] })
    for (const [index, count] of stringOf(text ?? '')
      .split(',')
      .entries())
      counts.set(part[index] ?? '', Number(count))
  }
  return counts
}
