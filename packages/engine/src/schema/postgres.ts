import { type Column, rowId, type Table } from '../layout/columns.js'
import { identifier, quote } from '../layout/names.js'
import { postgresFormats } from '../layout/postgres-formats.js'
import {
  columnSql,
  convertedSql,
  createIndexSql,
  dropIndexSql,
  ofKind,
  referenceSql,
  type SchemaChange,
  type SchemaDialect,
} from './changes.js'

/** The sort order of responses. By default, PostgreSQL puts NULLs last in an index. */
const nullsFirst = ' NULLS FIRST'

export const postgresSchema: SchemaDialect = {
  tableNames: `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`,

  statements(changes) {
    const created = ofKind(changes, 'createTable')
    const added = ofKind(changes, 'addColumn')
    const changed = ofKind(changes, 'changeColumn')
    return [
      ...ofKind(changes, 'dropIndex').map(({ index }) => dropIndexSql(index)),
      ...ofKind(changes, 'dropColumn').map(({ table, column }) => alter(table, `DROP COLUMN ${quote(column.name)}`)),
      // CASCADE also drops the foreign keys that refer to the table. Other changes drop or empty the columns
      // of those keys.
      ...ofKind(changes, 'dropTable').map(({ table }) => `DROP TABLE ${quote(table.name)} CASCADE`),
      // Tables may refer to each other in cycles, so the foreign keys are added when all tables exist.
      ...created.map(({ table }) => createTableSql(table)),
      ...added.flatMap(({ table, column }) => addColumn(table, column)),
      ...changed.flatMap(changeColumn),
      ...created.flatMap(({ table }) => table.columns.flatMap((column) => addReference(table, column))),
      ...added.flatMap(({ table, column }) => addReference(table, column)),
      ...ofKind(changes, 'createIndex').map(({ table, index }) => createIndexSql(table, index, nullsFirst)),
      // Columns that are emptied are dropped together with their indexes, so the indexes are created again.
      ...changed.flatMap(({ table }) => table.indexes.map((index) => createIndexSql(table, index, nullsFirst))),
    ]
  },
}

function createTableSql({ name, columns }: Table): string {
  return `CREATE TABLE ${quote(name)} (${columns.map((column) => columnSql(postgresFormats, column)).join(', ')})`
}

function alter({ name }: Table, action: string): string {
  return `ALTER TABLE ${quote(name)} ${action}`
}

function addColumn(table: Table, column: Column): string[] {
  const { notNull, ...nullable } = column
  const add = alter(table, `ADD COLUMN ${columnSql(postgresFormats, nullable)}`)
  if (!notNull) return [add]
  return [
    add,
    `UPDATE ${quote(table.name)} SET ${quote(column.name)} = ${rowId}`,
    alter(table, `ALTER COLUMN ${quote(column.name)} SET NOT NULL`),
  ]
}

function changeColumn({ table, from, column, keeps }: Extract<SchemaChange, { kind: 'changeColumn' }>): string[] {
  const name = quote(column.name)
  if (!keeps) {
    return [alter(table, `DROP COLUMN ${name}`), ...addColumn(table, column), ...addReference(table, column)]
  }
  const type = postgresFormats.columnType[column.kind]
  return [
    ...(type === postgresFormats.columnType[from.kind]
      ? []
      : [alter(table, `ALTER COLUMN ${name} TYPE ${type} USING ${convertedSql(postgresFormats, from, column)}`)]),
    ...(from.notNull && !column.notNull ? [alter(table, `ALTER COLUMN ${name} DROP NOT NULL`)] : []),
    ...(from.references && from.references.onDelete !== column.references?.onDelete
      ? [alter(table, `DROP CONSTRAINT ${quote(constraintOf(table, column))}`), ...addReference(table, column)]
      : []),
  ]
}

function addReference(table: Table, column: Column): string[] {
  if (!column.references) return []
  const name = quote(constraintOf(table, column))
  return [alter(table, `ADD CONSTRAINT ${name} FOREIGN KEY (${quote(column.name)})${referenceSql(column)}`)]
}

function constraintOf(table: Table, column: Column): string {
  return identifier(`${table.name}_${column.name}_fkey`)
}
