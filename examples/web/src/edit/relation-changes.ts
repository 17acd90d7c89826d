import type { Position } from '@content-api/sdk'

export interface RelationChanges {
  readonly connect: readonly { readonly id: number; readonly position: Position }[]
  readonly disconnect: readonly number[]
}

/**
 * What turns one order of related entries into another (specification §4.4): whoever stays in line is left alone, so that
 * somebody else's additions survive. Null when nothing changes.
 */
export function relationChanges(before: readonly number[], after: readonly number[]): RelationChanges | null {
  const staying = longestCommonOrder(before, after)
  const connect = after.flatMap((id, index) => {
    if (staying.has(id)) return []
    const previous = after[index - 1]
    return [{ id, position: previous === undefined ? ({ start: true } as const) : { after: previous } }]
  })
  const disconnect = before.filter((id) => !after.includes(id))
  return connect.length + disconnect.length === 0 ? null : { connect, disconnect }
}

/** The most entries that stand in the same order in both lists. */
function longestCommonOrder(before: readonly number[], after: readonly number[]): ReadonlySet<number> {
  const places = after.map((id) => before.indexOf(id))
  let best: number[] = []
  const endingAt: number[][] = []
  for (const [index, place] of places.entries()) {
    if (place === -1) {
      endingAt.push([])
      continue
    }
    let longest: number[] = []
    for (let earlier = 0; earlier < index; earlier++) {
      const line = endingAt[earlier] ?? []
      if ((places[earlier] ?? -1) < place && line.length > longest.length) longest = line
    }
    const line = [...longest, index]
    endingAt.push(line)
    if (line.length > best.length) best = line
  }
  return new Set(best.map((index) => after[index] as number))
}
