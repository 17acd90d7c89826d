import { readRoles, type Role } from '@content-api/engine/accounts'
import type { WriteTransaction } from '@content-api/engine/database'
import { ImportError, ImportMistakes, type ImportPlace } from '@content-api/engine/errors'
import { roleType } from '@content-api/engine/plan'
import { deleteContent, type RowWriter } from '@content-api/engine/transfer'
import { isRecord } from '@content-api/model'
import type { ContentStore, StoredAccounts } from '../content-store.js'
import { DeferredEntry, References } from './deferred-entry.js'
import type { EntryLine } from './entry-line.js'
import { type AccessLine, AccessWriter, isAccessLine, planAccess } from './import-access.js'
import { ImportCounter, type ImportSummary } from './import-summary.js'
import { importInTransaction } from './import-transaction.js'
import { type EntryContext, planLine } from './plan-entry.js'

export interface ImportOptions {
  /** If true, all content is deleted first. If false, an entry whose id already exists is an error. */
  readonly replace?: boolean
  /**
   * If true, everything is rolled back at the end. The result and the errors are the same as those of a real
   * import.
   */
  readonly dryRun?: boolean
  /** Called repeatedly with the number of entries read so far. */
  readonly onProgress?: (entries: number) => void
}

/**
 * A line of JSON or its parsed object. Readers of plain files (CSV or JSON from other programs) yield entries
 * (`DeferredEntry`) and mistakes (`ImportError`).
 */
export type Line = string | EntryLine | AccessLine | DeferredEntry | ImportError

export type Lines = AsyncIterable<Line> | Iterable<Line>

export interface Imported {
  readonly entries: number
  readonly summary: ImportSummary
}

/** The number of entries between two calls of `onProgress`. */
const entriesPerReport = 500

/**
 * Imports entries, which may have any order. If there are mistakes, nothing is imported. Afterwards, imported
 * users can sign in, and the required roles exist.
 * @throws ImportError with the number of mistakes and at most a thousand of them
 */
export async function importEntries(store: ContentStore, lines: Lines, options: ImportOptions = {}): Promise<Imported> {
  const { database, settings, accounts } = store
  // Before the first await.
  const begun = beginReading(lines)
  const wanted = options.replace ? begun : withoutKnownRoles(begun, await readRoles(database), accounts.requiredRoles)
  const context: EntryContext = {
    registry: database.registry,
    defaultLocale: settings.i18n.defaultLocale,
    now: new Date().toISOString(),
    hashPassword: accounts.hashPassword,
  }
  const mistakes = new ImportMistakes()
  const { dryRun, replace } = options
  const imported = await importInTransaction(store, { mistakes, dryRun, replace }, (transaction, writer) =>
    importLines(transaction, wanted, { context, options, accounts, mistakes, writer }),
  )
  if (!dryRun) await accounts.prepare()
  return imported
}

interface LinesScope {
  readonly context: EntryContext
  readonly options: ImportOptions
  readonly accounts: StoredAccounts
  readonly mistakes: ImportMistakes
  readonly writer: RowWriter
}

async function importLines(
  transaction: WriteTransaction,
  lines: Lines,
  { context, options: { replace = false, onProgress }, accounts, mistakes, writer }: LinesScope,
): Promise<Imported> {
  if (replace) await deleteContent(transaction)
  const access = new AccessWriter(transaction, { replace, requiredRoles: accounts.requiredRoles })
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
    const value = await mistakes.collect(() => (typeof item === 'string' ? parseLine(item, line) : item))
    if (value === undefined) continue
    if (isRecord(value) && isAccessLine(value)) {
      await writer.settled()
      await mistakes.collect(async () => access.add(planAccess(value, line, accounts.actions), line, counter))
      continue
    }
    const deferred = value instanceof DeferredEntry ? value : null
    const place = deferred?.place ?? placeOf(value)
    const planned = () => (deferred ? deferred.plan({ ...context, references }) : planLine(value, line, context))
    const row = await mistakes.collect(planned, place)
    if (row) {
      counter.add(row)
      const id = await writer.add(row, deferred?.line ?? line)
      if (deferred && id !== null) references.add(row, id, deferred.externalId)
    } else await skip(place, context, writer)
    entries++
    if (entries % entriesPerReport === 0) onProgress?.(entries)
  }
  await writer.finish()
  await access.finish(mistakes)
  mistakes.throwIfAny()
  onProgress?.(entries)
  return { entries, summary: counter.summary() }
}

/** Notes the id of an entry with mistakes, so that entries that point at it don't cause further mistakes. */
async function skip({ type = '', id }: ImportPlace, { registry }: EntryContext, writer: RowWriter): Promise<void> {
  const schema = registry.contentTypes.get(type)
  if (schema && id !== undefined && Number.isSafeInteger(id) && id > 0) await writer.skip(schema, id)
}

function placeOf(value: unknown): ImportPlace {
  if (!isRecord(value)) return {}
  const { type, id } = value
  return { ...(typeof type === 'string' && { type }), ...(typeof id === 'number' && { id }) }
}

/** Starts the iterator immediately, because `readline` loses lines that arrive before the iteration starts. */
function beginReading(lines: Lines): Lines {
  if (!(Symbol.asyncIterator in lines)) return lines
  const iterator = lines[Symbol.asyncIterator]()
  return { [Symbol.asyncIterator]: () => iterator }
}

/** Parses a line. Returns undefined for an empty line. */
function parseLine(text: string, line: number): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ImportError(line, `is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * Replaces the line of a required role with an empty line if the database has that role with the same id,
 * like every new database. The import would reject the line. Empty lines keep the line numbers.
 */
async function* withoutKnownRoles(
  lines: Lines,
  existing: readonly Role[],
  required: readonly string[],
): AsyncGenerator<Line> {
  const known = new Map(existing.filter(({ type }) => required.includes(type)).map(({ id, type }) => [id, type]))
  for await (const line of lines) yield isKnownRole(line, known) ? '' : line
}

function isKnownRole(line: Line, known: ReadonlyMap<number, string>): boolean {
  // Most lines have other types. Without this check they would be parsed twice, here and by the import.
  if (typeof line === 'string' && !line.includes(roleType)) return false
  try {
    const { type, id, attributes } = (typeof line === 'string' ? JSON.parse(line) : line) as EntryLine
    return type === roleType && known.has(id) && known.get(id) === attributes['type']
  } catch {
    return false
  }
}
