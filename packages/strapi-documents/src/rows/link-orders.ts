import { ApiError } from '@content-api/engine/errors'
import type { Position } from '@content-api/engine/plan'

/** A partner of a relation: the rows of one document, which are several for an entry without versions. */
export interface Partner {
  readonly rows: readonly number[]
  readonly position: Position
}

/** A change of the partners of one relation or media attribute. */
export interface LinkChange {
  readonly name: string
  /** The new list; null if the stored one is changed. */
  readonly set: readonly Partner[] | null
  readonly connect: readonly Partner[]
  readonly disconnect: readonly number[]
  /** Whether a position next to a row that isn't connected is an error. Otherwise it means the end. */
  readonly strict: boolean
}

/** A row that is linked at a place of a list. */
export interface StoredLink {
  readonly target: number
  readonly order: number | null
}

/** A row that is connected at a position. */
interface Connected {
  readonly target: number
  readonly position: Position
}

interface Place {
  readonly target: number
  readonly order: number
  readonly isStored: boolean
}

export const rowsOf = (partners: readonly Partner[]): readonly number[] => [
  ...new Set(partners.flatMap(({ rows }) => rows)),
]

/** Returns the places of a new list: those of `set` count from 1, those of `connect` from 0, as in Strapi 5. */
export function firstOrders({ set, connect }: LinkChange): ReadonlyMap<number, number> {
  if (set) return new Map(rowsOf(set).map((target, index) => [target, index + 1]))
  const places = placeAll([], inSequence(connectedRows(connect), new Set(), true))
  return new Map(places.map(({ target }, index) => [target, index]))
}

/**
 * Returns the places of a changed list, which count from 1. Strapi 5 reads only the first and the last partner
 * and those beside which others are connected. A partner that moves to the start therefore comes before the
 * first of these, not of all.
 * @param stored the partners before the change, in their order
 * @param removed those that the change disconnects
 */
export function changedOrders(
  stored: readonly StoredLink[],
  removed: ReadonlySet<number>,
  { connect, strict }: LinkChange,
): ReadonlyMap<number, number> {
  const left = stored.filter(({ target }) => !removed.has(target))
  const connected = besideRemaining(stored, removed, connectedRows(connect))
  const anchors = new Set(connected.map(anchorOf))
  const ends = new Set([left[0]?.order, left.at(-1)?.order])
  const beside = left.filter(({ target, order }) => ends.has(order) || anchors.has(target))
  const initial: Place[] = beside.map(({ target, order }) => ({ target, order: order ?? 1, isStored: true }))
  const sequence = inSequence(connected, new Set(initial.map(({ target }) => target)), strict)
  const added = spread(placeAll(initial, sequence))
  const all = left.map(({ target, order }) => ({ target, order: added.get(target) ?? order ?? 1 }))
  for (const [target, order] of added) {
    if (!all.some((place) => place.target === target)) all.push({ target, order })
  }
  return new Map(all.toSorted((one, other) => one.order - other.order).map(({ target }, index) => [target, index + 1]))
}

/** @throws ApiError ValidationError for one row at two places */
function connectedRows(connect: readonly Partner[]): readonly Connected[] {
  const known = new Set<number>()
  return connect.flatMap(({ rows, position }) =>
    rows.map((target) => {
      if (known.has(target)) {
        const message = `The relation with id ${target} is already connected. You cannot connect the same relation twice.`
        throw new ApiError('ValidationError', message)
      }
      known.add(target)
      return { target, position }
    }),
  )
}

const anchorOf = ({ position }: Connected): number | null =>
  'before' in position ? position.before : 'after' in position ? position.after : null

/** The distance of a new partner from the one beside it, before the partners at one place are spread. */
const between = 0.5

function placeAll(initial: readonly Place[], sequence: readonly Connected[]): readonly Place[] {
  let places = initial
  const end = Math.max(0, ...initial.map(({ order }) => order)) + between
  for (const connected of sequence) {
    places = placed(
      places.filter(({ target }) => target !== connected.target),
      connected,
      end,
    )
  }
  return places
}

function placed(places: readonly Place[], { target, position }: Connected, end: number): readonly Place[] {
  const at = (index: number, order: number) => places.toSpliced(index, 0, { target, order, isStored: false })
  const distance = (place: Place) => (place.isStored ? between : 0)
  if ('start' in position) {
    const [first] = places
    return at(0, first ? first.order - distance(first) : between)
  }
  const anchor = anchorOf({ target, position })
  if (anchor === null) return at(places.length, end)
  const found = places.findIndex((place) => place.target === anchor)
  const beside = places[found]
  if (!beside) throw impossible({ target, position }, 'It can not be placed next to itself')
  return 'before' in position
    ? at(found, beside.order - distance(beside))
    : at(found + 1, beside.order + distance(beside))
}

