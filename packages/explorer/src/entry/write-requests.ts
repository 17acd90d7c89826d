import { stringify } from '@content-api/sdk'
import { explorerPaths, type ExplorerType } from '../protocol.js'

/** A request that changes content. The form previews it, then sends it. */
export interface WriteRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /** The path from the root of the service, for example `/api/articles/7`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The version that the entry must have. */
  readonly ifMatch?: string
}

/** The entry that a form is about. `id` is null for the entry of a single type. */
export interface EntryAddress {
  readonly type: Pick<ExplorerType, 'uid' | 'kind' | 'path' | 'localized' | 'draftAndPublish'>
  readonly id: number | string | null
  /** Whether it is a document, with drafts and locales of its own. */
  readonly hasVersions?: boolean
  readonly locale: string
  /** The version that the form shows. Without it, a write overwrites concurrent changes. */
  readonly version?: string | null
}

type Values = Readonly<Record<string, unknown>>

function pathOf({ type, id }: EntryAddress): string {
  return type.kind === 'singleType' || id === null ? type.path : `${type.path}/${id}`
}

/** Returns the parameter `locale`. Entries of collections don't need it: they have an id for each locale. */
function localeQuery({ type, locale, hasVersions = false }: EntryAddress): Readonly<Record<string, string>> {
  return type.localized && (type.kind === 'singleType' || hasVersions) ? { locale } : {}
}

/** Returns the parameters of a write. A write of a document also publishes it unless the status is `draft`. */
function queryOf(address: EntryAddress, publish = false): Pick<WriteRequest, 'query'> {
  const isDraft = address.hasVersions === true && address.type.draftAndPublish && !publish
  const query = { ...localeQuery(address), ...(isDraft && { status: 'draft' }) }
  return Object.keys(query).length === 0 ? {} : { query }
}

/** Returns the condition that nobody has written the entry since it was loaded. */
const unchanged = ({ version }: EntryAddress): Pick<WriteRequest, 'ifMatch'> =>
  version === undefined || version === null ? {} : { ifMatch: version }

/** @param publish whether the write of a document also publishes it */
export function updateRequest(address: EntryAddress, data: Values, publish = false): WriteRequest {
  return { method: 'PUT', path: pathOf(address), ...queryOf(address, publish), ...unchanged(address), body: { data } }
}

/** Creating the entry of a single type is an update. */
export function createRequest(address: EntryAddress, data: Values, publish = false): WriteRequest {
  if (address.type.kind === 'singleType') return updateRequest(address, data, publish)
  if (address.hasVersions)
    return { method: 'POST', path: address.type.path, ...queryOf(address, publish), body: { data } }
  const locale = address.type.localized ? { locale: address.locale } : {}
  return { method: 'POST', path: address.type.path, body: { data: { ...data, ...locale } } }
}

export function deleteRequest(address: EntryAddress): WriteRequest {
  const query = localeQuery(address)
  return {
    method: 'DELETE',
    path: pathOf(address),
    ...(Object.keys(query).length > 0 && { query }),
    ...unchanged(address),
  }
}

/** The body contains the attributes directly, without `data`. A document gets a locale by an update. */
export function localizationRequest(address: EntryAddress, locale: string, data: Values): WriteRequest {
  if (address.hasVersions) return updateRequest({ ...address, locale, version: null }, data)
  return { method: 'POST', path: `${pathOf(address)}/localizations`, body: { ...data, locale } }
}

/** Changes the versions of a document, for which REST has no routes. Only developers may send it. */
export function versionsRequest(
  { type, id, locale }: EntryAddress,
  document: string | null,
  action: 'unpublish' | 'discardDraft',
): WriteRequest {
  const query = { type: type.uid, document: document ?? String(id), action, ...(type.localized && { locale }) }
  return { method: 'POST', path: explorerPaths.documents, query }
}

/** Returns the path of a request with its query string. */
export function requestTarget({ path, query }: WriteRequest): string {
  return query === undefined ? path : `${path}?${stringify(query)}`
}
