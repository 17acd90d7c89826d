import type { EntryLine, Lines } from '@content-api/migrate/entries'
import { ImportError } from '@content-api/engine/errors'

/**
 * An entry of a seed: its attributes, and optionally `id` and `localizationOf`. Relations and media are ids.
 * The default of `id` is the position in the list, counted from 1.
 */
export interface SeedEntry {
  readonly id?: number
  /** The id of the first localization of the same entry. */
  readonly localizationOf?: number
  readonly [attribute: string]: unknown
}

/** Entries by the uid of their content type, or the lines of an export. */
export type Seed = Readonly<Record<string, readonly SeedEntry[]>> | Lines

/**
 * Passes the entries to `load` as lines.
 * @throws Error that names each mistake with its position in the seed, such as
 * `entries["api::article.article"][0]`
 */
export async function loadSeed(seed: Seed, load: (lines: Lines) => Promise<unknown>): Promise<void> {
  if (isLines(seed)) {
    await load(seed)
    return
  }
  const placed = Object.entries(seed).flatMap(([type, entries]) => linesOf(type, entries))
  try {
    await load(placed.map(({ line }) => line))
  } catch (error) {
    if (!(error instanceof ImportError) || error.line === 0) throw error
    const messages = error.mistakes.map(({ line, message }) => `${placed[line - 1]?.place}: ${message}`)
    throw new Error(messages.join('\n'), { cause: error })
  }
}

const isLines = (seed: Seed): seed is Lines => Symbol.iterator in seed || Symbol.asyncIterator in seed

interface PlacedLine {
  readonly place: string
  readonly line: EntryLine
}

function linesOf(type: string, entries: readonly SeedEntry[]): PlacedLine[] {
  const list = `entries[${JSON.stringify(type)}]`
  if (!Array.isArray(entries)) throw new TypeError(`${list} must be an array of entries.`)
  return entries.map((entry: SeedEntry, index) => {
    const place = `${list}[${index}]`
    if (typeof entry !== 'object' || entry === null) throw new TypeError(`${place} must be an object.`)
    const { id = index + 1, localizationOf, ...attributes } = entry
    return { place, line: { type, id, attributes, ...(localizationOf !== undefined && { localizationOf }) } }
  })
}
