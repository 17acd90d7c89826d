import { isDeepStrictEqual } from 'node:util'
import type { StorageKind } from '../attributes/scalar-behaviour.js'
import { type Column, rowId, type Table, type TableIndex } from '../layout/columns.js'
import { quote } from '../layout/names.js'
import type { OwnFormats } from '../layout/value-formats.js'
import type { OwnedField, SchemaRecord } from './record.js'

/** One change that the service would make when it starts. */
export type SchemaChange =
  | { readonly kind: 'createTable'; readonly table: Table }
  | { readonly kind: 'dropTable'; readonly table: Table }
  | { readonly kind: 'addColumn'; readonly table: Table; readonly column: Column }
  | { readonly kind: 'dropColumn'; readonly table: Table; readonly column: Column }
  | {
      readonly kind: 'changeColumn'
      readonly table: Table
      readonly from: Column
      readonly column: Column
      /** Whether the values are converted without loss; otherwise the column is emptied. */
      readonly keeps: boolean
    }
  | { readonly kind: 'createIndex'; readonly table: Table; readonly index: TableIndex }
  | { readonly kind: 'dropIndex'; readonly table: Table; readonly index: TableIndex }
  /** Deletes the component rows of an attribute that no longer exists. */
  | { readonly kind: 'dropComponents'; readonly of: OwnedField }

/** The storage kinds to which values of each kind can be converted without loss. */
const widenings: Readonly<Record<StorageKind, readonly StorageKind[]>> = {
  text: [],
  integer: ['bigint', 'double', 'decimal', 'text'],
  bigint: ['text'],
  double: ['decimal', 'text'],
  decimal: ['text'],
  boolean: ['text'],
  date: ['text'],
  time: ['text'],
  datetime: ['text'],
  json: ['text'],
}

/** Returns the changes from one schema to another, in no particular order and without looking at the data. */
export function compareSchemas(from: SchemaRecord, to: SchemaRecord): SchemaChange[] {
  const before = new Map(from.tables.map((table) => [table.name, table]))
  const after = new Map(to.tables.map((table) => [table.name, table]))
  const keptIndexes = new Set(to.tables.flatMap(({ indexes }) => indexes.map(({ name }) => name)))
  const changes: SchemaChange[] = []
  for (const table of from.tables) {
    if (!after.has(table.name)) changes.push({ kind: 'dropTable', table })
  }
  for (const table of to.tables) {
    const old = before.get(table.name)
    changes.push(...(old ? compareTables(old, table, keptIndexes) : createTable(table)))
  }
  for (const of of from.owned) {
    if (after.has(of.table) && !to.owned.some((kept) => isDeepStrictEqual(kept, of))) {
      changes.push({ kind: 'dropComponents', of })
    }
  }
  return changes
}

function createTable(table: Table): SchemaChange[] {
  return [
    { kind: 'createTable', table },
    ...table.indexes.map((index) => ({ kind: 'createIndex', table, index }) as const),
  ]
}

function compareTables(from: Table, table: Table, keptIndexes: ReadonlySet<string>): SchemaChange[] {
  const columns = compareColumns(from, table)
  // The table is recreated when a column needs a value that existing rows lack, such as when a link table
  // changes its kind.
  if (columns.some(needsValue)) return [{ kind: 'dropTable', table: from }, ...createTable(table)]
  const indexes: SchemaChange[] = []
  const own = new Set(table.indexes.map(({ name }) => name))
  for (const index of from.indexes) {
    if (table.indexes.some((kept) => isDeepStrictEqual(kept, index))) continue
    // Earlier versions gave the indexes of two tables the same name, and created only the first one.
    const belongsToAnother = keptIndexes.has(index.name) && !own.has(index.name)
    if (!belongsToAnother) indexes.push({ kind: 'dropIndex', table, index })
  }
  for (const index of table.indexes) {
    if (!from.indexes.some((kept) => isDeepStrictEqual(kept, index)))
      indexes.push({ kind: 'createIndex', table, index })
  }
  return [...columns, ...indexes]
}

