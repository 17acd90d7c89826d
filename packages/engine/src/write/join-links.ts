import type { MediaWrite, RelationWrite } from '../plan/write-plan.js'
import type { WriteTransaction } from '../database/database.js'
import type { LinkLayout } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { idList, numbersTable, run, runChunked } from './bound.js'
import {
  arrangeList,
  arrangeWhole,
  joinList,
  type ListOwner,
  type NewPositions,
  type OrderedList,
} from './ordered-list.js'

type JoinLink = Extract<LinkLayout, { kind: 'join' }>

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
  { id, fresh, equals = [] }: ListOwners,
  link: JoinLink,
  write: RelationWrite | MediaWrite,
): Promise<void> {
  const list = joinList(link)
  const owners = [id, ...equals]
  const wanted = write.kind === 'media' ? write.set : write.connect.map((item) => item.id)
  const whole = write.kind === 'media' || write.clear
  if (whole && !fresh) await removeAllBut(tx, list, owners, wanted)
  if (!whole && !fresh && write.disconnect.length > 0) {
    const kept = new Set(wanted)
    const gone = write.disconnect.filter((member) => !kept.has(member))
    if (gone.length > 0) await remove(tx, list, owners, gone)
  }
  if (wanted.length === 0) return
  if (!whole && write.connect.every(({ position }) => 'end' in position)) return append(tx, link, owners, wanted)
  const positions = whole
    ? await arrangeWhole(tx, list, { id, fresh }, wanted)
    : await arrangeList(tx, list, { id, fresh }, write)
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

async function remove(tx: WriteTransaction, list: OrderedList, owners: readonly number[], gone: readonly number[]) {
  await run(tx, (builder) => {
    const mine = `${quote(list.owner)} IN (${idList(builder, owners)})`
    return `DELETE FROM ${quote(list.table)} WHERE ${mine} AND ${quote(list.member)} IN (${idList(builder, gone)})`
  })
}
