import { idColumn, rowId } from '../layout/columns.js'
import type { LinkWrite, MediaWrite, MorphWrite, RelationWrite } from '../plan/write-plan.js'
import type { WriteTransaction } from '../database/database.js'
import type { OwnLink } from '../layout/own-layout.js'
import type { Schema } from '@content-api/model'
import { quote } from '../layout/names.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { idList, numbersTable, run, runChunked } from './run.js'
import { newVersionOf, touchMembers } from './versions.js'
import {
  arrangeList,
  arrangeWhole,
  findEnds,
  joinList,
  type ListOwner,
  type NewPositions,
  type OrderedList,
} from './relation-order.js'

type WriteLink<Kind extends OwnLink['kind']> = (
  tx: WriteTransaction,
  owner: LinkOwner,
  link: Extract<OwnLink, { kind: Kind }>,
  write: RelationWrite & MorphWrite & MediaWrite,
) => Promise<void>

/** `rows.ts` writes links in the row itself, and `components.ts` components. */
const skip = () => Promise.resolve()

const writers: { readonly [Kind in OwnLink['kind']]: WriteLink<Kind> } = {
  column: skip,
  morph: skip,
  owned: skip,
  siblings: skip,
  inverse: (tx, owner, link, write) => writeInverse(tx, owner, link, write),
  join: (tx, owner, link, write) => writeJoin(tx, owner, link, write),
  morphJoin: (tx, owner, link, write) => writeMorphJoin(tx, owner, link, write),
  inverseMorph: (tx, owner, link, write) => writeInverseMorph(tx, owner, link, write),
}

/** Returns whether `writeLinks` writes links of this kind. */
export const isStoredElsewhere = ({ kind }: OwnLink): boolean => writers[kind] !== skip

/** Writes the links of a row that are stored elsewhere: in link tables, or as foreign keys in other rows. */
export async function writeLinks(tx: WriteTransaction, owner: LinkOwner, links: readonly LinkWrite[]): Promise<void> {
  const layout = tx.layout.schema(owner.schema.uid)
  for (const write of links) {
    const link = layout.link(write.name)
    await writers[link.kind](tx, owner, link as never, write as never)
  }
}

/** The row whose links are written. */
export interface LinkOwner {
  readonly schema: Schema
  readonly id: number
  /** Whether the row is new and has no links yet. */
  readonly isNew: boolean
}

type JoinLink = Extract<OwnLink, { kind: 'join' }>

/** A write of a link table. */
export interface JoinWrite {
  readonly link: JoinLink
  readonly write: RelationWrite | MediaWrite
}

interface ListOwners extends ListOwner {
  /** Other rows whose lists equal the list of `id`. They are written too. */
  readonly equals?: readonly number[]
}

/** Updates the rows of a link table. Only rows that change are written. */
export async function writeJoin(
  tx: WriteTransaction,
  { id, isNew, equals = [] }: ListOwners,
  link: JoinLink,
  write: RelationWrite | MediaWrite,
): Promise<void> {
  const list = joinList(link)
  const owners = [id, ...equals]
  const wanted = write.kind === 'media' ? write.set : write.connect.map((item) => item.id)
  const whole = write.kind === 'media' || write.clear
  if (write.kind === 'relation' && write.attribute.mappedBy !== undefined) {
    const { table } = tx.layout.schema(write.target.uid)
    const links = { table: link.table, owner: link.source, member: link.target }
    await touchMembers(tx, table, { links, id, isNew }, { added: wanted, removed: whole ? 'others' : write.disconnect })
  }
  if (whole && !isNew) await removeAllBut(tx, list, owners, wanted)
  if (!whole && !isNew && write.disconnect.length > 0) {
    const kept = new Set(wanted)
    const removed = write.disconnect.filter((member) => !kept.has(member))
    if (removed.length > 0) await remove(tx, list, owners, removed)
  }
  if (wanted.length === 0) return
  // The end of a list needs no other number of it, so SQL computes the place.
  if (!whole && write.connect.every(({ position }) => 'end' in position)) return append(tx, link, owners, wanted)
  const positions = whole
    ? await arrangeWhole(tx, list, { id, isNew }, wanted)
    : await arrangeList(tx, list, { id, isNew }, write)
  await store(tx, link, owners, positions)
}

async function store(tx: WriteTransaction, link: JoinLink, owners: readonly number[], positions: NewPositions) {
  await runChunked(tx, [...positions], (builder, chunk) => storeSql(builder, link, owners, chunk, () => 'v.column2'))
}

