import { type JsonText, stringOf } from '../plan/json-text.js'
import type { StatementLimits } from '../database/database.js'
import { concurrentChange, queryTooLong, responseTooLarge } from '../database/database-errors.js'
import type { DeeperRows, Statement } from '../dialects/statement.js'

// A statement's JSON text has holes: markers where the rows of later statements are inserted.

/** How the statements of one read run. */
interface Reading {
  readonly read: (statement: Statement) => Promise<JsonText | null>
  /** The time of `performance.now()` at which no further statement begins. */
  readonly until: number
  /** The maximum size of a text in bytes. */
  readonly most: number
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
export function readDeep(
  statement: Statement,
  read: Reading['read'],
  limits: StatementLimits | null,
): Promise<JsonText | null> {
  const text = read(statement)
  return statement.deeper ? fillText(text, statement.deeper, read, limits) : text
}

async function fillText(
  pending: Promise<JsonText | null>,
  deeper: readonly DeeperRows[],
  read: Reading['read'],
  limits: StatementLimits | null,
): Promise<string | null> {
  const until = limits ? performance.now() + limits.statementMilliseconds : Number.POSITIVE_INFINITY
  const text = await pending
  if (text === null) return null
  const reading = { read, until, most: limits?.responseBytes ?? Number.POSITIVE_INFINITY }
  const [filled] = await fillHoles([cutAtHoles(stringOf(text))], deeper, reading)
  return (filled as Filled).text
}

/** Fills the holes of texts of one statement, with a statement for each number of a hole. */
async function fillHoles(
  texts: readonly HoledText[],
  deeper: readonly DeeperRows[],
  reading: Reading,
): Promise<readonly Filled[]> {
  const rows = new Map<number, ReadonlyMap<number, Filled>>()
  for (const [number, ids] of idsByNumber(texts)) {
    rows.set(number, await readRows(deeper[number] as DeeperRows, [...ids], reading))
  }
  return texts.map((text) => fill(text, rows, reading))
}

/** Returns the ids of the missing rows, by the number of their hole. */
function idsByNumber(texts: readonly HoledText[]): ReadonlyMap<number, ReadonlySet<number>> {
  const wanted = new Map<number, Set<number>>()
  for (const { number, id } of texts.flatMap(({ holes }) => holes)) {
    wanted.set(number, (wanted.get(number) ?? new Set()).add(id))
  }
  return wanted
}

/** Reads rows and fills their own holes. */
async function readRows(
  rows: DeeperRows,
  ids: readonly number[],
  reading: Reading,
): Promise<ReadonlyMap<number, Filled>> {
  if (performance.now() > reading.until) throw queryTooLong()
  const statement = rows(ids)
  const found = [...deeperRows(stringOf((await reading.read(statement)) ?? ''))]
  const texts = found.map(([, text]) => cutAtHoles(text))
  const filled = await fillHoles(texts, statement.deeper ?? [], reading)
  return new Map(found.map(([id], index) => [id, filled[index] as Filled]))
}

function fill(
  { between, holes }: HoledText,
  rows: ReadonlyMap<number, ReadonlyMap<number, Filled>>,
  { most }: Reading,
): Filled {
  let text = between[0] as string
  let bytes = Buffer.byteLength(text)
  for (const [index, { number, id }] of holes.entries()) {
    const row = rows.get(number)?.get(id)
    if (!row) throw concurrentChange()
    const after = between[index + 1] as string
    bytes += row.bytes + Buffer.byteLength(after)
    // Checks the size before building the text: a few rows that are repeated on several levels can exceed the memory.
    if (bytes > most) throw responseTooLarge()
    text += row.text + after
  }
  return { text, bytes }
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
