import type { MediaWrite, RelationWrite } from '../../query/write-plan.js'
import type { WriteTransaction } from '../database.js'
import type { LinkLayout } from '../layout.js'
import { quote } from '../names.js'
import type { StatementBuilder } from '../statement.js'
import { idList, numbersTable, run, runChunked } from './bound.js'
import type { LinkOwner } from './link-owner.js'
import { arrangeList, arrangeWhole, joinList, type NewPositions, type OrderedList } from './ordered-list.js'

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
  if (!whole && write.connect.every(({ position }) => 'end' in position)) return append(tx, link, id, wanted)
  const positions = whole
    ? await arrangeWhole(tx, list, { id, fresh }, wanted)
    : await arrangeList(tx, list, { id, fresh }, write)
  await store(tx, link, id, positions)
}

async function store(tx: WriteTransaction, link: JoinLink, owner: number, positions: NewPositions) {
  await runChunked(tx, [...positions], (builder, chunk) => storeSql(builder, link, owner, chunk, 'v.column2'))
}

/** Adds distinct members to the end of the list, and moves those that are already in it. */
async function append(tx: WriteTransaction, link: JoinLink, owner: number, members: readonly number[]) {
  const [table, source, order] = [link.table, link.source, link.order].map(quote)
  await runChunked(tx, members, (builder, chunk) => {
    const last = `SELECT max(${order}) FROM ${table} WHERE ${source} = ${builder.bind('id', owner)}`
    const steps = chunk.map((member, index) => [member, index + 1] as const)
    return storeSql(builder, link, owner, steps, `coalesce((${last}), 0) + v.column2`)
  })
}

/**
 * Returns the statement that stores the positions of members. `position` is a SQL expression over `v`, the
 * table of `numbers`. The owner goes to the end of each new member's list on the other side.
 */
function storeSql(
  builder: StatementBuilder,
  link: JoinLink,
  owner: number,
  numbers: readonly (readonly [id: number, number: number])[],
  position: string,
): string {
  const table = quote(link.table)
  const [source, target, order] = [link.source, link.target, link.order].map(quote) as [string, string, string]
  const inverse = link.inverseOrder === null ? [] : [quote(link.inverseOrder)]
  const atEnd = inverse.map(
    (place) => `coalesce((SELECT max(i.${place}) FROM ${table} AS i WHERE i.${target} = v.column1), 0) + 1`,
  )
  const values = [builder.bind('id', owner), 'v.column1', position, ...atEnd].join(', ')
  const rows = `SELECT ${values} FROM ${numbersTable(builder, 'v', numbers)} WHERE true`
  const columns = [source, target, order, ...inverse].join(', ')
  const moved = `ON CONFLICT (${source}, ${target}) DO UPDATE SET ${order} = excluded.${order}`
  return `INSERT INTO ${table} (${columns}) ${rows} ${moved}`
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