/** Adds distinct members to the end of each owner's list, and moves those that are already in it. */
async function append(tx: WriteTransaction, link: JoinLink, owners: readonly number[], members: readonly number[]) {
  const [table, source, order] = [link.table, link.source, link.order].map(quote)
  await runChunked(tx, members, (builder, chunk) => {
    const steps = chunk.map((member, index) => [member, index + 1] as const)
    const position = (owner: string) =>
      `coalesce((SELECT max(${order}) FROM ${table} WHERE ${source} = ${owner}), 0) + v.column2`
    return storeSql(builder, link, owners, steps, position)
  })
}

/**
 * Returns the statement that stores the positions of members in the lists of all owners. `position` is a SQL
 * expression for one owner's list, over `v`, the table of `numbers`. The owners go to the end of each new
 * member's list on the other side.
 */
function storeSql(
  builder: StatementBuilder,
  link: JoinLink,
  owners: readonly number[],
  numbers: readonly (readonly [id: number, number: number])[],
  position: (owner: string) => string,
): string {
  const table = quote(link.table)
  const [source, target, order] = [link.source, link.target, link.order].map(quote) as [string, string, string]
  const inverse = link.inverseOrder === null ? [] : [quote(link.inverseOrder)]
  const atEnd = inverse.map(
    (place) => `coalesce((SELECT max(i.${place}) FROM ${table} AS i WHERE i.${target} = v.column1), 0) + o.column2`,
  )
  const values = ['o.column1', 'v.column1', position('o.column1'), ...atEnd].join(', ')
  const ranked = owners.map((owner, index) => [owner, index + 1] as const)
  const lists = `${numbersTable(builder, 'o', ranked)}, ${numbersTable(builder, 'v', numbers)}`
  const columns = [source, target, order, ...inverse].join(', ')
  const moved = `ON CONFLICT (${source}, ${target}) DO UPDATE SET ${order} = excluded.${order}`
  return `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${lists} WHERE true ${moved}`
}

async function removeAllBut(
  tx: WriteTransaction,
  list: OrderedList,
  owners: readonly number[],
  kept: readonly number[],
) {
  await run(tx, (builder) => {
    const mine = `DELETE FROM ${quote(list.table)} WHERE ${quote(list.owner)} IN (${idList(builder, owners)})`
    return kept.length === 0 ? mine : `${mine} AND ${quote(list.member)} NOT IN (${idList(builder, kept)})`
  })
}

async function remove(tx: WriteTransaction, list: OrderedList, owners: readonly number[], removed: readonly number[]) {
  await run(tx, (builder) => {
    const mine = `${quote(list.owner)} IN (${idList(builder, owners)})`
    return `DELETE FROM ${quote(list.table)} WHERE ${mine} AND ${quote(list.member)} IN (${idList(builder, removed)})`
  })
}

type InverseLink = Extract<OwnLink, { kind: 'inverse' }>

/** Writes a relation from the side without the column. Connected rows are removed from their previous owner's list. */
async function writeInverse(
  tx: WriteTransaction,
  owner: LinkOwner,
  link: InverseLink,
  write: RelationWrite,
): Promise<void> {
  if (link.order === null) return writeOne(tx, owner, link, write)
  const list = { table: link.table, owner: link.column, member: idColumn, order: link.order }
  const wanted = write.connect.map(({ id }) => id)
  if (!owner.isNew && write.clear) await release(tx, owner.id, link, { but: wanted })
  if (!owner.isNew && !write.clear) await release(tx, owner.id, link, { only: difference(write.disconnect, wanted) })
  if (wanted.length === 0) return
  const positions = write.clear
    ? await arrangeWhole(tx, list, owner, wanted)
    : await arrangeList(tx, list, owner, write)
  await runChunked(tx, [...positions], (builder, chunk) => {
    const owned = [`${quote(link.column)} = ${builder.bind('id', owner.id)}`, `${quote(list.order)} = v.column2`]
    const set = [...owned, ...newVersionOf(builder, tx, link.table)].join(', ')
    const values = numbersTable(builder, 'v', chunk)
    return `UPDATE ${quote(link.table)} SET ${set} FROM ${values} WHERE ${quote(link.table)}.${rowId} = v.column1`
  })
}