function compareColumns(from: Table, table: Table): SchemaChange[] {
  const before = new Map(from.columns.map((column) => [column.name, column]))
  const after = new Set(table.columns.map(({ name }) => name))
  const changes: SchemaChange[] = []
  for (const column of from.columns) {
    if (!after.has(column.name)) changes.push({ kind: 'dropColumn', table, column })
  }
  for (const column of table.columns) {
    const old = before.get(column.name)
    if (!old) changes.push({ kind: 'addColumn', table, column })
    else if (!isDeepStrictEqual(old, column)) {
      changes.push({ kind: 'changeColumn', table, from: old, column, keeps: keepsValues(old, column) })
    }
  }
  return changes
}

function keepsValues(from: Column, to: Column): boolean {
  // Ids of one type's entries are meaningless for another type.
  if (from.references?.table !== to.references?.table) return false
  if (from.kind === to.kind) return true
  return isStorageKind(from.kind) && isStorageKind(to.kind) && widenings[from.kind].includes(to.kind)
}

function isStorageKind(kind: Column['kind']): kind is StorageKind {
  return Object.hasOwn(widenings, kind)
}

/** Returns whether a change needs values that can't be generated. Positions can be: they follow the order of ids. */
function needsValue(change: SchemaChange): boolean {
  if (change.kind === 'addColumn') return change.column.notNull === true && change.column.kind !== 'position'
  if (change.kind === 'changeColumn')
    return change.column.notNull === true && (!change.keeps || change.from.notNull !== true)
  return false
}

/** Returns one line for display. */
export function describeChange(change: SchemaChange): string {
  switch (change.kind) {
    case 'createTable':
      return `create table ${change.table.name}`
    case 'dropTable':
      return `drop table ${change.table.name}`
    case 'addColumn':
      return `add column ${change.table.name}.${change.column.name} (${change.column.kind})`
    case 'dropColumn':
      return `drop column ${change.table.name}.${change.column.name}`
    case 'changeColumn':
      return `${change.keeps ? 'change' : 'empty and change'} column ${change.table.name}.${change.column.name} (${change.from.kind} to ${change.column.kind})`
    case 'createIndex':
      return `create ${change.index.unique ? 'unique index' : 'index'} ${change.index.name} on ${change.table.name} (${change.index.columns.join(', ')})`
    case 'dropIndex':
      return `drop index ${change.index.name}`
    case 'dropComponents':
      return `drop the ${change.of.table} of ${change.of.owner} ${change.of.field}`
  }
}

/** The SQL with which a dialect changes its tables. */
export interface SchemaDialect {
  /** The query for the names of all existing tables. */
  readonly tableNames: string
  /** Returns the statements that make the changes, in order. */
  statements(changes: readonly SchemaChange[]): string[]
}

export function columnSql({ columnType }: OwnFormats, { name, kind, notNull }: Column): string {
  return `${quote(name)} ${columnType[kind]}${notNull ? ' NOT NULL' : ''}`
}

export function referenceSql({ references }: Column): string {
  return references ? ` REFERENCES ${quote(references.table)} (${rowId}) ON DELETE ${references.onDelete}` : ''
}

/** `order` sets the position of NULLs, for a dialect whose default differs from the sort order of responses. */
export function createIndexSql(table: Table, { name, columns, unique }: TableIndex, order = ''): string {
  const list = columns.map((column) => `${quote(column)}${order}`).join(', ')
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${quote(name)} ON ${quote(table.name)} (${list})`
}

export function dropIndexSql({ name }: TableIndex): string {
  return `DROP INDEX IF EXISTS ${quote(name)}`
}

/** Returns the SQL that converts a column's value to its new kind without loss. */
export function convertedSql(formats: OwnFormats, from: Column, to: Column): string {
  const { columnType } = formats
  const column = quote(from.name)
  if (columnType[from.kind] === columnType[to.kind]) return column
  if (from.kind === 'reference' || from.kind === 'position') return column
  const asText = formats.text(from.kind, column)
  return to.kind === 'text' ? asText : `CAST(${asText} AS ${columnType[to.kind]})`
}

export function ofKind<Kind extends SchemaChange['kind']>(
  changes: readonly SchemaChange[],
  kind: Kind,
): Extract<SchemaChange, { kind: Kind }>[] {
  return changes.filter((change): change is Extract<SchemaChange, { kind: Kind }> => change.kind === kind)
}
