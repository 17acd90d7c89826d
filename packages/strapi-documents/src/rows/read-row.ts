import { isScalar, type Schema } from '@content-api/model'
import { idColumn, kindOfAttribute, quote, rowId, run } from '@content-api/engine/write'
import type { FlatEntry } from '@content-api/core/entries/hooks/hook'
import { storedComponents } from './stored-components.js'
import { ownedBy } from './links.js'
import { tableOf, type Transaction } from './row.js'
import { componentListsOf, type Join, mediaOf, relationsOf } from './schema-links.js'

interface ReadParts {
  /** Whether relations and media have the ids of their rows, and passwords their hashes. */
  readonly withLinks?: boolean
  /** The attributes to read; by default all. */
  readonly only?: readonly string[]
}

/**
 * Returns the stored values of a row as a body would have them, with its components. A required relation or
 * media attribute without a partner is null; all others are absent, and so are passwords that have a value.
 */
export async function readRow(
  tx: Transaction,
  schema: Schema,
  id: number,
  { withLinks = false, only }: ReadParts = {},
): Promise<Record<string, unknown>> {
  const isRead = (name: string) => only === undefined || only.includes(name)
  const attributes = only
    ? Object.fromEntries(Object.entries(schema.declared).filter(([name]) => isRead(name)))
    : schema.declared
  const values = (await readFields(tx, schema, id, attributes, withLinks)) ?? { [idColumn]: id }
  for (const list of componentListsOf(tx, schema).filter(({ name }) => isRead(name))) {
    const items: unknown[] = []
    for (const stored of await storedComponents(tx, id, list)) {
      const read = await readRow(tx, stored.component, stored.id, { withLinks })
      const name = list.attribute.type === 'dynamiczone' && { __component: stored.component.uid }
      items.push({ id: stored.id, ...name, ...read })
    }
    const isList = list.attribute.type === 'dynamiczone' || list.attribute.repeatable
    values[list.name] = isList ? items : (items[0] ?? null)
  }
  for (const { name, join } of [...relationsOf(tx, schema), ...mediaOf(tx, schema)]) {
    if (!isRead(name)) continue
    if (withLinks) values[name] = { set: (await linkedTo(tx, id, join)).map((target) => ({ id: target })) }
    else if (schema.declared[name]?.required === true) {
      values[name] = (await linkedTo(tx, id, join, 'LIMIT 1')).length > 0 ? { connect: [] } : null
    }
  }
  return values
}

/** Returns the rows that an owner is linked with, in their order. */
async function linkedTo(tx: Transaction, owner: number, join: Join, limit = ''): Promise<readonly number[]> {
  const rows = await run(tx, (builder) => {
    const order = join.order === null ? rowId : `${quote(join.order)}, ${rowId}`
    const where = `${ownedBy(builder, join, owner)} AND ${quote(join.target)} IS NOT NULL`
    return `SELECT ${quote(join.target)} AS "id" FROM ${quote(join.table)} WHERE ${where} ORDER BY ${order} ${limit}`
  })
  return rows.map((row) => Number(row['id']))
}

/** Returns all values of a row without its links, as hooks and events get them. Null if there is no such row. */
export async function readFlat(tx: Transaction, schema: Schema, id: number): Promise<FlatEntry | null> {
  const values = await readFields(tx, schema, id, schema.attributes)
  return values && { ...values, id }
}

async function readFields(
  tx: Transaction,
  schema: Schema,
  id: number,
  attributes: Schema['attributes'],
  withPasswords = false,
): Promise<Record<string, unknown> | null> {
  const layout = tx.layout.schema(schema.uid)
  const fields = Object.entries(attributes).flatMap(([name, attribute]) =>
    isScalar(attribute) && name !== idColumn ? [{ name, attribute }] : [],
  )
  const [row] = await run(tx, (builder) => {
    const columns = fields.map(({ name, attribute }, index) => {
      const json = builder.formats.json(kindOfAttribute(name, attribute), quote(layout.column(name)))
      return `${json} AS "c${index}"`
    })
    const where = `${rowId} = ${builder.bind('id', id)}`
    return `SELECT ${[rowId, ...columns].join(', ')} FROM ${quote(tableOf(tx, schema))} WHERE ${where}`
  })
  if (!row) return null
  const values: Record<string, unknown> = { [idColumn]: id }
  for (const [index, { name, attribute }] of fields.entries()) {
    const value: unknown = JSON.parse(String(row[`c${index}`]))
    if (withPasswords || attribute.type !== 'password' || value === null) values[name] = value
  }
  return values
}
