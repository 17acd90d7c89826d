// A hole marks the place in a statement's JSON text where the row of a later statement is inserted. JSON
// escapes these control characters inside strings, so in the text they only occur in markers.
const edge = '\u0002'
const start = '\u0003'

/**
 * Returns the marker of a hole: the text before and after the id of the missing row. `number` identifies the
 * later statement.
 */
export function holeFor(number: number): readonly [before: string, after: string] {
  return [`${edge}${number}:`, edge]
}

/** The text before and after the id that precedes each row of a later statement. */
export const rowStart = [start, ':'] as const

/** A text that is split at its holes. */
export interface HoledText {
  /** The text between the holes, one part more than there are holes. */
  readonly between: readonly string[]
  readonly holes: readonly { readonly number: number; readonly id: number }[]
}

export function cutAtHoles(text: string): HoledText {
  const between: string[] = []
  const holes: HoledText['holes'][number][] = []
  text.split(edge).forEach((part, index) => {
    if (index % 2 === 0) return between.push(part)
    const colon = part.indexOf(':')
    return holes.push({ number: Number(part.slice(0, colon)), id: Number(part.slice(colon + 1)) })
  })
  return { between, holes }
}

/** Returns the rows that a statement read for holes. `list` is comma-separated, as `Dialect.aggregate` produces it. */
export function* deeperRows(list: string): Generator<readonly [id: number, text: string]> {
  const [, ...rows] = list.split(start)
  for (const [index, row] of rows.entries()) {
    const colon = row.indexOf(':')
    const end = index === rows.length - 1 ? row.length : row.length - 1
    yield [Number(row.slice(0, colon)), row.slice(colon + 1, end)]
  }
}
