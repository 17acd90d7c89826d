import { ApiError } from '../../errors/api-error.js'
import type { Position } from '../../query/write-plan.js'

export interface ConnectItem {
  readonly id: number
  readonly position: Position
}

/** What is done to an ordered list of ids: first everything in `disconnect` leaves it, then `connect`, item by item. */
export interface OrderSteps {
  readonly disconnect: readonly number[]
  readonly connect: readonly ConnectItem[]
  /** False: an item whose anchor isn't in the list goes to its end; true: that is an error. */
  readonly strict: boolean
}

/** A row of the list with its number, and the nearest numbers around it; null at the ends. */
export interface Place {
  readonly position: number
  readonly previous: number | null
  readonly next: number | null
}

/** As much of a list as steps need to know: the rows that they name, and the numbers at its ends; null when empty. */
export interface KnownList {
  readonly places: ReadonlyMap<number, Place>
  readonly first: number | null
  readonly last: number | null
}

/**
 * Puts an item after its anchor when that is connected by a later item and isn't in the list yet. Everything else keeps
 * its order.
 * @throws ApiError ValidationError when items are anchored in a circle
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
 * The steps applied to a whole list (specification §4.4, rule 3): the ids in their new order.
 * @throws ApiError ValidationError for an anchor that isn't in the list, or a circle of anchors
 */
export function applySteps(ids: readonly number[], steps: OrderSteps): number[] {
  const places = new Map(ids.map((id, index) => [id, { position: index, previous: null, next: null }]))
  return carriedOut({ places, first: null, last: null }, steps).ids()
}

/**
 * The number of each connected row after the steps, in the order of the list; all other rows keep theirs.
 * @returns null when two neighbours leave no number between them: the whole list must be numbered anew
 * @throws ApiError ValidationError as `applySteps`
 */
export function arrange(known: KnownList, steps: OrderSteps): ReadonlyMap<number, number> | null {
  return carriedOut(known, steps).numbers()
}

function carriedOut(known: KnownList, steps: OrderSteps): SparseList {
  const list = new SparseList(known)
  for (const id of steps.disconnect) list.leave(id)
  for (const item of anchorsFirst(steps.connect, (id) => list.has(id))) {
    const { id, position } = resolve(item, steps.strict, (anchor) => list.has(anchor))
    list.put(id, position)
  }
  return list
}

function resolve(item: ConnectItem, strict: boolean, isInList: (id: number) => boolean): ConnectItem {
  const anchor = anchorOf(item.position)
  if (anchor === null || isInList(anchor)) return item
  if (!strict) return { id: item.id, position: { end: true } }
  const position = JSON.stringify(item.position)
  const problem = `There was a problem connecting relation with id ${item.id} at position ${position}.`
  throw new ApiError('ValidationError', `${problem} The relation with id ${anchor} needs to be connected first.`)
}

/** The ids that steps are placed relative to. */
export function anchorOf(position: Position): number | null {
  if ('before' in position) return position.before
  return 'after' in position ? position.after : null
}

function circular(): ApiError {
  const message = 'A circular reference was found in the connect array: relations are placed before or after each other'
  return new ApiError('ValidationError', message)
}

interface Node {
  /** Null for a number that is taken by a row which isn't named, or that a row has left. */
  id: number | null
  /** Null for a row that has no number yet. */
  readonly position: number | null
  previous: Node
  next: Node
}

/** A doubly linked list of what is known, in the order of the numbers. */
class SparseList {
  readonly #edge: Node
  readonly #byId = new Map<number, Node>()

  constructor({ places, first, last }: KnownList) {
    const edge = { id: null, position: null } as Node
    edge.previous = edge
    edge.next = edge
    this.#edge = edge
    const ids = new Map<number, number>()
    const taken = new Set<number>()
    for (const [id, place] of places) {
      ids.set(place.position, id)
      for (const position of [place.position, place.previous, place.next]) if (position !== null) taken.add(position)
    }
    for (const position of [first, last]) if (position !== null) taken.add(position)
    for (const position of [...taken].toSorted((a, b) => a - b)) {
      this.#insert({ id: ids.get(position) ?? null, position }, edge.previous)
    }
  }

  has(id: number): boolean {
    return this.#byId.has(id)
  }

  /** The number stays taken, so that nothing is numbered beyond a row that isn't known. */
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
    else this.#insert(row, 'start' in position ? this.#edge : this.#edge.previous)
  }

  ids(): number[] {
    const ids: number[] = []
    for (let node = this.#edge.next; node !== this.#edge; node = node.next) if (node.id !== null) ids.push(node.id)
    return ids
  }

  numbers(): ReadonlyMap<number, number> | null {
    const numbers = new Map<number, number>()
    let low: number | null = null
    let run: number[] = []
    for (let node = this.#edge.next; ; node = node.next) {
      if (node.position === null && node.id !== null) {
        run.push(node.id)
        continue
      }
      const between = spread(run.length, low, node.position)
      if (!between) return null
      for (const [index, id] of run.entries()) numbers.set(id, between[index] as number)
      if (node === this.#edge) return numbers
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

/** `count` rising numbers strictly between the bounds; a null bound is open. Null when there are not so many. */
function spread(count: number, low: number | null, high: number | null): number[] | null {
  if (count === 0) return []
  const step = low === null || high === null ? 1 : (high - low) / (count + 1)
  const start = low ?? (high === null ? 0 : high - count - 1)
  const numbers = Array.from({ length: count }, (_, index) => start + step * (index + 1))
  const rising = [low ?? Number.NEGATIVE_INFINITY, ...numbers, high ?? Number.POSITIVE_INFINITY]
  return rising.every((number, index) => index === 0 || number > (rising[index - 1] as number)) ? numbers : null
}
