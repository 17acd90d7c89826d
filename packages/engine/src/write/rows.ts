import type { Schema } from '@content-api/model'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { FieldWrite, LinkWrite } from '../plan/write-plan.js'
import type { WriteTransaction } from '../database/database.js'
import type { RequiredRow, ReturnedText, RowValues, WrittenRow } from '../database/written-row.js'
import { toOneColumns } from './to-one-columns.js'

/** The values of a row, and how to write them. */
export interface RowWrite {
  readonly fields: readonly FieldWrite[]
  readonly links: readonly LinkWrite[]
  /** Columns that aren't attributes. */
  readonly extra?: RowValues
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
export async function insertRow(tx: WriteTransaction, schema: Schema, write: RowWrite): Promise<WrittenRow> {
  const { table } = tx.layout.schema(schema.uid)
  return tx.insert(table, await newValues(tx, schema, write), write.returned)
}

/** Inserts a row as `insertRow` does if all `required` rows exist; otherwise returns null. */
export async function insertRowIfFound(
  tx: WriteTransaction,
  schema: Schema,
  required: readonly RequiredRow[],
  write: RowWrite,
): Promise<WrittenRow | null> {
  const { table } = tx.layout.schema(schema.uid)
  return tx.insertIfFound(required, table, await newValues(tx, schema, write), write.returned)
}

async function newValues(
  tx: WriteTransaction,
  schema: Schema,
  { fields, links, extra = {} }: RowWrite,
): Promise<RowValues> {
  return { ...scalarColumns(tx, schema, fields), ...(await toOneColumns(tx, schema, null, links)), ...extra }
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
