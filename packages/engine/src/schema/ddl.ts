import type { Dialect } from '../dialects/dialect.js'
import type { Column, Table, TableIndex } from '../dialects/table.js'
import { quote } from '../dialects/names.js'
import type { SchemaChange } from './changes.js'

/** The SQL with which a dialect changes its tables. */
export interface SchemaDialect {
  /** The query for the names of all existing tables. */
  readonly tableNames: string
  /** Returns the statements that make the changes, in order. */
  statements(changes: readonly SchemaChange[]): string[]
}

export function columnSql(dialect: Dialect, { name, kind, notNull }: Column): string {
  return `${quote(name)} ${dialect.columnType[kind]}${notNull ? ' NOT NULL' : ''}`
}

export function referenceSql({ references }: Column): string {
  return references ? ` REFERENCES ${quote(references.table)} (${quote('id')}) ON DELETE ${references.onDelete}` : ''
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
export function convertedSql(dialect: Dialect, from: Column, to: Column): string {
  const column = quote(from.name)
  if (dialect.columnType[from.kind] === dialect.columnType[to.kind]) return column
  if (from.kind === 'reference' || from.kind === 'position') return column
  const text = dialect.text(from.kind, column)
  return to.kind === 'text' ? text : `CAST(${text} AS ${dialect.columnType[to.kind]})`
}

/** Returns the changes of one kind. */
export function ofKind<Kind extends SchemaChange['kind']>(
  changes: readonly SchemaChange[],
  kind: Kind,
): Extract<SchemaChange, { kind: Kind }>[] {
  return changes.filter((change): change is Extract<SchemaChange, { kind: Kind }> => change.kind === kind)
}
