import { isRecord } from '@content-api/model'
import { ImportError, ImportMistakes, type ImportPlace } from '../../errors/import-error.js'
import type { Database, WriteTransaction } from '../../storage/database.js'
import { deleteContent, RowWriter } from '../../storage/transfer/row-writer.js'
import { type AccessLine, isAccessLine, planAccess } from './access-line.js'
import { AccessWriter } from './access-writer.js'
import type { EntryLine } from './entry-line.js'
import { ImportCounter, type ImportSummary } from './import-summary.js'
import { once } from './once.js'
import { type LineContext, planLine } from './plan-line.js'
import { DeferredEntry } from './plain/deferred-entry.js'
import { References } from './plain/references.js'

export interface ImportOptions {
  /** Deletes all content first. Without it, an id that is there already is a mistake. */
  readonly replace?: boolean
  /** Does everything and takes it back: what it returns and throws is that of a real import. */
  readonly dryRun?: boolean
  /** Told now and then how many entries have been read. */
  readonly onProgress?: (entries: number) => void
}

/** A line of JSON or the object that it stands for; of plain files, an entry or its mistakes. */
export type Line = string | EntryLine | AccessLine | DeferredEntry | ImportError

export type Lines = AsyncIterable<Line> | Iterable<Line>

/** What permissions may name. */
export interface KnownAccess {
  readonly actions: readonly string[]
  /** Types of roles that exist whatever is imported. */
  readonly lastingRoles: readonly string[]
}

export interface Imported {
  readonly entries: number
  readonly summary: ImportSummary
}

/** Entries between two reports of progress. */
const progressStep = 500

/** Takes a dry run back. */
class DryRunDone extends Error {}

/**
 * Reads entries in any order: all of them or, if there is any mistake, none.
 * @throws ImportError with all mistakes
 */
export async function importEntries(
  database: Database,
  defaultLocale: string,
  lines: Lines,
  options: ImportOptions = {},
  known?: KnownAccess,
): Promise<Imported> {
  const { registry } = database
  const context: LineContext = { registry, defaultLocale, now: new Date().toISOString() }
  const begun = beginReading(lines)
  let imported: Imported | undefined
  const mistakes = new ImportMistakes()
  let writer: RowWriter | undefined
  const work = once(async (transaction) => {
    writer = new RowWriter(transaction, mistakes)
    imported = await importLines(transaction, begun, { context, options, known, mistakes, writer })
    if (options.dryRun) throw new DryRunDone()
    await writer.continueIds()
    return imported
  })
  try {
    return await database.write(work)
  } catch (error) {
    if (error instanceof DryRunDone && imported) return imported
    throw writer?.explain(error) ?? error
  }
}

interface LinesScope {
  readonly context: LineContext
  readonly options: ImportOptions
  readonly known: KnownAccess | undefined
  readonly mistakes: ImportMistakes
  readonly writer: RowWriter
}

async function importLines(
  transaction: WriteTransaction,
  lines: Lines,
  { context, options: { replace = false, onProgress }, known, mistakes, writer }: LinesScope,
): Promise<Imported> {
  if (replace) await deleteContent(transaction)
  const access = new AccessWriter(transaction, { replace, lastingRoles: known?.lastingRoles ?? [] })
  const counter = new ImportCounter()
  const references = new References(transaction, writer)
  let line = 0
  let entries = 0
  for await (const item of lines) {
    line++
    if (item instanceof ImportError) {
      mistakes.add(item)
      continue
    }
    if (item instanceof DeferredEntry) {
      await addDeferred(item, { mistakes, writer, counter, references, context })
      entries++
      if (entries % progressStep === 0) onProgress?.(entries)
      continue
    }
    const value = await mistakes.collect(() => (typeof item === 'string' ? parseLine(item, line) : item))
    if (value === undefined) continue
    if (isRecord(value) && isAccessLine(value)) {
      await writer.settled()
      await mistakes.collect(async () => access.add(planAccess(value, line, known?.actions), line, counter))
      continue
    }
    const row = await mistakes.collect(() => planLine(value, line, context), placeOf(value))
    if (row) {
      counter.add(row)
      await writer.add(row, line)
    } else await skip(value, context, writer)
    entries++
    if (entries % progressStep === 0) onProgress?.(entries)
  }
  await writer.finish()
  await access.finish(mistakes)
  mistakes.throwIfAny()
  onProgress?.(entries)
  return { entries, summary: counter.summary() }
}

interface DeferredScope extends Pick<LinesScope, 'mistakes' | 'writer' | 'context'> {
  readonly counter: ImportCounter
  readonly references: References
}

async function addDeferred(
  { line, place, foreignId, plan }: DeferredEntry,
  { mistakes, writer, counter, references, context }: DeferredScope,
): Promise<void> {
  const row = await mistakes.collect(() => plan({ ...context, references }), place)
  if (!row) return skip(place, context, writer)
  counter.add(row)
  const id = await writer.add(row, line)
  if (id !== null) references.add(row, id, foreignId)
}

/** An entry with mistakes is there for those that point at it. */
async function skip(value: unknown, { registry }: LineContext, writer: RowWriter): Promise<void> {
  const { type = '', id } = placeOf(value)
  const schema = registry.contentTypes.get(type)
  if (schema && id !== undefined && Number.isSafeInteger(id) && id > 0) await writer.skip(schema, id)
}

function placeOf(value: unknown): ImportPlace {
  if (!isRecord(value)) return {}
  const { type, id } = value
  return { ...(typeof type === 'string' && { type }), ...(typeof id === 'number' && { id }) }
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
