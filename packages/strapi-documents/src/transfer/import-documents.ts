import { type ContentType, isRecord, isScalar, listed, type Registry, type Schema } from '@content-api/model'
import type { AnyDatabase } from '@content-api/engine/database'
import { ApiError, ImportError, ImportMistakes } from '@content-api/engine/errors'
import { userType, type Values } from '@content-api/engine/plan'
import { allowEverything } from '@content-api/core/query/plan-context'
import { newDocumentId } from '@content-api/strapi-tables/schema'
import type { DocumentKey, DocumentSettings } from '../documents/context.js'
import type { DocumentEvents } from '../documents/document-events.js'
import { findSingleDocument } from '../documents/versions.js'
import { DocumentWriter, type WriteStatus } from '../documents/write-documents.js'
import { checkKeys } from '../input/check-keys.js'
import { hashPasswords } from '../input/hash-passwords.js'
import { componentOf } from '../input/resolve-links.js'
import { type CheckedLine, checkLine, type DocumentLines } from './document-line.js'

export interface DocumentImportOptions {
  readonly registry: Registry
  readonly database: AnyDatabase
  readonly settings: DocumentSettings
  /** The ids of roles by their type. */
  readonly roles: ReadonlyMap<string, number>
  /** Whether everything is rolled back at the end. */
  readonly dryRun?: boolean
  /** Called with the number of lines that are written. */
  readonly onProgress?: (lines: number) => void
}

/** What the data of a line holds besides scalars, also in its components. */
interface Parts {
  components: number
  relations: number
  files: number
}

/** The counts of one content type in an import. */
export interface ImportedDocuments extends Readonly<Parts> {
  readonly type: string
  /** The number of lines. */
  readonly entries: number
  readonly drafts: number
}

/** A line to write, with its place. */
interface PlannedLine extends Pick<CheckedLine, 'line' | 'status'> {
  readonly key: DocumentKey
  readonly data: Values
  readonly parts: Readonly<Parts>
}

/** An import is no change that listeners hear of line by line. */
const silent: DocumentEvents = {
  announce: () => Promise.resolve(),
  beginDelete: () => Promise.resolve(() => Promise.resolve()),
}

/**
 * Imports documents, which may have any order and name each other. If there are mistakes, nothing is imported.
 * Hooks don't run.
 * @returns what was imported, by content type
 * @throws ImportError with the number of mistakes and at most a thousand of them
 */
export async function importDocuments(
  lines: DocumentLines,
  options: DocumentImportOptions,
): Promise<readonly ImportedDocuments[]> {
  const mistakes = new ImportMistakes()
  const planned = await planLines(lines, options, mistakes)
  mistakes.throwIfAny()
  try {
    await options.database.write(async (tx) => {
      const { settings } = options
      const scope = { hooks: null, events: silent }
      const loose = new DocumentWriter(tx, { ...scope, settings: { ...settings, strictRelations: false } })
      const strict = new DocumentWriter(tx, { ...scope, settings })
      await insertRows(planned, loose)
      await writeLines(planned, strict, options.onProgress)
      if (options.dryRun) throw new DryRunDone()
    })
  } catch (error) {
    if (!(error instanceof DryRunDone)) throw error
  }
  return countByType(planned)
}

class DryRunDone extends Error {}

async function planLines(
  lines: DocumentLines,
  options: DocumentImportOptions,
  mistakes: ImportMistakes,
): Promise<readonly PlannedLine[]> {
  const planned: PlannedLine[] = []
  let line = 0
  for await (const item of lines) {
    line++
    const number = line
    await mistakes.collect(async () => {
      const value: unknown = typeof item === 'string' ? parseLine(item, number) : item
      if (value !== undefined) planned.push(await planLine(checkLine(value, number, options.registry), options))
    })
  }
  return planned
}

