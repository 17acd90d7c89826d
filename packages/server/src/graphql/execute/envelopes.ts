import type { GraphQLResolveInfo } from 'graphql'
import { type GivenCollection, type GivenResponse, returnTypes } from '../../project/return-types.js'
import { isRecord } from '@content-api/model'
import type { Arguments } from '../plan/list-arguments.js'
import { locationOf, toRow } from './prefetched.js'

/** What is told of the entries on all pages of a collection. */
type PaginationMeta = Readonly<Record<string, unknown>>

interface KnownPagination {
  readonly run: object
  /** As text: code may have written into them since. */
  readonly args: string
  readonly pagination: PaginationMeta
}

/** What a collection was counted by, as long as its `info` says the same. */
const paginations = new WeakMap<object, KnownPagination>()

/** What was read of a field, as the types of Strapi 4 hold it: `{ nodes, info }` or `{ value, info }`. */
export function toEnvelope(
  read: unknown,
  about: { readonly args: Arguments; readonly resourceUID: string },
  info: GraphQLResolveInfo,
): GivenCollection | GivenResponse {
  const location = locationOf(info)
  const { nodes, value = null, meta } = isRecord(read) ? read : {}
  if (!isCollection(read)) return returnTypes.toEntityResponse(toRow(value, location), about)
  const rows = Array.isArray(nodes) ? nodes.map((node: unknown) => toRow(node, location)) : []
  const collection = returnTypes.toEntityResponseCollection(rows, about)
  if (isRecord(meta)) {
    paginations.set(collection.info, { run: location.run, args: JSON.stringify(about.args), pagination: meta })
  }
  return collection
}

const isCollection = (read: unknown): boolean => isRecord(read) && ('nodes' in read || 'meta' in read)

/** What a collection was counted as when it was read; undefined where it has been changed what it is counted by. */
export function paginationOf(
  { info }: GivenCollection,
  { variableValues }: GraphQLResolveInfo,
): PaginationMeta | undefined {
  const known = paginations.get(info)
  return known?.run === variableValues && known.args === JSON.stringify(info.args) ? known.pagination : undefined
}
