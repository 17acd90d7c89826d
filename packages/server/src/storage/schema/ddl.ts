import type { Dialect } from '../dialects/dialect.js'
import type { Column, Table, TableIndex } from '../table.js'
import { quote } from '../names.js'
import type { SchemaChange } from './changes.js'

/** How a dialect changes its tables. */
export interface SchemaDialect {
  /** The names of the tables that there are. */
  readonly tableNames: string
  /** The statements that carry the changes out, in their order. */
  statements(changes: readonly SchemaChange[]): string[]
}

export function columnSql(dialect: Dialect, { name, kind, notNull }: Column): string {
  return `${quote(name)} ${dialect.columnType[kind]}${notNull ? ' NOT NULL' : ''}`
}

export function referenceSql({ references }: Column): string {
  return references ? ` REFERENCES ${quote(references.table)} (${quote('id')}) ON DELETE ${references.onDelete}` : ''
}

/** `order` says where NULLs stand, for a dialect that puts them elsewhere than sorts of answers do. */
export function createIndexSql(table: Table, { name, columns, unique }: TableIndex, order = ''): string {
  const list = columns.map((column) => `${quote(column)}${order}`).join(', ')
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${quote(name)} ON ${quote(table.name)} (${list})`
}

export function dropIndexSql({ name }: TableIndex): string {
  return `DROP INDEX IF EXISTS ${quote(name)}`
}

/** The column's value as one of its new kind, without loss. */
export function convertedSql(dialect: Dialect, from: Column, to: Column): string {
  const column = quote(from.name)
  if (dialect.columnType[from.kind] === dialect.columnType[to.kind]) return column
  if (from.kind === 'reference' || from.kind === 'position') return column
  const text = dialect.text(from.kind, column)
  return to.kind === 'text' ? text : `CAST(${text} AS ${dialect.columnType[to.kind]})`
}

/** Only the changes of one kind. */
export function ofKind<Kind extends SchemaChange['kind']>(
  changes: readonly SchemaChange[],
  kind: Kind,
): Extract<SchemaChange, { kind: Kind }>[] {
  return changes.filter((change): change is Extract<SchemaChange, { kind: Kind }> => change.kind === kind)
}
