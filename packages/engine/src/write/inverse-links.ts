import type { RelationWrite } from '../plan/write-plan.js'
import type { WriteTransaction } from '../database/database.js'
import type { LinkLayout } from '../layout/layout.js'
import { quote } from '../dialects/names.js'
import { idList, numbersTable, run, runChunked } from './bound.js'
import type { LinkOwner } from './link-owner.js'
import { arrangeList, arrangeWhole } from './ordered-list.js'

type InverseLink = Extract<LinkLayout, { kind: 'inverse' }>

/** Writes a relation from the side without the column. Connected rows are removed from their previous owner's list. */
export async function writeInverse(
  tx: WriteTransaction,
  owner: LinkOwner,
  link: InverseLink,
  write: RelationWrite,
): Promise<void> {
  if (link.order === null) return writeOne(tx, owner, link, write)
  const list = { table: link.table, owner: link.column, member: 'id', order: link.order }
  const wanted = write.connect.map(({ id }) => id)
  if (!owner.fresh && write.clear) await release(tx, owner.id, link, { but: wanted })
  if (!owner.fresh && !write.clear) await release(tx, owner.id, link, { only: difference(write.disconnect, wanted) })
  if (wanted.length === 0) return
  const positions = write.clear
    ? await arrangeWhole(tx, list, owner, wanted)
    : await arrangeList(tx, list, owner, write)
  await runChunked(tx, [...positions], (builder, chunk) => {
    const set = `${quote(link.column)} = ${builder.bind('id', owner.id)}, ${quote(list.order)} = v.column2`
    const values = numbersTable(builder, 'v', chunk)
    return `UPDATE ${quote(link.table)} SET ${set} FROM ${values} WHERE ${quote(link.table)}."id" = v.column1`
  })
}

/** Writes a one-to-one relation: only the last connected row refers to the owner. */
async function writeOne(tx: WriteTransaction, owner: LinkOwner, link: InverseLink, write: RelationWrite) {
  const last = write.connect.at(-1)
  if (!owner.fresh && (write.clear || last)) await release(tx, owner.id, link, { but: last ? [last.id] : [] })
  else if (!owner.fresh) await release(tx, owner.id, link, { only: write.disconnect })
  if (!last) return
  await run(tx, (builder) => {
    const set = `${quote(link.column)} = ${builder.bind('id', owner.id)}`
    return `UPDATE ${quote(link.table)} SET ${set} WHERE "id" = ${builder.bind('id', last.id)}`
  })
}

type Which = { readonly but: readonly number[] } | { readonly only: readonly number[] }

async function release(tx: WriteTransaction, owner: number, { table, column, order }: InverseLink, which: Which) {
  const ids = 'but' in which ? which.but : which.only
  if ('only' in which && ids.length === 0) return
  await run(tx, (builder) => {
    const setNull = [column, order].flatMap((name) => (name === null ? [] : `${quote(name)} = NULL`)).join(', ')
    const mine = `UPDATE ${quote(table)} SET ${setNull} WHERE ${quote(column)} = ${builder.bind('id', owner)}`
    if (ids.length === 0) return mine
    return `${mine} AND "id" ${'but' in which ? 'NOT IN' : 'IN'} (${idList(builder, ids)})`
  })
}

function difference(ids: readonly number[], without: readonly number[]): number[] {
  const left = new Set(without)
  return ids.filter((id) => !left.has(id))
}