/** Returns undefined for an empty line. */
function parseLine(text: string, line: number): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ImportError(line, `is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function planLine(
  { line, type, documentId = newDocumentId(), locale, status, attributes }: CheckedLine,
  { registry, settings, roles }: DocumentImportOptions,
): Promise<PlannedLine> {
  return atLine({ line, type }, async () => {
    const written = type.uid === userType ? completeUser(attributes, roles) : attributes
    checkKeys(type, written, { registry, can: allowEverything })
    const parts = countParts(registry, type, written, { components: 0, relations: 0, files: 0 })
    const data = await hashPasswords(registry, type, written, undefined, { keepsHashes: true })
    const key = { type, documentId, locale: type.localized ? (locale ?? settings.defaultLocale) : null }
    return { line, status, key, data, parts }
  })
}

/** The values that users have without others: they may sign in. */
const userDefaults: Values = { role: 'authenticated', provider: 'local', confirmed: true, blocked: false }

/** @throws ApiError ValidationError for an unknown role */
function completeUser(attributes: Values, roles: ReadonlyMap<string, number>): Values {
  const user = { ...userDefaults, ...attributes }
  const { role } = user
  if (typeof role !== 'string') return user
  const id = roles.get(role)
  if (id !== undefined) return { ...user, role: id }
  const known = listed([...roles.keys()])
  throw new ApiError('ValidationError', `There is no role ${JSON.stringify(role)}: there are ${known}`)
}

/** Inserts a row for each document and locale, without links: their targets may come later. */
async function insertRows(planned: readonly PlannedLine[], writer: DocumentWriter): Promise<void> {
  const known = new Map<string, Set<string | null>>()
  for (const { line, key, data } of planned) {
    const { type, documentId, locale } = key
    const name = `${type.uid} ${documentId}`
    const locales = known.get(name) ?? new Set()
    if (locales.has(locale)) continue
    const own = withoutLinks(writer.tx.registry, type, data)
    const status: WriteStatus = type.draftAndPublish ? 'draft' : 'published'
    await atLine({ line, type }, async () => {
      if (known.has(name)) await writer.update(key, own, status)
      else {
        await rejectSecond(writer, key)
        await writer.create(key, own, status, documentId)
      }
    })
    known.set(name, locales.add(locale))
  }
}

/** @throws ApiError ApplicationError for another document of a single type */
async function rejectSecond({ tx }: DocumentWriter, { type }: DocumentKey): Promise<void> {
  if (type.kind !== 'singleType' || (await findSingleDocument(tx, type)) === null) return
  throw new ApiError('ApplicationError', `${type.uid} is a single type and has a document already`)
}

/**
 * Writes all values: documents that are drafts only, then published versions, then the drafts that differ from
 * theirs. In this order, a draft is changed after its publication only if it differs.
 */
async function writeLines(
  planned: readonly PlannedLine[],
  writer: DocumentWriter,
  onProgress?: (lines: number) => void,
): Promise<void> {
  let written = 0
  const writeAll = async (lines: readonly PlannedLine[]) => {
    for (const { line, key, data, status } of lines) {
      await atLine({ line, type: key.type }, () => writer.update(key, data, status))
      onProgress?.(Math.min(++written, planned.length))
    }
  }
  const nameOf = ({ key: { type, documentId, locale } }: PlannedLine) => `${type.uid} ${documentId} ${locale}`
  const published = planned.filter(({ status }) => status === 'published')
  const publishedNames = new Set(published.map(nameOf))
  const [changed, unpublished] = partition(
    planned.filter(({ status }) => status === 'draft'),
    (each) => publishedNames.has(nameOf(each)),
  )
  await writeAll(unpublished)
  await writeAll(published)
  // A published version links published versions, of which some didn't exist yet.
  await writeAll(published.filter(({ parts }) => parts.relations > 0))
  await writeAll(changed)
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

function countParts(registry: Registry, schema: Schema, data: Values, parts: Parts): Parts {
  for (const [name, value] of Object.entries(data)) {
    const attribute = schema.declared[name]
    if (!attribute || isScalar(attribute) || value === null) continue
    for (const item of [value].flat()) {
      if (attribute.type === 'relation') parts.relations += 1
      else if (attribute.type === 'media') parts.files += 1
      else {
        const component = componentOf(registry, attribute, item)
        parts.components += 1
        if (component && isRecord(item)) countParts(registry, component, item, parts)
      }
    }
  }
  return parts
}

/** Returns data without relations and media, also in components. */
function withoutLinks(registry: Registry, schema: Schema, data: Values): Values {
  const own = Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    const attribute = schema.declared[name]
    if (!attribute || isScalar(attribute)) return [[name, value]]
    if (attribute.type === 'relation' || attribute.type === 'media') return []
    const itemWithout = (item: unknown): unknown => {
      const component = componentOf(registry, attribute, item)
      return component && isRecord(item) ? withoutLinks(registry, component, item) : item
    }
    return [[name, Array.isArray(value) ? value.map(itemWithout) : itemWithout(value)]]
  })
  return Object.fromEntries(own)
}

/** Runs work for a line. @throws ImportError for an ApiError of the work */
async function atLine<Result>(
  { line, type }: { readonly line: number; readonly type: ContentType },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ImportError(line, error.message, { type: type.uid })
  }
}

function countByType(planned: readonly PlannedLine[]): readonly ImportedDocuments[] {
  const counts = new Map<string, { -readonly [Name in keyof ImportedDocuments]: ImportedDocuments[Name] }>()
  for (const { key, status, parts } of planned) {
    const { uid: type } = key.type
    const count = counts.get(type) ?? { type, entries: 0, drafts: 0, components: 0, relations: 0, files: 0 }
    counts.set(type, count)
    count.entries += 1
    if (status === 'draft') count.drafts += 1
    for (const name of ['components', 'relations', 'files'] as const) count[name] += parts[name]
  }
  return [...counts.values()].toSorted((a, b) => (a.type < b.type ? -1 : 1))
}
