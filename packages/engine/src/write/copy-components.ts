import type { ComponentAttribute, DynamicZoneAttribute, Schema } from '@content-api/model'
import { isScalar } from '@content-api/model'
import type { WriteTransaction } from '../database/database.js'
import { ownerColumns } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import { run, toId } from './bound.js'
import { deleteComponentsOf, holdsComponents, readComponents } from './component-rows.js'
import { copyLinkRows } from './copy-links.js'

/** Replaces the components of one row in an attribute with copies of those of another row. */
export async function copyComponents(
  tx: WriteTransaction,
  schema: Schema,
  name: string,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  from: number,
  to: number,
): Promise<void> {
  await deleteComponentsOf(tx, schema, [to], [name])
  for (const { component, id } of await readComponents(tx, schema, name, attribute, [from])) {
    const copy = await copyRow(tx, component, id, to)
    await copyContents(tx, component, id, copy)
  }
}

async function copyRow(tx: WriteTransaction, uid: string, id: number, owner: number): Promise<number> {
  const { table } = tx.layout.schema(uid)
  const columns = tx.layout.tables
    .find(({ name }) => name === table)
    ?.columns.flatMap(({ name }) => (name === 'id' ? [] : [name]))
  const [row] = await run(tx, (builder) => {
    const values = columns?.map((name) => (name === ownerColumns.id ? builder.bind('id', owner) : quote(name)))
    const into = `INSERT INTO ${quote(table)} (${columns?.map(quote).join(', ')})`
    return `${into} SELECT ${values?.join(', ')} FROM ${quote(table)} WHERE "id" = ${builder.bind('id', id)} RETURNING "id"`
  })
  return toId(row?.['id'])
}

/** Copies what isn't stored in the row: its link tables and nested components. */
async function copyContents(tx: WriteTransaction, uid: string, from: number, to: number): Promise<void> {
  const component = tx.registry.component(uid)
  const layout = tx.layout.schema(uid)
  for (const [name, attribute] of Object.entries(component.declared)) {
    if (isScalar(attribute)) continue
    const link = layout.link(name)
    if (link.kind === 'join' || link.kind === 'morphJoin') await copyLinkRows(tx, link, from, to)
    if (holdsComponents(attribute)) await copyComponents(tx, component, name, attribute, from, to)
  }
}
