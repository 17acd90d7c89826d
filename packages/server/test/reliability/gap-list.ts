/** A write to an ordered list: the new place of an item, and the times of the request and the response. */
export interface Step {
  readonly item: number
  /** Null removes the item. */
  readonly place: Place | null
  readonly requested: number
  readonly responded: number
}

/** `after` and `before` name one of the fixed items by its index. */
export type Place = { readonly after: number } | { readonly before: number } | 'start' | 'end'

/**
 * Returns the errors in a list in which each item was moved by only one client, and the fixed items by none.
 * The items between two fixed items form a queue with two ends. Items that were put after the left fixed item
 * come first, the latest one at the very left. Then come the items that were put before the right fixed item,
 * the latest one at the very right. A step is earlier than another when its response came before the other's
 * request; otherwise either order is correct.
 */
export function faultsOf(list: readonly number[], fixed: readonly number[], steps: readonly Step[]): string[] {
  const faults: string[] = []
  if (new Set(list).size !== list.length) faults.push(`an item stands twice in ${list.join()}`)
  const kept = list.filter((item) => fixed.includes(item))
  if (kept.join() !== fixed.join()) faults.push(`the fixed items are ${kept.join()}, not ${fixed.join()}`)
  const last = new Map(steps.toSorted((a, b) => a.requested - b.requested).map((step) => [step.item, step]))
  for (const { item, place } of last.values()) {
    const there = list.includes(item)
    if (there !== (place !== null)) faults.push(`${item} is ${there ? 'there' : 'missing'}`)
    if (there && place && gapAt(list, fixed, item) !== gapOf(place, fixed.length)) faults.push(`${item} is misplaced`)
  }
  return [...faults, ...orderFaults(list, fixed, last)]
}

function orderFaults(list: readonly number[], fixed: readonly number[], last: ReadonlyMap<number, Step>): string[] {
  const faults: string[] = []
  const moved = list.flatMap((item) => last.get(item) ?? [])
  for (const [index, left] of moved.entries()) {
    for (const right of moved.slice(index + 1)) {
      if (gapAt(list, fixed, left.item) !== gapAt(list, fixed, right.item)) continue
      const [leftFirst, rightFirst] = [pushesLeft(left), pushesLeft(right)]
      if (!leftFirst && rightFirst) faults.push(`${right.item} was put to the left, but stands after ${left.item}`)
      const [earlier, later] = leftFirst ? [right, left] : [left, right]
      if (leftFirst === rightFirst && later.responded < earlier.requested) {
        faults.push(`${left.item} and ${right.item} stand the wrong way round`)
      }
    }
  }
  return faults
}

const pushesLeft = ({ place }: Step) =>
  place === 'start' || (place !== null && typeof place === 'object' && 'after' in place)

function gapOf(place: Place, fixed: number): number {
  if (place === 'start') return 0
  if (place === 'end') return fixed
  return 'after' in place ? place.after + 1 : place.before
}

function gapAt(list: readonly number[], fixed: readonly number[], item: number): number {
  return list.slice(0, list.indexOf(item)).filter((other) => fixed.includes(other)).length
}
