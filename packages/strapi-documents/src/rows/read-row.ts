import { isScalar, type Schema } from '@content-api/model'
import { idColumn, kindOfAttribute, quote, rowId, run } from '@content-api/engine/write'
import { storedComponents } from './delete-row.js'
import { ownedBy } from './links.js'
import { tableOf, type Transaction } from './row.js'
import { componentListsOf, mediaOf, relationsOf } from './schema-links.js'

/**
 * Returns the stored values of a row as a body would have them, with its components. A required relation or
 * media attribute without a partner is null; all others are absent, and so are passwords that have a value.
 */
export async function readRow(tx: Transaction, schema: Schema, id: number): Promise<Record<string, unknown>> {
  const values = await readFields(tx, schema, id)
  for (const list of componentListsOf(tx, schema)) {
    const items: unknown[] = []
    for (const stored of await storedComponents(tx, id, list)) {
      const read = await readRow(tx, stored.component, stored.id)
      items.push({ id: stored.id, __component: stored.component.uid, ...read })
    }
    const isList = list.attribute.type === 'dynamiczone' || list.attribute.repeatable
    values[list.name] = isList ? items : (items[0] ?? null)
  }
  for (const { name, join } of [...relationsOf(tx, schema), ...mediaOf(tx, schema)]) {
    if (schema.declared[name]?.required !== true) continue
    const [row] = await run(
      tx,
      (builder) => `SELECT 1 AS "found" FROM ${quote(join.table)} WHERE ${ownedBy(builder, join, id)} LIMIT 1`,
    )
    values[name] = row ? { connect: [] } : null
  }
  return values
}

async function readFields(tx: Transaction, schema: Schema, id: number): Promise<Record<string, unknown>> {
  const layout = tx.layout.schema(schema.uid)
  const fields = Object.entries(schema.declared).flatMap(([name, attribute]) =>
    isScalar(attribute) ? [{ name, attribute }] : [],
  )
  const [row = {}] = await run(tx, (builder) => {
    const columns = fields.map(({ name, attribute }, index) => {
      const json = builder.formats.json(kindOfAttribute(name, attribute), quote(layout.column(name)))
      return `${json} AS "c${index}"`
    })
    const where = `${rowId} = ${builder.bind('id', id)}`
    return `SELECT ${[rowId, ...columns].join(', ')} FROM ${quote(tableOf(tx, schema))} WHERE ${where}`
  })
  const values: Record<string, unknown> = { [idColumn]: id }
  for (const [index, { name, attribute }] of fields.entries()) {
    const value: unknown = JSON.parse(String(row[`c${index}`]))
    if (attribute.type !== 'password' || value === null) values[name] = value
  }
  return values
}
