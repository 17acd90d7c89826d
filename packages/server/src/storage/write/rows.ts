import type { Schema } from '@content-api/model'
import type { Stored } from '../../attributes/scalar-behaviour.js'
import type { FieldWrite, LinkWrite } from '../../query/write-plan.js'
import type { WriteTransaction } from '../database.js'
import type { ReturnedText, WrittenRow } from '../written-row.js'
import { toOneColumns } from './to-one-columns.js'

/** The values of a row, and how to write them. */
export interface RowWrite {
  readonly fields: readonly FieldWrite[]
  readonly links: readonly LinkWrite[]
  /** Columns that aren't attributes. */
  readonly extra?: Readonly<Record<string, Stored>>
  /** The text that the write returns. */
  readonly returned?: ReturnedText | null
  /** Other rows that an update writes the same values to. */
  readonly copies?: readonly number[]
}

export function scalarColumns(
  tx: WriteTransaction,
  schema: Schema,
  fields: readonly FieldWrite[],
): Record<string, Stored> {
  const layout = tx.layout.schema(schema.uid)
  return Object.fromEntries(fields.map(({ name, value }) => [layout.column(name), value]))
}

/** Inserts a row with its scalar values and to-one links. */
export async function insertRow(
  tx: WriteTransaction,
  schema: Schema,
  { fields, links, extra = {}, returned = null }: RowWrite,
): Promise<WrittenRow> {
  const toOne = await toOneColumns(tx, schema, null, links)
  const values = { ...scalarColumns(tx, schema, fields), ...toOne, ...extra }
  return tx.insert(tx.layout.schema(schema.uid).table, values, returned)
}

/** Updates the changed columns of a row. Sends nothing when there are none. */
export async function updateRow(
  tx: WriteTransaction,
  schema: Schema,
  id: number,
  { fields, links, extra = {}, returned = null, copies = [] }: RowWrite,
): Promise<WrittenRow> {
  const toOne = await toOneColumns(tx, schema, id, links)
  const values = { ...scalarColumns(tx, schema, fields), ...toOne, ...extra }
  if (Object.keys(values).length === 0) return { id, text: null }
  return tx.update(tx.layout.schema(schema.uid).table, [id, ...copies], values, returned)
}
