import { isRecord } from '@content-api/model'
import type { Database } from '../../storage/database.js'
import { deleteContent, RowWriter } from '../../storage/transfer/row-writer.js'
import { ImportError } from '../../errors/import-error.js'
import { type AccessLine, isAccessLine, planAccess } from './access-line.js'
import { AccessWriter } from './access-writer.js'
import type { EntryLine } from './entry-line.js'
import { once } from './once.js'
import { type LineContext, planLine } from './plan-line.js'

export interface ImportOptions {
  /** Deletes all content first. Without it, an id that is there already is a mistake. */
  readonly replace?: boolean
  /** Told now and then how many entries have been read. */
  readonly onProgress?: (entries: number) => void
}

/** A line of JSON or the object that it stands for. */
export type Line = string | EntryLine | AccessLine

export type Lines = AsyncIterable<Line> | Iterable<Line>

/** What permissions may name. */
export interface KnownAccess {
  readonly actions: readonly string[]
  /** Types of roles that exist whatever is imported. */
  readonly lastingRoles: readonly string[]
}

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
  known?: KnownAccess,
): Promise<{ readonly entries: number }> {
  const { registry } = database
  const context: LineContext = { registry, defaultLocale, now: new Date().toISOString() }
  const begun = begin(lines)
  const work = once(async (transaction) => {
    if (replace) await deleteContent(transaction)
    const writer = new RowWriter(transaction)
    const access = new AccessWriter(transaction, { replace, lastingRoles: known?.lastingRoles ?? [] })
    let line = 0
    let entries = 0
    for await (const item of begun) {
      line++
      const value = typeof item === 'string' ? parseLine(item, line) : item
      if (value === undefined) continue
      if (isRecord(value) && isAccessLine(value)) {
        await access.add(planAccess(value, line, known?.actions), line)
        continue
      }
      await writer.add(await planLine(value, line, context), line)
      entries++
      if (entries % progressStep === 0) onProgress?.(entries)
    }
    await writer.finish()
    await access.finish()
    onProgress?.(entries)
    return { entries }
  })
  return database.write(work)
}

/** Begins to read now: readline loses the lines that come before it is asked for the first. */
function begin(lines: Lines): Lines {
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
