import { type JsonText, stringOf } from '../plan/json-text.js'
import type { StatementLimits } from '../database/database.js'
import { concurrentChange, queryTooLong, responseTooLarge } from '../database/database-errors.js'
import type { DeeperRows, Statement } from '../dialects/statement.js'

type Read = (statement: Statement) => Promise<JsonText | null>

// A statement's JSON text has holes: markers where the rows of later statements are inserted.

/** A later statement and its rows. They fill all holes with the same number. */
interface Part {
  readonly read: DeeperRows
  readonly ids: Set<number>
  /** The rows by id, before their own holes are filled. */
  readonly rows: Map<number, HoledText>
  /** The statements that fill the holes in these rows, by hole number. */
  below: ReadonlyMap<number, Part>
}

/** A JSON text after its holes are filled. */
interface Filled {
  readonly text: string
  readonly bytes: number
}

/**
 * Reads a statement's text and fills its holes with the rows of later statements. Each later statement reads
 * a row once, even if the text contains the row many times. All statements must see the same state, so the
 * caller runs them in a transaction.
 *
 * @throws ApiError ValidationError if all statements together exceed the time limit or the size limit
 * @throws Error with the code 40001 if a row is deleted between two statements
 */
export function readDeep(statement: Statement, read: Read, limits: StatementLimits | null): Promise<JsonText | null> {
  const text = read(statement)
  return statement.deeper ? fillHoles(text, statement.deeper, read, limits) : text
}

async function fillHoles(
  pending: Promise<JsonText | null>,
  deeper: readonly DeeperRows[],
  read: Read,
  limits: StatementLimits | null,
): Promise<string | null> {
  const started = performance.now()
  const text = await pending
  if (text === null) return null
  const whole = cutAtHoles(stringOf(text))
  const below = partsOf([whole], deeper)
  const parts = [...below.values()]
  // The loop appends to `parts`, so it also reads the parts of deeper levels.
  for (const part of parts) {
    if (limits && performance.now() - started > limits.statementMilliseconds) throw queryTooLong()
    const next = part.read([...part.ids])
    for (const [id, row] of deeperRows(stringOf((await read(next)) ?? ''))) part.rows.set(id, cutAtHoles(row))
    part.below = partsOf(part.rows.values(), next.deeper ?? [])
    parts.push(...part.below.values())
  }
  return fillAll(whole, below, parts, limits?.responseBytes ?? Number.POSITIVE_INFINITY)
}

function partsOf(texts: Iterable<HoledText>, deeper: readonly DeeperRows[]): ReadonlyMap<number, Part> {
  const parts = new Map<number, Part>()
  for (const { holes } of texts) {
    for (const { number, id } of holes) {
      const part = parts.get(number) ?? {
        read: deeper[number] as DeeperRows,
        ids: new Set(),
        rows: new Map(),
        below: new Map(),
      }
      parts.set(number, part)
      part.ids.add(id)
    }
  }
  return parts
}

/** Fills the holes of the deepest rows first, so that only complete rows are inserted. */
function fillAll(whole: HoledText, below: ReadonlyMap<number, Part>, parts: readonly Part[], most: number): string {
  const filled = new Map<Part, ReadonlyMap<number, Filled>>()
  const fill = ({ between, holes }: HoledText, from: ReadonlyMap<number, Part>): Filled => {
    let text = between[0] as string
    let bytes = Buffer.byteLength(text)
    for (const [index, { number, id }] of holes.entries()) {
      const row = filled.get(from.get(number) as Part)?.get(id)
      if (!row) throw concurrentChange()
      const after = between[index + 1] as string
      bytes += row.bytes + Buffer.byteLength(after)
      // Checks the size before building the text: a few rows that are repeated on several levels can exceed the memory.
      if (bytes > most) throw responseTooLarge()
      text += row.text + after
    }
    return { text, bytes }
  }
  for (const part of parts.toReversed()) {
    filled.set(part, new Map([...part.rows].map(([id, row]) => [id, fill(row, part.below)] as const)))
  }
  return fill(whole, below).text
}

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
interface HoledText {
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
