import type { GraphQLResolveInfo } from 'graphql'
import { type ReturnedCollection, type ReturnedEntry, returnTypes } from '../../project/return-types.js'
import { isRecord } from '@content-api/model'
import type { Arguments } from '../plan/list-arguments.js'
import { locationOf, toRow } from './prefetched.js'

/** The pagination of a collection, for example `total` and `pageCount`. */
type PaginationMeta = Readonly<Record<string, unknown>>

interface KnownPagination {
  readonly run: object
  /** The arguments as JSON text, since code may change the object later. */
  readonly args: string
  readonly pagination: PaginationMeta
}

/** The pagination of collections that were read, by their `info`. It is valid as long as `info.args` stays the same. */
const knownPaginations = new WeakMap<object, KnownPagination>()

/** Converts the rows of a field to the return types of Strapi 4: `{ nodes, info }` or `{ value, info }`. */
export function toEnvelope(
  read: unknown,
  about: { readonly args: Arguments; readonly resourceUID: string },
  info: GraphQLResolveInfo,
): ReturnedCollection | ReturnedEntry {
  const location = locationOf(info)
  const { nodes, value = null, meta } = isRecord(read) ? read : {}
  if (!isCollection(read)) return returnTypes.toEntityResponse(toRow(value, location), about)
  const rows = Array.isArray(nodes) ? nodes.map((node: unknown) => toRow(node, location)) : []
  const collection = returnTypes.toEntityResponseCollection(rows, about)
  if (isRecord(meta)) {
    knownPaginations.set(collection.info, { run: location.run, args: JSON.stringify(about.args), pagination: meta })
  }
  return collection
}

const isCollection = (read: unknown): boolean => isRecord(read) && ('nodes' in read || 'meta' in read)

/** Returns the pagination that was read with a collection, or undefined if code changed the arguments in `info`. */
export function paginationOf(
  { info }: ReturnedCollection,
  { variableValues }: GraphQLResolveInfo,
): PaginationMeta | undefined {
  const known = knownPaginations.get(info)
  return known?.run === variableValues && known.args === JSON.stringify(info.args) ? known.pagination : undefined
}
