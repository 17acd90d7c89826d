import type { Position } from '../types/input.js'

/** The changes of a to-many relation, for `update`. Empty lists have no effect. */
export interface RelationChanges {
  readonly connect: readonly { readonly id: number; readonly position: Position }[]
  readonly disconnect: readonly number[]
}

/** An entry of a populated relation, or its id. */
type Related = number | { readonly id: number }

const idOf = (one: Related): number => (typeof one === 'number' ? one : one.id)

/**
 * Returns the changes that turn one list of related entries into another (specification §4.4). Entries that
 * keep their order are left out. Unlike a complete list, the changes keep entries that other clients add in
 * the meantime.
 *
 * @example
 * ```ts
 * const article = await api.collection('articles').findOne(1, { populate: ['tags'] })
 * await api.collection('articles').update(1, { tags: relationChanges(article.tags, [7, 3]) })
 * ```
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

/** A sequence of entries that has the same order in both lists, linked from its last entry to the first. */
interface Sequence {
  readonly id: number
  /** The index in the first list. */
  readonly index: number
  readonly previous: Sequence | undefined
}

/** Returns the ids of the longest sequence that has the same order in both lists. */
function longestCommonOrder(before: readonly number[], after: readonly number[]): ReadonlySet<number> {
  const indexes = new Map(before.map((id, index) => [id, index]))
  // By length: the sequence that ends earliest in the first list, because the most entries can continue it.
  const sequences: Sequence[] = []
  for (const id of after) {
    const index = indexes.get(id)
    if (index === undefined) continue
    const longer = sequences.findIndex((sequence) => sequence.index >= index)
    const length = longer === -1 ? sequences.length : longer
    sequences[length] = { id, index, previous: sequences[length - 1] }
  }
  const staying = new Set<number>()
  for (let one = sequences.at(-1); one; one = one.previous) staying.add(one.id)
  return staying
}
