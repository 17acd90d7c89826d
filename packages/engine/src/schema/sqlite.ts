import { type Column, rowId, type Table } from '../layout/columns.js'
import { replacementTable } from '../layout/layout-names.js'
import { quote, quoteText } from '../layout/names.js'
import { sqliteFormats } from '../layout/sqlite-formats.js'
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

export const sqliteSchema: SchemaDialect = {
  tableNames: `SELECT name FROM sqlite_master WHERE type = 'table'`,

  statements(changes) {
    const rebuilt = new Map<string, Table>()
    for (const change of changes) if (needsRebuild(change)) rebuilt.set(change.table.name, change.table)
    const isRebuilt = (table: Table) => rebuilt.has(table.name)
    return [
      ...ofKind(changes, 'dropIndex').map(({ index }) => dropIndexSql(index)),
      ...ofKind(changes, 'dropTable').map(({ table }) => `DROP TABLE ${quote(table.name)}`),
      ...ofKind(changes, 'createTable').map(({ table }) => createTableSql(table.name, table)),
      ...[...rebuilt.values()].flatMap((table) => rebuild(table, changes)),
      ...ofKind(changes, 'addColumn')
        .filter(({ table }) => !isRebuilt(table))
        .map(({ table, column }) => `ALTER TABLE ${quote(table.name)} ADD COLUMN ${fullColumnSql(column)}`),
      ...ofKind(changes, 'createIndex').map(({ table, index }) => createIndexSql(table, index)),
    ]
  },
}

function fullColumnSql(column: Column): string {
  return `${columnSql(sqliteFormats, column)}${referenceSql(column)}`
}

function createTableSql(name: string, { columns }: Table): string {
  return `CREATE TABLE ${quote(name)} (${columns.map(fullColumnSql).join(', ')})`
}

/** Columns that may be NULL are added in place. For any other change of columns, the table is rebuilt. */
function needsRebuild(change: SchemaChange): change is Extract<SchemaChange, { column: Column }> {
  if (change.kind === 'addColumn') return change.column.notNull === true
  return change.kind === 'dropColumn' || change.kind === 'changeColumn'
}

/**
 * Recreates a table. Foreign keys are off meanwhile, so that dropping the old table doesn't delete rows that
 * refer to it.
 */
function rebuild(table: Table, changes: readonly SchemaChange[]): string[] {
  const { name } = table
  const next = replacementTable
  const of = changes.filter(
    (change): change is Extract<SchemaChange, { column: Column }> => 'column' in change && change.table.name === name,
  )
  const values = table.columns.map((column) =>
    valueSql(
      column,
      of.find((change) => change.column.name === column.name),
    ),
  )
  const columns = table.columns.map((column) => quote(column.name)).join(', ')
  return [
    createTableSql(next, table),
    `INSERT INTO ${quote(next)} (${columns}) SELECT ${values.join(', ')} FROM ${quote(name)}`,
    // Keeps the counter, so that ids of deleted rows aren't used again.
    `DELETE FROM sqlite_sequence WHERE name = ${quoteText(next)}`,
    `INSERT INTO sqlite_sequence (name, seq) SELECT ${quoteText(next)}, seq FROM sqlite_sequence WHERE name = ${quoteText(name)}`,
    `DROP TABLE ${quote(name)}`,
    `ALTER TABLE ${quote(next)} RENAME TO ${quote(name)}`,
    ...table.indexes.map((index) => createIndexSql(table, index)),
  ]
}

function valueSql(column: Column, change: Extract<SchemaChange, { column: Column }> | undefined): string {
  if (change?.kind === 'addColumn') return column.kind === 'position' && column.notNull ? rowId : 'NULL'
  if (change?.kind === 'changeColumn') return change.keeps ? convertedSql(sqliteFormats, change.from, column) : 'NULL'
  return quote(column.name)
}
