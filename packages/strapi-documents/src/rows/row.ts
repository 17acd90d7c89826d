import type { ContentType, Schema } from '@content-api/model'
import type { ResultChanges } from '@content-api/core/entries/hooks/result-changes'
import type { Stored } from '@content-api/engine/attributes'
import type { WriteTransaction } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'
import type { FieldWrite } from '@content-api/engine/plan'
import {
  idColumn,
  kindOfAttribute,
  quote,
  rowId,
  run,
  type StatementBuilder,
  type ValueKind,
} from '@content-api/engine/write'

/** A transaction on the tables of Strapi 5. */
export type Transaction = WriteTransaction<WritableLayout>

/** A value for a column. */
export interface Cell {
  readonly column: string
  readonly kind: ValueKind
  readonly value: Stored
}

/** The columns of every version of a document, besides its attributes. */
export const versionColumns = {
  documentId: 'document_id',
  locale: 'locale',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  publishedAt: 'published_at',
  createdBy: 'created_by_id',
  updatedBy: 'updated_by_id',
} as const

/** Returns whether the column of an attribute says where a version stands. A project may declare one by mistake. */
export const isVersionAttribute = (name: string): boolean => Object.hasOwn(versionColumns, name)

/** The columns of the tables that link an entry with its components, and of those of relations to any type. */
export const linkColumns = { componentType: 'component_type', field: 'field', order: 'order' } as const

/** The published rows of a type with drafts have a value here, the drafts none. */
export const isPublished = (table = ''): string =>
  `${table === '' ? '' : `${table}.`}${quote(versionColumns.publishedAt)} IS NOT NULL`

/** One version of a document: its row, and where it stands. */
export interface Version {
  readonly type: ContentType
  readonly id: number
  readonly documentId: string
  readonly locale: string | null
  readonly isDraft: boolean
  /** The moment of its last change, as responses show it. */
  readonly updatedAt: string
  /** What hooks have changed in the result of its write; absent if nothing. */
  readonly resultChanges?: ResultChanges | null
}

/** Where a version stands, with or without a row. */
export type VersionPlace = Pick<Version, 'type' | 'documentId' | 'locale' | 'isDraft'>

export const tableOf = (tx: Transaction, { uid }: Schema): string => tx.layout.schema(uid).table

/** Returns the columns of attributes with their values. */
export function cellsOf(tx: Transaction, schema: Schema, fields: readonly FieldWrite[]): Cell[] {
  const layout = tx.layout.schema(schema.uid)
  return fields.map(({ name, attribute, value }) => ({
    column: layout.column(name),
    kind: kindOfAttribute(name, attribute),
    value,
  }))
}

const bound = (builder: StatementBuilder, { kind, value }: Cell): string =>
  value === null ? 'NULL' : builder.bind(kind, value)

/** Inserts a row and returns its id. */
export async function insertRow(tx: Transaction, table: string, cells: readonly Cell[]): Promise<number> {
  const [row] = await run(tx, (builder) => {
    const columns = cells.map(({ column }) => quote(column)).join(', ')
    const values = cells.map((cell) => bound(builder, cell)).join(', ')
    const source = cells.length === 0 ? 'DEFAULT VALUES' : `(${columns}) VALUES (${values})`
    return `INSERT INTO ${quote(table)} ${source} RETURNING ${rowId}`
  })
  return Number(row?.[idColumn])
}

/** Sets columns of one row. */
export async function updateRow(tx: Transaction, table: string, id: number, cells: readonly Cell[]): Promise<void> {
  if (cells.length === 0) return
  await run(tx, (builder) => {
    const set = cells.map((cell) => `${quote(cell.column)} = ${bound(builder, cell)}`).join(', ')
    return `UPDATE ${quote(table)} SET ${set} WHERE ${rowId} = ${builder.bind('id', id)}`
  })
}

/** Copies a row, with other values in some columns, and returns the id of the copy. */
export async function copyRow(
  tx: Transaction,
  table: string,
  {
    id,
    columns,
    changed,
  }: { readonly id: number; readonly columns: readonly string[]; readonly changed: readonly Cell[] },
): Promise<number> {
  // A component may have only media and components.
  if (columns.length === 0) return insertRow(tx, table, [])
  const [row] = await run(tx, (builder) => {
    const replaced = new Map(changed.map((cell) => [cell.column, bound(builder, cell)]))
    const values = columns.map((column) => replaced.get(column) ?? quote(column)).join(', ')
    const into = `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')})`
    return `${into} SELECT ${values} FROM ${quote(table)} WHERE ${rowId} = ${builder.bind('id', id)} RETURNING ${rowId}`
  })
  return Number(row?.[idColumn])
}
