import type { Schema } from '@content-api/model'
import type { Stored } from '../../attributes/scalar-behaviour.js'
import type { FieldWrite, LinkWrite } from '../../query/write-plan.js'
import type { WriteTransaction } from '../database.js'
import { toOneColumns } from './to-one-columns.js'

type Columns = Readonly<Record<string, Stored>>

export function scalarColumns(
  tx: WriteTransaction,
  schema: Schema,
  fields: readonly FieldWrite[],
): Record<string, Stored> {
  const layout = tx.layout.schema(schema.uid)
  return Object.fromEntries(fields.map(({ name, value }) => [layout.column(name), value]))
}

/** Inserts a row with its scalar values and to-one links. `extra` contains columns that aren't attributes. */
export async function insertRow(
  tx: WriteTransaction,
  schema: Schema,
  fields: readonly FieldWrite[],
  links: readonly LinkWrite[],
  extra: Columns,
): Promise<number> {
  const toOne = await toOneColumns(tx, schema, null, links)
  return tx.insert(tx.layout.schema(schema.uid).table, { ...scalarColumns(tx, schema, fields), ...toOne, ...extra })
}

/** Updates the changed columns of a row. Sends nothing when there are none. */
export async function updateRow(
  tx: WriteTransaction,
  { schema, id }: { readonly schema: Schema; readonly id: number },
  fields: readonly FieldWrite[],
  links: readonly LinkWrite[],
  extra: Columns = {},
): Promise<void> {
  const toOne = await toOneColumns(tx, schema, id, links)
  const values = { ...scalarColumns(tx, schema, fields), ...toOne, ...extra }
  if (Object.keys(values).length > 0) await tx.update(tx.layout.schema(schema.uid).table, id, values)
}
