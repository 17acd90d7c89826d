import { type ContentType, isRecord, isScalar, type Registry, type Schema } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { getOrCreate } from '@content-api/engine/on-demand'
import { fileContentType, type Position } from '@content-api/engine/plan'
import { idColumn, idList, quote, rowId, run } from '@content-api/engine/write'
import type { LinkChange, Partner } from '../rows/links.js'
import { isPublished, tableOf, type Transaction, versionColumns } from '../rows/row.js'
import type { MorphChange } from '../rows/row-data.js'
import { type LinkInput, type LinkItem, type LinkPosition, parseLink } from './link-input.js'

/** The entry whose links are resolved; its components link as it does. */
export interface LinkSource {
  readonly type: ContentType
  readonly locale: string | null
  /** Whether the written row is a draft. */
  readonly isDraft: boolean
  readonly defaultLocale: string
}

/** The links of an entry by the path of their attribute, such as `zone[0].author`. */
export interface ResolvedLinks {
  readonly changes: ReadonlyMap<string, LinkChange | MorphChange>
  /** The ids of rows that don't exist, by the uid of their type. Each is there once, as in Strapi. */
  readonly missing: ReadonlyMap<string, ReadonlySet<unknown>>
}

/** A row that a link may lead to. */
interface Candidate {
  readonly id: number
  readonly documentId: string
  readonly locale: string | null
  readonly isPublished: boolean
}

/**
 * Finds the rows that the relations and media of an entry lead to, in its components too.
 * @param schema the schema of the data, if it is that of a component of the entry
 * @throws ApiError ValidationError for a document that doesn't exist in the wanted locale and state
 */
export async function resolveLinks(
  tx: Transaction,
  data: Readonly<Record<string, unknown>>,
  source: LinkSource,
  schema: Schema = source.type,
): Promise<ResolvedLinks> {
  const changes = new Map<string, LinkChange | MorphChange>()
  const missing = new Map<string, Set<unknown>>()
  for (const { path, name, target, input } of linksIn(tx.registry, schema, data, '')) {
    const rows = await loadRows(tx, target, input)
    const found = (item: LinkItem) => rowsOf(item, typeOf(tx.registry, item, target), rows, source)
    const isMissing = (item: LinkItem, type: ContentType) => {
      if (item.documentId !== null || found(item).length > 0) return false
      getOrCreate(missing, type.uid, () => new Set()).add(item.row)
      return true
    }
    const present = (items: readonly LinkItem[]) =>
      items.filter((item) => !isMissing(item, typeOf(tx.registry, item, target)))
    // In the order in which Strapi 5 looks for missing documents.
    const set = input.set && present(input.set)
    const disconnect = input.disconnect.flatMap(found)
    const connect = present(input.connect)
    if (target === null) {
      const items = set ?? connect
      // An empty list leaves these relations as they are.
      if (items.length > 0)
        changes.set(path, {
          name,
          set: items.flatMap((item) => found(item).map((id) => ({ type: typeOf(tx.registry, item, null), id }))),
        })
      continue
    }
    const partner = (item: LinkItem): Partner => ({
      rows: found(item),
      position: positionOf(item, (anchor) => found(anchor)),
    })
    changes.set(path, {
      name,
      set: set && set.map(partner),
      connect: distinct(connect.map((item) => ({ ...partner(item), isPlaced: item.isPlaced }))),
      disconnect,
      strict: input.strict,
    })
  }
  return { changes, missing }
}

interface FoundLink {
  readonly path: string
  readonly name: string
  /** Null for entries of any type. */
  readonly target: ContentType | null
  readonly input: LinkInput
}

function* linksIn(
  registry: Registry,
  schema: Schema,
  data: Readonly<Record<string, unknown>>,
  prefix: string,
): Iterable<FoundLink> {
  for (const [name, attribute] of Object.entries(schema.declared)) {
    if (isScalar(attribute) || !Object.hasOwn(data, name)) continue
    const path = prefix + name
    const value = data[name]
    if (attribute.type === 'relation' || attribute.type === 'media') {
      const target =
        attribute.type === 'media'
          ? fileContentType(registry)
          : attribute.target === undefined
            ? null
            : registry.contentType(attribute.target)
      const input = parseLink(value, path)
      if (input) yield { path, name, target, input }
      continue
    }
    for (const [index, item] of [value].flat().entries()) {
      const component = componentOf(registry, attribute, item)
      if (component && isRecord(item)) yield* linksIn(registry, component, item, componentPrefix(path, value, index))
    }
  }
}

/** Returns the path before the attributes of a component. */
export const componentPrefix = (path: string, value: unknown, index: number): string =>
  Array.isArray(value) ? `${path}[${index}].` : `${path}.`

/** Returns the component of an item; undefined if it has none that is known. */
export function componentOf(
  registry: Registry,
  attribute: Extract<Schema['declared'][string], { type: 'component' | 'dynamiczone' }>,
  item: unknown,
): Schema | undefined {
  if (attribute.type === 'component') return registry.component(attribute.component)
  const uid = isRecord(item) ? item['__component'] : undefined
  return typeof uid === 'string' ? registry.components.get(uid) : undefined
}

function typeOf(registry: Registry, item: LinkItem, target: ContentType | null): ContentType {
  return target ?? registry.contentType(item.type as string)
}

