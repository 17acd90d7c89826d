import { isRecord } from '@content-api/model'
import { ApiError, validationError } from '@content-api/engine/errors'
import { maximumRelationItems } from '@content-api/core/query/body/body-part'

/** One item of a relation or media attribute, as a body names it. */
export interface LinkItem {
  /** The document; null if the item names a row. */
  readonly documentId: string | null
  /** The row as it was written, also if it can't exist. */
  readonly row: unknown
  readonly locale: string | null
  /** The version that an entry without versions links; by default all of them. */
  readonly status: 'draft' | 'published' | null
  readonly position: LinkPosition
  /** Whether the item itself names its place. */
  readonly isPlaced: boolean
  /** The uid of the type, in relations to entries of any type. */
  readonly type: string | null
}

/** A place in a list. An anchor names a document if its item does, and a row otherwise. */
export type LinkPosition =
  | { readonly before: unknown }
  | { readonly after: unknown }
  | { readonly start: true }
  | { readonly end: true }

/** The parsed value of a relation or media attribute. */
export interface LinkInput {
  readonly set: readonly LinkItem[] | null
  readonly connect: readonly LinkItem[]
  readonly disconnect: readonly LinkItem[]
  readonly strict: boolean
}

const nothing: LinkInput = { set: null, connect: [], disconnect: [], strict: true }

/**
 * Parses all forms of a link: one item, a list, or an object with `set`, `connect` and `disconnect`. Null if
 * it changes nothing.
 * @param path the attribute in messages, such as `zone[0].author`
 * @throws ApiError ValidationError for an item that names nothing, and for too many items
 */
export function parseLink(value: unknown, path: string): LinkInput | null {
  if (value === undefined) return null
  if (value === null) return { ...nothing, set: [] }
  if (!isRecord(value) || isItem(value)) return { ...nothing, set: itemsIn(value, path) }
  const { set, connect, disconnect, options } = value
  if (set !== undefined && set !== null) return { ...nothing, set: itemsIn(set, path) }
  const changes = { connect: itemsIn(connect, path), disconnect: itemsIn(disconnect, path) }
  if (changes.connect.length === 0 && changes.disconnect.length === 0) return null
  return { ...nothing, ...changes, strict: !isRecord(options) || options['strict'] !== false }
}

const isItem = (value: Readonly<Record<string, unknown>>) =>
  Object.hasOwn(value, 'id') || Object.hasOwn(value, 'documentId')

function itemsIn(value: unknown, path: string): readonly LinkItem[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value) && value.length > maximumRelationItems) {
    const message = `${path} must have at most ${maximumRelationItems} items, but has ${value.length}`
    throw new ApiError('ValidationError', message)
  }
  return [value].flat().flatMap((item: unknown) => (item === null || item === undefined ? [] : [itemOf(item)]))
}

function itemOf(value: unknown): LinkItem {
  if (!isRecord(value))
    return { ...keyOf(value), locale: null, status: null, position: { end: true }, isPlaced: false, type: null }
  const { documentId, id, locale, status, position, __type: type } = value
  if ((documentId ?? id ?? null) === null) throw validationError([{ path: [], message: 'Invalid relations' }])
  return {
    ...(typeof documentId === 'string' ? { documentId, row: null } : { documentId: null, row: id }),
    locale: typeof locale === 'string' ? locale : null,
    // Unknown words mean the draft.
    status: status === undefined || status === null ? null : status === 'published' ? 'published' : 'draft',
    position: positionOf(position),
    isPlaced: isRecord(position),
    type: typeof type === 'string' ? type : null,
  }
}

/** A text that begins with a digit names a row. */
function keyOf(value: unknown): Pick<LinkItem, 'documentId' | 'row'> {
  const isDocument = typeof value === 'string' && !/^\s*[+-]?\d/.test(value)
  return isDocument ? { documentId: value, row: null } : { documentId: null, row: value }
}

function positionOf(value: unknown): LinkPosition {
  if (!isRecord(value)) return { end: true }
  const { before, after, start } = value
  if (before !== undefined && before !== null) return { before }
  if (after !== undefined && after !== null) return { after }
  return start ? { start: true } : { end: true }
}
