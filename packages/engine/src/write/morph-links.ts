import type { MorphWrite, RelationWrite } from '../plan/write-plan.js'
import type { WriteTransaction } from '../database/database.js'
import type { LinkLayout } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import { idList, run } from './bound.js'
import type { LinkOwner } from './link-owner.js'
import { ends } from './ordered-list.js'

type MorphJoin = Extract<LinkLayout, { kind: 'morphJoin' }>

/** Replaces the whole list of a link to entries of any type. */
export async function writeMorphJoin(
  tx: WriteTransaction,
  { id, fresh }: LinkOwner,
  link: MorphJoin,
  { set }: MorphWrite,
): Promise<void> {
  if (!fresh) {
    await run(
      tx,
      (builder) => `DELETE FROM ${quote(link.table)} WHERE ${quote(link.source)} = ${builder.bind('id', id)}`,
    )
  }
  if (set.length === 0) return
  const rows = set.map((item, index) => ({
    [link.source]: id,
    [link.target]: item.id,
    [link.type]: item.type.uid,
    [link.order]: index + 1,
  }))
  await tx.insertMany(link.table, rows)
}

/** The columns that store the row, and the id and type of the row that it refers to. */
interface Pointer {
  readonly table: string
  readonly row: string
  readonly id: string
  readonly type: string
}

/** Writes a polymorphic relation from the target's side. */
export async function writeInverseMorph(
  tx: WriteTransaction,
  owner: LinkOwner,
  { owner: pointing, through }: Extract<LinkLayout, { kind: 'inverseMorph' }>,
  write: RelationWrite,
): Promise<void> {
  const layout = tx.layout.schema(pointing)
  const link = layout.link(through)
  const one = write.attribute.relation === 'morphOne'
  const wanted = write.connect.map(({ id }) => id).slice(one ? -1 : 0)
  const left = write.clear || (one && wanted.length > 0) ? 'all' : write.disconnect
  if (link.kind === 'morph') {
    const pointer = { table: layout.table, row: 'id', id: link.id, type: link.type }
    const setNull = `${quote(link.id)} = NULL, ${quote(link.type)} = NULL`
    await disconnect(tx, owner, pointer, left, wanted, `UPDATE ${quote(layout.table)} SET ${setNull}`)
    if (wanted.length > 0) await setOwner(tx, owner, pointer, wanted)
  }
  if (link.kind === 'morphJoin') {
    const pointer = { table: link.table, row: link.source, id: link.target, type: link.type }
    await disconnect(tx, owner, pointer, left, wanted, `DELETE FROM ${quote(link.table)}`)
    await connectRows(tx, owner, link, wanted)
  }
}

async function disconnect(
  tx: WriteTransaction,
  owner: LinkOwner,
  pointer: Pointer,
  left: 'all' | readonly number[],
  wanted: readonly number[],
  statement: string,
) {
  if (owner.fresh || (left !== 'all' && left.length === 0)) return
  await run(tx, (builder) => {
    const here = refersTo(pointer, builder.bind('id', owner.id), builder.bind('text', owner.schema.uid))
    const row = quote(pointer.row)
    const only = left === 'all' ? '' : ` AND ${row} IN (${idList(builder, left)})`
    const but = wanted.length === 0 ? '' : ` AND ${row} NOT IN (${idList(builder, wanted)})`
    return `${statement} WHERE ${here}${only}${but}`
  })
}

async function setOwner(tx: WriteTransaction, owner: LinkOwner, pointer: Pointer, wanted: readonly number[]) {
  await run(tx, (builder) => {
    const id = `${quote(pointer.id)} = ${builder.bind('id', owner.id)}`
    const type = `${quote(pointer.type)} = ${builder.bind('text', owner.schema.uid)}`
    return `UPDATE ${quote(pointer.table)} SET ${id}, ${type} WHERE "id" IN (${idList(builder, wanted)})`
  })
}

async function connectRows(tx: WriteTransaction, owner: LinkOwner, link: MorphJoin, wanted: readonly number[]) {
  if (wanted.length === 0) return
  const pointer = { table: link.table, row: link.source, id: link.target, type: link.type }
  const linked = await run(tx, (builder) => {
    const here = refersTo(pointer, builder.bind('id', owner.id), builder.bind('text', owner.schema.uid))
    return `SELECT ${quote(link.source)} AS "id" FROM ${quote(link.table)} WHERE ${here}`
  })
  const present = new Set(linked.map((row) => Number(row['id'])))
  const added = wanted.filter((id) => !present.has(id))
  if (added.length === 0) return
  const list = { table: link.table, owner: link.source, member: link.target, order: link.order }
  const atEnd = await ends(tx, list, added)
  const rows = added.map((source) => ({
    [link.source]: source,
    [link.target]: owner.id,
    [link.type]: owner.schema.uid,
    [link.order]: atEnd.get(source) ?? 1,
  }))
  await tx.insertMany(link.table, rows)
}

function refersTo({ id, type }: Pointer, ownerId: string, ownerType: string): string {
  return `${quote(type)} = ${ownerType} AND ${quote(id)} = ${ownerId}`
}

/** Deletes polymorphic links to a deleted row, since they have no foreign key. */
export async function deleteMorphLinksTo(tx: WriteTransaction, type: string, id: number): Promise<void> {
  for (const schema of [...tx.registry.contentTypes.values(), ...tx.registry.components.values()]) {
    const layout = tx.layout.schema(schema.uid)
    for (const [name, attribute] of Object.entries(schema.declared)) {
      if (attribute.type !== 'relation') continue
      const link = layout.link(name)
      if (link.kind !== 'morph' && link.kind !== 'morphJoin') continue
      await run(tx, (builder) => {
        const target = link.kind === 'morph' ? link.id : link.target
        const ofType = `${quote(link.type)} = ${builder.bind('text', type)}`
        const where = `WHERE ${ofType} AND ${quote(target)} = ${builder.bind('id', id)}`
        if (link.kind === 'morphJoin') return `DELETE FROM ${quote(link.table)} ${where}`
        return `UPDATE ${quote(layout.table)} SET ${quote(link.id)} = NULL, ${quote(link.type)} = NULL ${where}`
      })
    }
  }
}
