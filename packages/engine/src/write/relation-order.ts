import type { OwnLink } from '../layout/own-layout.js'
import type { WriteTransaction } from '../database/database.js'
import { quote } from '../layout/names.js'
import { idList, run, runChunked, toId, toNumber } from './run.js'
import { ApiError } from '../errors/api-error.js'
import type { Position } from '../plan/write-plan.js'

/** An ordered list of ids with an owner: rows of a link table, or rows that refer to the owner. */
export interface OrderedList {
  readonly table: string
  /** The column with the owner's id. */
  readonly owner: string
  /** The column with the member's id. */
  readonly member: string
  readonly order: string
}

export function joinList({ table, source, target, order }: Extract<OwnLink, { kind: 'join' }>): OrderedList {
  return { table, owner: source, member: target, order }
}

/** The new positions by member, without members that keep theirs. */
export type NewPositions = ReadonlyMap<number, number>

/** The owner of a list. If the owner is new (`fresh`), its list is empty and isn't read. */
export interface ListOwner {
  readonly id: number
  readonly isNew: boolean
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
export async function findEnds(
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
  { id: ownerId, isNew }: ListOwner,
  ids: readonly number[],
): Promise<KnownList> {
  const places = new Map<number, Place>()
  if (isNew) return { places, first: null, last: null }
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

export interface ConnectItem {
  readonly id: number
  readonly position: Position
}

/**
 * Changes to an ordered list of ids: first all ids in `disconnect` are removed, then the items of `connect`
 * are placed one by one.
 */
export interface OrderSteps {
  readonly disconnect: readonly number[]
  readonly connect: readonly ConnectItem[]
  /** Whether an item whose anchor isn't in the list is an error. If false, the item goes to the end. */
  readonly strict: boolean
}

/** A row's position, and the nearest positions before and after it; null at the ends of the list. */
export interface Place {
  readonly position: number
  readonly previous: number | null
  readonly next: number | null
}

/**
 * The part of a list that the steps need: the rows that they name, and the first and last position (null if
 * the list is empty).
 */
export interface KnownList {
  readonly places: ReadonlyMap<number, Place>
  readonly first: number | null
  readonly last: number | null
}

/**
 * Moves an item after its anchor's item if the anchor is connected by a later item and isn't in the list yet.
 * All other items keep their order.
 *
 * @throws ApiError ValidationError for a cycle of anchors
 */
export function anchorsFirst(items: readonly ConnectItem[], isInList: (id: number) => boolean): ConnectItem[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const done = new Set<number>()
  const ordered: ConnectItem[] = []
  for (const item of items) {
    const chain = new Map<number, ConnectItem>()
    let current: ConnectItem | undefined = item
    while (current && !done.has(current.id)) {
      if (chain.has(current.id)) throw circular()
      chain.set(current.id, current)
      const anchor = anchorOf(current.position)
      current = anchor === null || isInList(anchor) ? undefined : byId.get(anchor)
    }
    for (const link of [...chain.values()].toReversed()) {
      done.add(link.id)
      ordered.push(link)
    }
  }
  return ordered
}

/**
 * Applies the steps to a whole list (specification §4.4, rule 3) and returns the ids in their new order.
 *
 * @throws ApiError ValidationError for an anchor that isn't in the list (if `strict`), or a cycle of anchors
 */
export function applySteps(ids: readonly number[], steps: OrderSteps): number[] {
  const places = new Map(ids.map((id, index) => [id, { position: index, previous: null, next: null }]))
  return withSteps({ places, first: null, last: null }, steps).ids()
}

/**
 * Returns the new position of each connected row, in the order of the list. All other rows keep theirs.
 *
 * @returns null when there is no number between two neighbours, so that the whole list needs new positions
 * @throws ApiError ValidationError as `applySteps`
 */
export function arrange(known: KnownList, steps: OrderSteps): ReadonlyMap<number, number> | null {
  return withSteps(known, steps).numbers()
}

function withSteps(known: KnownList, steps: OrderSteps): SparseList {
  const list = new SparseList(known)
  for (const id of steps.disconnect) list.leave(id)
  for (const item of anchorsFirst(steps.connect, (id) => list.has(id))) {
    const { id, position } = resolve(item, steps, (anchor) => list.has(anchor))
    list.put(id, position)
  }
  return list
}

function resolve(
  item: ConnectItem,
  { strict, disconnect }: OrderSteps,
  isInList: (id: number) => boolean,
): ConnectItem {
  const anchor = anchorOf(item.position)
  if (anchor === null || isInList(anchor)) return item
  if (!strict) return { id: item.id, position: { end: true } }
  const position = JSON.stringify(item.position)
  const problem = `There was a problem connecting relation with id ${item.id} at position ${position}.`
  const reason = disconnect.includes(anchor)
    ? `The same request disconnects the relation with id ${anchor}: use another position, or don't disconnect it.`
    : `The relation with id ${anchor} needs to be connected first.`
  throw new ApiError('ValidationError', `${problem} ${reason}`)
}

/** Returns the id of the row relative to which an item is placed; null when there is none. */
function anchorOf(position: Position): number | null {
  if ('before' in position) return position.before
  return 'after' in position ? position.after : null
}

function circular(): ApiError {
  const message = 'A circular reference was found in the connect array: relations are placed before or after each other'
  return new ApiError('ValidationError', message)
}

interface Node {
  /** Null if the position belongs to a row that the steps don't name, or to a row that was removed. */
  id: number | null
  /** Null for a row without a position yet. */
  readonly position: number | null
  previous: Node
  next: Node
}

/** A doubly linked list of the known rows, in the order of their positions. */
class SparseList {
  readonly #ends: Node
  readonly #byId = new Map<number, Node>()

  constructor({ places, first, last }: KnownList) {
    const ends = { id: null, position: null } as Node
    ends.previous = ends
    ends.next = ends
    this.#ends = ends
    const ids = new Map<number, number>()
    const taken = new Set<number>()
    for (const [id, place] of places) {
      ids.set(place.position, id)
      for (const position of [place.position, place.previous, place.next]) if (position !== null) taken.add(position)
    }
    for (const position of [first, last]) if (position !== null) taken.add(position)
    for (const position of [...taken].toSorted((a, b) => a - b)) {
      this.#insert({ id: ids.get(position) ?? null, position }, ends.previous)
    }
  }

  has(id: number): boolean {
    return this.#byId.has(id)
  }

  /** Removes a row. Its position stays occupied, so that new positions don't pass rows that the steps don't name. */
  leave(id: number): void {
    const node = this.#byId.get(id)
    if (!node) return
    this.#byId.delete(id)
    if (node.position !== null) {
      node.id = null
      return
    }
    node.previous.next = node.next
    node.next.previous = node.previous
  }

  put(id: number, position: Position): void {
    this.leave(id)
    const row = { id, position: null }
    if ('before' in position) this.#insert(row, this.#node(position.before).previous)
    else if ('after' in position) this.#insert(row, this.#node(position.after))
    else this.#insert(row, 'start' in position ? this.#ends : this.#ends.previous)
  }

  ids(): number[] {
    const ids: number[] = []
    for (let node = this.#ends.next; node !== this.#ends; node = node.next) if (node.id !== null) ids.push(node.id)
    return ids
  }

  numbers(): ReadonlyMap<number, number> | null {
    const numbers = new Map<number, number>()
    let low: number | null = null
    let run: number[] = []
    for (let node = this.#ends.next; ; node = node.next) {
      if (node.position === null && node.id !== null) {
        run.push(node.id)
        continue
      }
      const between = spread(run.length, low, node.position)
      if (!between) return null
      for (const [index, id] of run.entries()) numbers.set(id, between[index] as number)
      if (node === this.#ends) return numbers
      low = node.position
      run = []
    }
  }

  #node(id: number): Node {
    return this.#byId.get(id) as Node
  }

  #insert(row: Pick<Node, 'id' | 'position'>, after: Node): void {
    const node: Node = { ...row, previous: after, next: after.next }
    after.next.previous = node
    after.next = node
    if (row.id !== null) this.#byId.set(row.id, node)
  }
}

/**
 * Returns `count` ascending numbers strictly between the bounds; null when that is impossible. A null bound
 * means unlimited.
 */
function spread(count: number, low: number | null, high: number | null): number[] | null {
  if (count === 0) return []
  const step = low === null || high === null ? 1 : (high - low) / (count + 1)
  const start = low ?? (high === null ? 0 : high - count - 1)
  const numbers = Array.from({ length: count }, (_, index) => start + step * (index + 1))
  const rising = [low ?? Number.NEGATIVE_INFINITY, ...numbers, high ?? Number.POSITIVE_INFINITY]
  return rising.every((number, index) => index === 0 || number > (rising[index - 1] as number)) ? numbers : null
}
