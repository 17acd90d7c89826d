import type { MediaWrite, RelationWrite } from '../../query/write-plan.js'
import type { WriteTransaction } from '../database.js'
import type { LinkLayout } from '../layout.js'
import { quote } from '../names.js'
import { idList, run } from './bound.js'
import type { LinkOwner } from './link-owner.js'
import { type Arranged, arrangeList, arrangeWhole, ends, joinList, type OrderedList, renumber } from './ordered-list.js'

type JoinLink = Extract<LinkLayout, { kind: 'join' }>

/** Updates the rows of a link table. Only rows that change are written. */
export async function writeJoin(
  tx: WriteTransaction,
  { id, fresh }: LinkOwner,
  link: JoinLink,
  write: RelationWrite | MediaWrite,
): Promise<void> {
  const list = joinList(link)
  const wanted = write.kind === 'media' ? write.set : write.connect.map((item) => item.id)
  const whole = write.kind === 'media' || write.clear
  if (whole && !fresh) await removeAllBut(tx, list, id, wanted)
  if (!whole && !fresh && write.disconnect.length > 0) {
    const kept = new Set(wanted)
    const gone = write.disconnect.filter((member) => !kept.has(member))
    if (gone.length > 0) await remove(tx, list, id, gone)
  }
  if (wanted.length === 0) return
  const arranged = whole
    ? await arrangeWhole(tx, list, { id, fresh }, wanted)
    : await arrangeList(tx, list, { id, fresh }, write)
  await store(tx, link, id, arranged)
}

async function store(tx: WriteTransaction, link: JoinLink, owner: number, { numbers, present }: Arranged) {
  const list = joinList(link)
  const added = [...numbers].filter(([member]) => !present.has(member))
  const moved = [...numbers].filter(([member]) => present.has(member))
  await renumber(tx, list, owner, moved)
  if (added.length === 0) return
  const { inverseOrder } = link
  const members = added.map(([member]) => member)
  const atEnd = inverseOrder
    ? await ends(tx, { table: link.table, owner: link.target, member: link.source, order: inverseOrder }, members)
    : null
  const rows = added.map(([member, number]) => ({
    [link.source]: owner,
    [link.target]: member,
    [link.order]: number,
    ...(inverseOrder ? { [inverseOrder]: atEnd?.get(member) ?? 1 } : {}),
  }))
  await tx.insertMany(link.table, rows)
}

async function removeAllBut(tx: WriteTransaction, list: OrderedList, owner: number, kept: readonly number[]) {
  await run(tx, (builder) => {
    const mine = `DELETE FROM ${quote(list.table)} WHERE ${quote(list.owner)} = ${builder.bind('id', owner)}`
    return kept.length === 0 ? mine : `${mine} AND ${quote(list.member)} NOT IN (${idList(builder, kept)})`
  })
}

async function remove(tx: WriteTransaction, list: OrderedList, owner: number, gone: readonly number[]) {
  await run(tx, (builder) => {
    const mine = `${quote(list.owner)} = ${builder.bind('id', owner)}`
    return `DELETE FROM ${quote(list.table)} WHERE ${mine} AND ${quote(list.member)} IN (${idList(builder, gone)})`
  })
}