type Rows = ReadonlyMap<string, readonly Candidate[]>

/** Loads all rows that items of a link name, by the uid of their type. */
async function loadRows(tx: Transaction, target: ContentType | null, input: LinkInput): Promise<Rows> {
  const items = [...(input.set ?? []), ...input.connect, ...input.disconnect]
  const rows = new Map<string, readonly Candidate[]>()
  const types = new Map(items.map((item) => [typeOf(tx.registry, item, target).uid, typeOf(tx.registry, item, target)]))
  for (const [uid, type] of types) {
    const own = items.filter((item) => typeOf(tx.registry, item, target).uid === uid)
    rows.set(
      uid,
      await loadOf(
        tx,
        type,
        own.flatMap((item) => [item, ...anchorOf(item)]),
      ),
    )
  }
  return rows
}

async function loadOf(tx: Transaction, type: ContentType, items: readonly LinkItem[]): Promise<readonly Candidate[]> {
  const documents = [...new Set(items.flatMap(({ documentId }) => documentId ?? []))]
  const ids = [...new Set(items.flatMap(({ row }) => idOf(row) ?? []))]
  const rows = await run(tx, (builder) => {
    const { documentId, locale } = versionColumns
    const columns = [rowId, quote(documentId), quote(locale), `CASE WHEN ${isPublished()} THEN 1 ELSE 0 END AS live`]
    const texts = documents.map((text) => builder.bind('text', text)).join(', ')
    const conditions = [
      ...(documents.length > 0 ? [`${quote(documentId)} IN (${texts})`] : []),
      ...(ids.length > 0 ? [`${rowId} IN (${idList(builder, ids)})`] : []),
    ]
    const where = conditions.length === 0 ? '1 = 0' : conditions.join(' OR ')
    // The draft is linked before its published version.
    return `SELECT ${columns.join(', ')} FROM ${quote(tableOf(tx, type))} WHERE ${where} ORDER BY live, ${rowId}`
  })
  return rows.map((row) => ({
    id: Number(row[idColumn]),
    documentId: String(row[versionColumns.documentId]),
    locale: row[versionColumns.locale] === null ? null : String(row[versionColumns.locale]),
    isPublished: Number(row['live']) === 1,
  }))
}

/** Returns the id of a row; undefined for what can't be one. */
function idOf(row: unknown): number | undefined {
  const id = typeof row === 'string' && /^\d{1,15}$/.test(row) ? Number(row) : row
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/**
 * Returns the rows of an item: exactly one for an item with the id of a row. An entry with versions links the
 * version of its own state, another one links the version that the item names, or all of them.
 * @throws ApiError ValidationError if the document has no such row
 */
function rowsOf(item: LinkItem, target: ContentType, rows: Rows, source: LinkSource): readonly number[] {
  const candidates = rows.get(target.uid) ?? []
  if (item.documentId === null) {
    const id = idOf(item.row)
    return candidates.filter((candidate) => candidate.id === id).map((candidate) => candidate.id)
  }
  const locale = target.localized
    ? source.type.localized
      ? source.locale
      : (item.locale ?? source.defaultLocale)
    : null
  const state = target.draftAndPublish ? stateOf(item, source) : null
  const found = candidates.filter(
    (candidate) =>
      candidate.documentId === item.documentId &&
      (locale === null || candidate.locale === locale) &&
      (state === null || candidate.isPublished === (state === 'published')),
  )
  if (found.length > 0) return found.map(({ id }) => id)
  throw new ApiError('ValidationError', `Document with id "${item.documentId}", locale "${locale}" not found`)
}

/** Returns the state of the version that an item links; null for all versions. */
function stateOf({ status }: LinkItem, source: LinkSource): 'draft' | 'published' | null {
  if (source.type.draftAndPublish) return source.isDraft ? 'draft' : 'published'
  return status
}

/** Returns the item that a position stands next to. */
function anchorOf({ documentId, position, locale, status, type }: LinkItem): readonly LinkItem[] {
  const anchor = 'before' in position ? position.before : 'after' in position ? position.after : undefined
  if (anchor === undefined) return []
  const key =
    documentId === null
      ? { documentId: null, row: anchor }
      : { documentId: typeof anchor === 'string' ? anchor : JSON.stringify(anchor), row: null }
  return [{ ...key, locale, status, type, position: { end: true }, isPlaced: false }]
}

function positionOf(item: LinkItem, rowsOfItem: (item: LinkItem) => readonly number[]): Position {
  const { position }: { position: LinkPosition } = item
  if (!('before' in position) && !('after' in position)) return position
  const rows = anchorOf(item).flatMap(rowsOfItem)
  if ('before' in position) return { before: rows[0] ?? Number(position.before) }
  return { after: rows[0] ?? Number(position.after) }
}

/** Returns the partners without rows that an earlier one has at the same place. */
function distinct(partners: readonly (Partner & { readonly isPlaced: boolean })[]): readonly Partner[] {
  const known = new Set<string>()
  return partners.map(({ rows, position, isPlaced }) => {
    const keyOf = (id: number) => `${id} ${isPlaced ? JSON.stringify(position) : ''}`
    const added = rows.filter((id) => !known.has(keyOf(id)))
    for (const id of added) known.add(keyOf(id))
    return { rows: added, position }
  })
}
