import { stringify } from '@content-api/sdk'
import type { ExplorerType } from '../protocol.js'

/** A request that changes content, as the form shows it and sends it. */
export interface WriteRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /** From the root of the service: `/api/articles/7`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The entry that a form is about. `id` is null for the entry of a single type. */
export interface EntryAddress {
  readonly type: Pick<ExplorerType, 'kind' | 'path' | 'localized'>
  readonly id: number | null
  readonly locale: string
}

type Values = Readonly<Record<string, unknown>>

function pathOf({ type, id }: EntryAddress): string {
  return type.kind === 'singleType' || id === null ? type.path : `${type.path}/${id}`
}

/** Single types are addressed by their locale; entries of collections have an id in each. */
function localeQuery({ type, locale }: EntryAddress): Pick<WriteRequest, 'query'> {
  return type.kind === 'singleType' && type.localized ? { query: { locale } } : {}
}

export function updateRequest(address: EntryAddress, data: Values): WriteRequest {
  return { method: 'PUT', path: pathOf(address), ...localeQuery(address), body: { data } }
}

/** A single type is created as it is updated. */
export function createRequest(address: EntryAddress, data: Values): WriteRequest {
  if (address.type.kind === 'singleType') return updateRequest(address, data)
  const locale = address.type.localized ? { locale: address.locale } : {}
  return { method: 'POST', path: address.type.path, body: { data: { ...data, ...locale } } }
}

export function deleteRequest(address: EntryAddress): WriteRequest {
  return { method: 'DELETE', path: pathOf(address), ...localeQuery(address) }
}

/** Its body holds the attributes themselves, without `data`. */
export function localizationRequest(address: EntryAddress, locale: string, data: Values): WriteRequest {
  return { method: 'POST', path: `${pathOf(address)}/localizations`, body: { ...data, locale } }
}

/** The address of a request with its query, from the root of the service. */
export function requestTarget({ path, query }: WriteRequest): string {
  return query === undefined ? path : `${path}?${stringify(query)}`
}
