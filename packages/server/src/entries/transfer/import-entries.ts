import type { Database } from '../../storage/database.js'
import { deleteContent, RowWriter } from '../../storage/transfer/row-writer.js'
import { ImportError } from '../../errors/import-error.js'
import type { EntryLine } from './entry-line.js'
import { once } from './once.js'
import { type LineContext, planLine } from './plan-line.js'

export interface ImportOptions {
  /** Deletes all content first. Without it, an id that is there already is a mistake. */
  readonly replace?: boolean
  /** Told now and then how many entries have been read. */
  readonly onProgress?: (entries: number) => void
}

/** Each a line of JSON or the object that it stands for. */
export type Lines = AsyncIterable<string | EntryLine> | Iterable<string | EntryLine>

/** Entries between two reports of progress. */
const progressStep = 500

/**
 * Reads entries in any order: all of them or, after a mistake, none.
 * @throws ImportError with the line of the first mistake
 */
export async function importEntries(
  database: Database,
  defaultLocale: string,
  lines: Lines,
  { replace = false, onProgress }: ImportOptions = {},
): Promise<{ readonly entries: number }> {
  const { registry } = database
  const context: LineContext = { registry, defaultLocale, now: new Date().toISOString() }
  const begun = beginReading(lines)
  const work = once(async (transaction) => {
    if (replace) await deleteContent(transaction)
    const writer = new RowWriter(transaction)
    let line = 0
    let entries = 0
    for await (const item of begun) {
      line++
      const value = typeof item === 'string' ? parseLine(item, line) : item
      if (value === undefined) continue
      await writer.add(await planLine(value, line, context), line)
      entries++
      if (entries % progressStep === 0) onProgress?.(entries)
    }
    await writer.finish()
    onProgress?.(entries)
    return { entries }
  })
  return database.write(work)
}

/** Begins to read now: readline loses the lines that come before it is asked for the first. */
export function beginReading(lines: Lines): Lines {
  if (!(Symbol.asyncIterator in lines)) return lines
  const iterator = lines[Symbol.asyncIterator]()
  return { [Symbol.asyncIterator]: () => iterator }
}

/** The value of a line, `undefined` for an empty one. */
function parseLine(text: string, line: number): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ImportError(line, `is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}