/** The part of the distance in which they are spread, so that they stay before the next stored partner. */
const within = 0.49

/** Returns the orders of connected partners. Those at one place are spread within half of it. */
function spread(places: readonly Place[]): ReadonlyMap<number, number> {
  const groups = new Map<number, Place[]>()
  for (const place of places) {
    const group = groups.get(place.order) ?? []
    groups.set(place.order, group)
    group.push(place)
  }
  const orders = new Map<number, number>()
  for (const [order, group] of groups) {
    const added = group.filter(({ isStored }) => !isStored)
    for (const [index, { target }] of added.entries()) {
      orders.set(target, order + ((index + 1) / (group.length + 1)) * within)
    }
  }
  return orders
}

/**
 * Replaces positions next to partners that the same change disconnects by positions next to the partners that
 * remain around them.
 */
function besideRemaining(
  stored: readonly StoredLink[],
  removed: ReadonlySet<number>,
  connected: readonly Connected[],
): readonly Connected[] {
  const targets = stored.map(({ target }) => target)
  const moving = new Set(connected.map(({ target }) => target))
  const remaining = (from: number, step: 1 | -1): number | undefined => {
    for (let at = targets.indexOf(from) + step; at >= 0 && at < targets.length; at += step) {
      const target = targets[at] as number
      if (!removed.has(target) && !moving.has(target)) return target
    }
    return undefined
  }
  const anchors = new Set(connected.map(anchorOf).filter((anchor) => anchor !== null))
  const positions = new Map<number, Position>()
  for (const anchor of anchors) {
    if (!removed.has(anchor) || !targets.includes(anchor)) continue
    const beside = connected.filter((each) => anchorOf(each) === anchor)
    const inOrder = [
      ...beside.filter(({ position }) => 'before' in position),
      ...beside.filter(({ position }) => 'after' in position),
    ]
    const next = remaining(anchor, 1)
    let previous = remaining(anchor, -1)
    for (const { target } of inOrder) {
      positions.set(
        target,
        previous !== undefined ? { after: previous } : next !== undefined ? { before: next } : { start: true },
      )
      previous = target
    }
  }
  return connected.map(({ target, position }) => ({ target, position: positions.get(target) ?? position }))
}

/** Returns the partners so that each comes after the one that it stands beside. @throws ApiError ValidationError */
function inSequence(
  connected: readonly Connected[],
  present: ReadonlySet<number>,
  strict: boolean,
): readonly Connected[] {
  const later = new Map(connected.map((each) => [each.target, each]))
  const sequence: Connected[] = []
  const placedRows = new Set<number>()
  const waiting: { readonly item: Connected; readonly branch: Set<number> }[] = []
  const push = (item: Connected) => {
    placedRows.add(item.target)
    sequence.push(item)
  }
  for (const first of connected) {
    waiting.push({ item: first, branch: new Set() })
    // Without recursion: a list of 5,000 items may be one chain.
    for (let top = waiting.at(-1); top; top = waiting.at(-1)) {
      const { item, branch } = top
      const anchor = anchorOf(item)
      const next = anchor === null || present.has(anchor) || placedRows.has(anchor) ? undefined : later.get(anchor)
      if (placedRows.has(item.target)) waiting.pop()
      else if (anchor === null || present.has(anchor) || placedRows.has(anchor)) {
        push(item)
        waiting.pop()
      } else if (next) {
        if (branch.has(anchor) || anchor === item.target) throw circular()
        branch.add(item.target)
        waiting.push({ item: next, branch })
      } else if (strict) {
        throw impossible(item, `The relation with id ${anchor} needs to be connected first.`)
      } else {
        push({ target: item.target, position: { end: true } })
        waiting.pop()
      }
    }
  }
  return sequence
}

function circular(): ApiError {
  const message =
    'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it'
  return new ApiError('ValidationError', message)
}

function impossible({ target, position }: Connected, reason: string): ApiError {
  const place = `at position ${JSON.stringify(position)}`
  const what = `There was a problem connecting relation with id ${target} ${place}`
  return new ApiError('ValidationError', `${what}. ${reason}`)
}
