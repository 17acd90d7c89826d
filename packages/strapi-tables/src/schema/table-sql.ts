import type { DialectName } from '@content-api/engine/layout'
import { quote } from '@content-api/engine/write'
import { sqlTypes, type StrapiColumn, type StrapiForeignKey, type StrapiIndex, type StrapiTable } from './table.js'

/** The columns that an existing table lacks. */
export interface MissingColumns {
  readonly table: StrapiTable
  readonly columns: readonly StrapiColumn[]
}

/** Tables, and columns of other tables, that a database lacks. */
export interface MissingTables {
  readonly tables: readonly StrapiTable[]
  readonly columns: readonly MissingColumns[]
}

/** Returns the statements that create what is missing. They refer to tables of other statements in any order. */
export function createStatements({ tables, columns }: MissingTables, dialect: DialectName): string[] {
  const added = columns.map(restrictedTo)
  return [
    ...tables.map((table) => createTable(table, dialect)),
    ...added.flatMap((table) => table.columns.map((column) => addColumn(table, column, dialect))),
    ...[...tables, ...added].flatMap((table) => table.indexes.map((index) => createIndex(table, index, dialect))),
    // SQLite has them in the columns.
    ...(dialect === 'postgres'
      ? [...tables, ...added].flatMap((table) => table.foreignKeys.map((key) => addForeignKey(table, key)))
      : []),
  ]
}

/** Returns the part of a table that some of its columns need. */
function restrictedTo({ table, columns }: MissingColumns): StrapiTable {
  const isAdded = (column: string) => columns.some(({ name }) => name === column)
  return {
    name: table.name,
    columns,
    indexes: table.indexes.filter((index) => index.columns.some(isAdded)),
    foreignKeys: table.foreignKeys.filter(({ column }) => isAdded(column)),
  }
}

const keysOf = ({ foreignKeys }: StrapiTable, { name }: StrapiColumn) =>
  foreignKeys.filter(({ column }) => column === name)

const columnSql = ({ name, type }: StrapiColumn, dialect: DialectName) => `${quote(name)} ${sqlTypes[dialect][type]}`

const references = ({ table, onDelete }: StrapiForeignKey) =>
  `REFERENCES ${quote(table)} (${quote('id')}) ON DELETE ${onDelete}`

const foreignKey = (key: StrapiForeignKey) =>
  `CONSTRAINT ${quote(key.name)} FOREIGN KEY (${quote(key.column)}) ${references(key)}`

/** SQLite has its foreign keys in the table from the start: it can't add them later. */
function createTable({ name, columns, foreignKeys }: StrapiTable, dialect: DialectName): string {
  const keys = dialect === 'sqlite' ? foreignKeys.map(foreignKey) : []
  const parts = [...columns.map((column) => columnSql(column, dialect)), ...keys]
  return `CREATE TABLE ${quote(name)} (${parts.join(', ')})`
}

function addColumn(table: StrapiTable, column: StrapiColumn, dialect: DialectName): string {
  const keys = dialect === 'sqlite' ? keysOf(table, column) : []
  const constraints = keys.map((key) => ` CONSTRAINT ${quote(key.name)} ${references(key)}`)
  return `ALTER TABLE ${quote(table.name)} ADD COLUMN ${columnSql(column, dialect)}${constraints.join('')}`
}

/** In PostgreSQL, Strapi's unique indexes are constraints. */
function createIndex(
  { name: table }: StrapiTable,
  { name, columns, unique }: StrapiIndex,
  dialect: DialectName,
): string {
  const list = columns.map((column) => quote(column)).join(', ')
  if (unique && dialect === 'postgres') {
    return `ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} UNIQUE (${list})`
  }
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quote(name)} ON ${quote(table)} (${list})`
}

const addForeignKey = ({ name }: StrapiTable, key: StrapiForeignKey) =>
  `ALTER TABLE ${quote(name)} ADD ${foreignKey(key)}`
