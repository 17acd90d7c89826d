import type { StatementLimits } from './database.js'
import { answerTooLarge, changedMeanwhile, queryTooLong } from './errors.js'
import { cutAtHoles, deeperRows, type HoledText } from './holes.js'
import type { DeeperRows, Statement } from './statement.js'

type Read = (statement: Statement) => Promise<string | null>

/** Rows that belong into holes of the same number. */
interface Part {
  readonly read: DeeperRows
  readonly ids: Set<number>
  /** As they were read, by id. */
  readonly rows: Map<number, HoledText>
  /** By the numbers of the holes in them. */
  below: ReadonlyMap<number, Part>
}

/** A text whose holes are filled. */
interface Filled {
  readonly text: string
  readonly bytes: number
}

/**
 * The text of a statement, its holes filled by as many statements more as its populate is deep. Every row is read once, in
 * however many places it stands. All of them have to see one state: whoever reads is in a transaction.
 *
 * @throws ApiError ValidationError for what takes longer or becomes larger, in all, than the limits allow
 */
export function readDeep(statement: Statement, read: Read, limits: StatementLimits | null): Promise<string | null> {
  const text = read(statement)
  return statement.deeper ? fillHoles(text, statement.deeper, read, limits) : text
}

async function fillHoles(
  pending: Promise<string | null>,
  deeper: readonly DeeperRows[],
  read: Read,
  limits: StatementLimits | null,
): Promise<string | null> {
  const started = performance.now()
  const text = await pending
  if (text === null) return null
  const whole = cutAtHoles(text)
  const below = partsOf([whole], deeper)
  const parts = [...below.values()]
  // Those below are added while it goes on.
  for (const part of parts) {
    if (limits && performance.now() - started > limits.statementMilliseconds) throw queryTooLong()
    const next = part.read([...part.ids])
    for (const [id, row] of deeperRows((await read(next)) ?? '')) part.rows.set(id, cutAtHoles(row))
    part.below = partsOf(part.rows.values(), next.deeper ?? [])
    parts.push(...part.below.values())
  }
  return fillAll(whole, below, parts, limits?.answerBytes ?? Number.POSITIVE_INFINITY)
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

/** From the deepest rows upwards, so that each finds what belongs into it filled. */
function fillAll(whole: HoledText, below: ReadonlyMap<number, Part>, parts: readonly Part[], most: number): string {
  const filled = new Map<Part, ReadonlyMap<number, Filled>>()
  const fill = ({ between, holes }: HoledText, from: ReadonlyMap<number, Part>): Filled => {
    let text = between[0] as string
    let bytes = Buffer.byteLength(text)
    for (const [index, { number, id }] of holes.entries()) {
      const row = filled.get(from.get(number) as Part)?.get(id)
      if (!row) throw changedMeanwhile()
      const after = between[index + 1] as string
      bytes += row.bytes + Buffer.byteLength(after)
      // Before it is put together: rows that stand within one another in many ways come to more than there is memory for.
      if (bytes > most) throw answerTooLarge()
      text += row.text + after
    }
    return { text, bytes }
  }
  for (const part of parts.toReversed()) {
    filled.set(part, new Map([...part.rows].map(([id, row]) => [id, fill(row, part.below)] as const)))
  }
  return fill(whole, below).text
}