/** Writes a one-to-one relation: only the last connected row refers to the owner. */
async function writeOne(tx: WriteTransaction, owner: LinkOwner, link: InverseLink, write: RelationWrite) {
  const last = write.connect.at(-1)
  if (!owner.isNew && (write.clear || last)) await release(tx, owner.id, link, { but: last ? [last.id] : [] })
  else if (!owner.isNew) await release(tx, owner.id, link, { only: write.disconnect })
  if (!last) return
  await run(tx, (builder) => {
    const owned = `${quote(link.column)} = ${builder.bind('id', owner.id)}`
    const set = [owned, ...newVersionOf(builder, tx, link.table)].join(', ')
    return `UPDATE ${quote(link.table)} SET ${set} WHERE ${rowId} = ${builder.bind('id', last.id)}`
  })
}

type Which = { readonly but: readonly number[] } | { readonly only: readonly number[] }

async function release(tx: WriteTransaction, owner: number, { table, column, order }: InverseLink, which: Which) {
  const ids = 'but' in which ? which.but : which.only
  if ('only' in which && ids.length === 0) return
  await run(tx, (builder) => {
    const setNull = [column, order].flatMap((name) => (name === null ? [] : [`${quote(name)} = NULL`]))
    const set = [...setNull, ...newVersionOf(builder, tx, table)].join(', ')
    const mine = `UPDATE ${quote(table)} SET ${set} WHERE ${quote(column)} = ${builder.bind('id', owner)}`
    if (ids.length === 0) return mine
    return `${mine} AND ${rowId} ${'but' in which ? 'NOT IN' : 'IN'} (${idList(builder, ids)})`
  })
}

function difference(ids: readonly number[], without: readonly number[]): number[] {
  const left = new Set(without)
  return ids.filter((id) => !left.has(id))
}

type MorphJoin = Extract<OwnLink, { kind: 'morphJoin' }>

/** Replaces the whole list of a link to entries of any type. */
async function writeMorphJoin(
  tx: WriteTransaction,
  { id, isNew }: LinkOwner,
  link: MorphJoin,
  { set }: MorphWrite,
): Promise<void> {
  if (!isNew) {
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
async function writeInverseMorph(
  tx: WriteTransaction,
  owner: LinkOwner,
  { owner: pointing, through }: Extract<OwnLink, { kind: 'inverseMorph' }>,
  write: RelationWrite,
): Promise<void> {
  const layout = tx.layout.schema(pointing)
  const link = layout.link(through)
  const one = write.attribute.relation === 'morphOne'
  const wanted = write.connect.map(({ id }) => id).slice(one ? -1 : 0)
  const left = write.clear || (one && wanted.length > 0) ? 'all' : write.disconnect
  if (link.kind === 'morph') {
    const pointer = { table: layout.table, row: idColumn, id: link.id, type: link.type }
    const setNull = [`${quote(link.id)} = NULL`, `${quote(link.type)} = NULL`]
    await disconnect(tx, owner, pointer, left, wanted, (builder) => {
      const set = [...setNull, ...newVersionOf(builder, tx, layout.table)].join(', ')
      return `UPDATE ${quote(layout.table)} SET ${set}`
    })
    if (wanted.length > 0) await setOwner(tx, owner, pointer, wanted)
  }
  if (link.kind === 'morphJoin') {
    const pointer = { table: link.table, row: link.source, id: link.target, type: link.type }
    const links = {
      table: link.table,
      owner: link.target,
      member: link.source,
      ofType: [link.type, owner.schema.uid],
    } as const
    const removed = left === 'all' ? 'others' : left
    await touchMembers(tx, layout.table, { links, id: owner.id, isNew: owner.isNew }, { added: wanted, removed })
    await disconnect(tx, owner, pointer, left, wanted, () => `DELETE FROM ${quote(link.table)}`)
    await connectRows(tx, owner, link, wanted)
  }
}

async function disconnect(
  tx: WriteTransaction,
  owner: LinkOwner,
  pointer: Pointer,
  left: 'all' | readonly number[],
  wanted: readonly number[],
  begin: (builder: StatementBuilder) => string,
) {
  if (owner.isNew || (left !== 'all' && left.length === 0)) return
  await run(tx, (builder) => {
    const statement = begin(builder)
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
    const set = [id, type, ...newVersionOf(builder, tx, pointer.table)].join(', ')
    return `UPDATE ${quote(pointer.table)} SET ${set} WHERE ${rowId} IN (${idList(builder, wanted)})`
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
  const atEnd = await findEnds(tx, list, added)
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
