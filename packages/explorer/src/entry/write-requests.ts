import { stringify } from '@content-api/sdk'
import type { ExplorerType } from '../protocol.js'

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
  readonly type: Pick<ExplorerType, 'kind' | 'path' | 'localized'>
  readonly id: number | null
  readonly locale: string
  /** The version that the form shows. Without it, a write overwrites concurrent changes. */
  readonly version?: string | null
}

type Values = Readonly<Record<string, unknown>>

function pathOf({ type, id }: EntryAddress): string {
  return type.kind === 'singleType' || id === null ? type.path : `${type.path}/${id}`
}

/** Returns the parameter `locale`. Only single types need it: entries of collections have an id for each locale. */
function localeQuery({ type, locale }: EntryAddress): Pick<WriteRequest, 'query'> {
  return type.kind === 'singleType' && type.localized ? { query: { locale } } : {}
}

/** Returns the condition that nobody has written the entry since it was loaded. */
const unchanged = ({ version }: EntryAddress): Pick<WriteRequest, 'ifMatch'> =>
  version === undefined || version === null ? {} : { ifMatch: version }

export function updateRequest(address: EntryAddress, data: Values): WriteRequest {
  return { method: 'PUT', path: pathOf(address), ...localeQuery(address), ...unchanged(address), body: { data } }
}

/** Creating the entry of a single type is an update. */
export function createRequest(address: EntryAddress, data: Values): WriteRequest {
  if (address.type.kind === 'singleType') return updateRequest(address, data)
  const locale = address.type.localized ? { locale: address.locale } : {}
  return { method: 'POST', path: address.type.path, body: { data: { ...data, ...locale } } }
}

export function deleteRequest(address: EntryAddress): WriteRequest {
  return { method: 'DELETE', path: pathOf(address), ...localeQuery(address), ...unchanged(address) }
}

/** The body contains the attributes directly, without `data`. */
export function localizationRequest(address: EntryAddress, locale: string, data: Values): WriteRequest {
  return { method: 'POST', path: `${pathOf(address)}/localizations`, body: { ...data, locale } }
}

/** Returns the path of a request with its query string. */
export function requestTarget({ path, query }: WriteRequest): string {
  return query === undefined ? path : `${path}?${stringify(query)}`
}
