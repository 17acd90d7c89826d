import type { MediaWrite, RelationWrite } from '../../query/write-plan.js'
import type { WriteTransaction } from '../database.js'
import type { LinkLayout } from '../layout.js'
import { quote } from '../names.js'
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
  const positions = whole
    ? await arrangeWhole(tx, list, { id, fresh }, wanted)
    : await arrangeList(tx, list, { id, fresh }, write)
  await store(tx, link, id, positions)
}

/**
 * Stores the positions of an owner's members. A member that is new goes to the end of its own list on the
 * other side.
 */
async function store(tx: WriteTransaction, link: JoinLink, owner: number, positions: NewPositions) {
  const table = quote(link.table)
  const [source, target, order] = [link.source, link.target, link.order].map(quote) as [string, string, string]
  const inverse = link.inverseOrder === null ? [] : [quote(link.inverseOrder)]
  await runChunked(tx, [...positions], (builder, chunk) => {
    const atEnd = inverse.map(
      (place) => `coalesce((SELECT max(i.${place}) FROM ${table} AS i WHERE i.${target} = v.column1), 0) + 1`,
    )
    const values = [builder.bind('id', owner), 'v.column1', 'v.column2', ...atEnd].join(', ')
    const rows = `SELECT ${values} FROM ${numbersTable(builder, 'v', chunk)} WHERE true`
    const columns = [source, target, order, ...inverse].join(', ')
    const moved = `ON CONFLICT (${source}, ${target}) DO UPDATE SET ${order} = excluded.${order}`
    return `INSERT INTO ${table} (${columns}) ${rows} ${moved}`
  })
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
