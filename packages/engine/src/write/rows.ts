import { rowId } from '../layout/columns.js'
import type { Schema } from '@content-api/model'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { FieldWrite, LinkWrite, RelationWrite } from '../plan/write-plan.js'
import type {
  EndOfList,
  RequiredRow,
  ReturnedText,
  RowValues,
  WriteTransaction,
  WrittenRow,
} from '../database/database.js'
import type { OwnLink } from '../layout/own-layout.js'
import { quote } from '../layout/names.js'
import { run, toNumber } from './run.js'
import { newVersionOf } from './versions.js'

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
  // `Object.fromEntries` would take several times as long.
  const values: Record<string, Stored> = {}
  for (const { name, value } of fields) values[layout.column(name)] = value
  return values
}

/** Inserts a row with its scalar values and to-one links. */
export async function insertRow(tx: WriteTransaction, schema: Schema, write: RowWrite): Promise<WrittenRow> {
  const insert = await prepareInsert(tx, schema, write)
  return insert()
}

/** Returns a function that sends the INSERT of a row. Statements that must run before it are sent first. */
export async function prepareInsert(
  tx: WriteTransaction,
  schema: Schema,
  write: RowWrite,
): Promise<() => Promise<WrittenRow>> {
  const { table } = tx.layout.schema(schema.uid)
  const values = await newValues(tx, schema, write)
  return () => tx.insert(table, values, write.returned)
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

type ColumnLink = Extract<OwnLink, { kind: 'column' }>

interface ToOneWrite {
  readonly link: ColumnLink
  readonly write: RelationWrite
}

/**
 * Returns the columns for the to-one links of a row: foreign keys, positions at the end of their targets'
 * lists, and the id and type of polymorphic links. If another row has an exclusive link to the same target,
 * that link is removed.
 *
 * @param id the row's id; null when it is new
 */
async function toOneColumns(
  tx: WriteTransaction,
  schema: Schema,
  id: number | null,
  links: readonly LinkWrite[],
): Promise<RowValues> {
  const layout = tx.layout.schema(schema.uid)
  const values: Record<string, Stored | EndOfList> = {}
  const relations: ToOneWrite[] = []
  for (const write of links) {
    const link = layout.link(write.name)
    if (link.kind === 'morph' && write.kind === 'morph') {
      values[link.id] = write.set[0]?.id ?? null
      values[link.type] = write.set[0]?.type.uid ?? null
    }
    if (link.kind === 'column' && write.kind === 'media') values[link.column] = write.set[0] ?? null
    if (link.kind === 'column' && write.kind === 'relation') relations.push({ link, write })
  }
  const current = await currentTargets(tx, layout.table, id, relations)
  for (const { link, write } of relations) {
    const now = current.get(link.column) ?? null
    const wanted = wantedTarget(write, now)
    if (wanted === now) continue
    values[link.column] = wanted
    if (link.exclusive && wanted !== null) await releaseTarget(tx, layout.table, link, wanted)
    if (link.order !== null) values[link.order] = wanted === null ? null : { column: link.column, owner: wanted }
  }
  return values
}

/** Returns the new target. Of several connected entries the last one counts (specification §4.4, rule 5). */
export function wantedTarget({ connect, clear, disconnect }: RelationWrite, current: number | null): number | null {
  const last = connect.at(-1)
  if (last) return last.id
  return clear || (current !== null && disconnect.includes(current)) ? null : current
}

async function currentTargets(
  tx: WriteTransaction,
  table: string,
  id: number | null,
  relations: readonly ToOneWrite[],
): Promise<ReadonlyMap<string, number | null>> {
  if (id === null || relations.length === 0) return new Map()
  const columns = relations.map(({ link }) => link.column)
  const [row] = await run(
    tx,
    (builder) =>
      `SELECT ${columns.map(quote).join(', ')} FROM ${quote(table)} WHERE ${rowId} = ${builder.bind('id', id)}`,
  )
  return new Map(columns.map((column) => [column, toNumber(row?.[column])]))
}

async function releaseTarget(tx: WriteTransaction, table: string, { column }: ColumnLink, target: number) {
  const name = quote(column)
  await run(tx, (builder) => {
    const set = [`${name} = NULL`, ...newVersionOf(builder, tx, table)].join(', ')
    return `UPDATE ${quote(table)} SET ${set} WHERE ${name} = ${builder.bind('id', target)}`
  })
}
