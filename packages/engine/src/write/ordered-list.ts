import type { LinkLayout } from '../layout/layout.js'
import type { WriteTransaction } from '../database/database.js'
import { quote } from '../dialects/names.js'
import { idList, run, runChunked, toId, toNumber } from './bound.js'
import { anchorOf, applySteps, arrange, type KnownList, type OrderSteps, type Place } from './relation-order.js'

/** An ordered list of ids with an owner: rows of a link table, or rows that refer to the owner. */
export interface OrderedList {
  readonly table: string
  /** The column with the owner's id. */
  readonly owner: string
  /** The column with the member's id. */
  readonly member: string
  readonly order: string
}

export function joinList({ table, source, target, order }: Extract<LinkLayout, { kind: 'join' }>): OrderedList {
  return { table, owner: source, member: target, order }
}

/** The new positions by member, without members that keep theirs. */
export type NewPositions = ReadonlyMap<number, number>

/** The owner of a list. If the owner is new (`fresh`), its list is empty and isn't read. */
export interface ListOwner {
  readonly id: number
  readonly fresh: boolean
}

/**
 * Returns positions for the members that the steps connect. Reads only the part of the list that the steps
 * name, or the whole list if all members need new positions.
 */
export async function arrangeList(
  tx: WriteTransaction,
  list: OrderedList,
  owner: ListOwner,
  steps: OrderSteps,
): Promise<NewPositions> {
  const anchors = steps.connect.flatMap(({ position }) => anchorOf(position) ?? [])
  const named = [...new Set([...steps.disconnect, ...steps.connect.map(({ id }) => id), ...anchors])]
  const known = await readKnown(tx, list, owner, named)
  const numbers = arrange(known, steps)
  if (numbers) return numbers
  const ordered = applySteps(await readMembers(tx, list, owner), steps)
  return new Map(ordered.map((id, index) => [id, index + 1]))
}

/** Numbers a whole new list from 1. Returns the positions of the members whose position changes. */
export async function arrangeWhole(
  tx: WriteTransaction,
  list: OrderedList,
  owner: ListOwner,
  members: readonly number[],
): Promise<NewPositions> {
  const { places } = await readKnown(tx, list, owner, members)
  const numbers = new Map<number, number>()
  for (const [index, id] of members.entries()) {
    if (places.get(id)?.position !== index + 1) numbers.set(id, index + 1)
  }
  return numbers
}

/** Returns the position after the last one in the list of each owner. */
export async function ends(
  tx: WriteTransaction,
  { table, owner, order }: OrderedList,
  owners: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const [of, last] = [quote(owner), quote(order)]
  const rows = await runChunked(
    tx,
    owners,
    (builder, chunk) =>
      `SELECT ${of} AS "id", MAX(${last}) AS "last" FROM ${quote(table)} WHERE ${of} IN (${idList(builder, chunk)}) GROUP BY ${of}`,
  )
  const found = new Map(rows.map((row) => [toId(row['id']), toNumber(row['last'])]))
  return new Map(owners.map((id) => [id, (found.get(id) ?? 0) + 1]))
}

/**
 * Reads the positions of these members and the ends of the list, in one statement unless there are thousands
 * of members.
 */
async function readKnown(
  tx: WriteTransaction,
  { table, owner, member, order }: OrderedList,
  { id: ownerId, fresh }: ListOwner,
  ids: readonly number[],
): Promise<KnownList> {
  const places = new Map<number, Place>()
  if (fresh) return { places, first: null, last: null }
  const neighbour = (which: 'MAX' | 'MIN', compare: '<' | '>') =>
    `(SELECT ${which}(o.${quote(order)}) FROM ${quote(table)} o WHERE o.${quote(owner)} = m.${quote(owner)} AND o.${quote(order)} ${compare} m.${quote(order)})`
  const rows = await runChunked(tx, ids, (builder, chunk) => {
    const ownerValue = builder.bind('id', ownerId)
    const end = (which: 'MIN' | 'MAX') =>
      `(SELECT ${which}(${quote(order)}) FROM ${quote(table)} WHERE ${quote(owner)} = ${ownerValue})`
    const members = `SELECT m.${quote(member)} AS "id", m.${quote(order)} AS "position", ${neighbour('MAX', '<')} AS "previous", ${neighbour('MIN', '>')} AS "next" FROM ${quote(table)} m WHERE m.${quote(owner)} = ${ownerValue} AND m.${quote(member)} IN (${idList(builder, chunk)})`
    return `${members} UNION ALL SELECT NULL, NULL, ${end('MIN')}, ${end('MAX')}`
  })
  let ends: { readonly first: number | null; readonly last: number | null } = { first: null, last: null }
  for (const row of rows) {
    const [previous, next] = [toNumber(row['previous']), toNumber(row['next'])]
    if (row['id'] === null) ends = { first: previous, last: next }
    else places.set(toId(row['id']), { position: toNumber(row['position']) ?? 0, previous, next })
  }
  return { places, ...ends }
}

async function readMembers(
  tx: WriteTransaction,
  { table, owner, member, order }: OrderedList,
  { id: ownerId }: ListOwner,
) {
  const rows = await run(
    tx,
    (builder) =>
      `SELECT ${quote(member)} AS "id" FROM ${quote(table)} WHERE ${quote(owner)} = ${builder.bind('id', ownerId)} ORDER BY ${quote(order)}, ${quote(member)}`,
  )
  return rows.map((row) => toId(row['id']))
}
