import type { Position } from '../types/input.js'

/** What `update` takes for a to-many relation. Where nothing differs both lists are empty, and nothing is changed. */
export interface RelationChanges {
  readonly connect: readonly { readonly id: number; readonly position: Position }[]
  readonly disconnect: readonly number[]
}

/** An entry, as a populated relation holds it, or its id. */
type Related = number | { readonly id: number }

const idOf = (one: Related): number => (typeof one === 'number' ? one : one.id)

/**
 * What turns a to-many relation from one order of entries into another (specification §4.4):
 * `update(1, { tags: relationChanges(article.tags, [7, 3]) })`. Whoever stays in line is left alone, so that what somebody
 * else has added meanwhile survives.
 */
export function relationChanges(before: readonly Related[], after: readonly Related[]): RelationChanges {
  const wanted = after.map(idOf)
  const present = before.map(idOf)
  const staying = longestCommonOrder(present, wanted)
  const connect = wanted.flatMap((id, index) => {
    if (staying.has(id)) return []
    const previous = wanted[index - 1]
    return [{ id, position: previous === undefined ? ({ start: true } as const) : { after: previous } }]
  })
  const kept = new Set(wanted)
  return { connect, disconnect: present.filter((id) => !kept.has(id)) }
}

/** A line of entries in the order of both lists, by its last one. */
interface Line {
  readonly id: number
  /** In the first list. */
  readonly place: number
  readonly rest: Line | undefined
}

/** The most entries that stand in the same order in both lists. */
function longestCommonOrder(before: readonly number[], after: readonly number[]): ReadonlySet<number> {
  const places = new Map(before.map((id, place) => [id, place]))
  /** By length, of the lines of that length the one that ends earliest in the first list: it leaves most to follow. */
  const lines: Line[] = []
  for (const id of after) {
    const place = places.get(id)
    if (place === undefined) continue
    const longer = lines.findIndex((line) => line.place >= place)
    const length = longer === -1 ? lines.length : longer
    lines[length] = { id, place, rest: lines[length - 1] }
  }
  const staying = new Set<number>()
  for (let line = lines.at(-1); line; line = line.rest) staying.add(line.id)
  return staying
}
