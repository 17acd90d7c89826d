// In the text that a statement gives, JSON escapes these characters wherever they stand in a value.
const edge = '\u0002'
const start = '\u0003'

/** What stands around the id of a row that a later statement reads: `number` says which one. */
export function holeFor(number: number): readonly [before: string, after: string] {
  return [`${edge}${number}:`, edge]
}

/** What stands around the id of a row that is read for a hole, before its text. */
export const rowStart = [start, ':'] as const

/** A text cut at its holes: what stands between them, and the rows that belong there. */
export interface HoledText {
  /** One more than there are holes. */
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

/** The rows of a statement that was made for holes: a list with commas, as `Dialect.aggregate` makes it. */
export function* deeperRows(list: string): Generator<readonly [id: number, text: string]> {
  const [, ...rows] = list.split(start)
  for (const [index, row] of rows.entries()) {
    const colon = row.indexOf(':')
    const end = index === rows.length - 1 ? row.length : row.length - 1
    yield [Number(row.slice(0, colon)), row.slice(colon + 1, end)]
  }
}
