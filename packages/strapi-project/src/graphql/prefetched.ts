import { getOrCreate } from '@content-api/engine/on-demand'
import { type FieldNode, type GraphQLResolveInfo, responsePathAsArray } from 'graphql'
import { isRecord } from '@content-api/model'
import type { PublicationState, Values } from '@content-api/engine/plan'
import { rowKeys } from './resolver-form.js'
import { type ReturnedCollection, type ReturnedEntry, returnTypes } from '../code/plugins/return-types.js'
import type { Arguments } from '@content-api/interfaces/graphql/plan/list-arguments'

/** A field of a running operation. */
interface FieldLocation {
  /** Identifies the running operation. */
  readonly run: object
  /** The response keys that lead to the field, without list indexes. */
  readonly path: string
}

/** Data that was read in the same statement as a row's values, and the field that the row was read for. */
interface Prefetched extends FieldLocation {
  /** The name of the row's GraphQL type. */
  readonly type: string
  /** The publication state of linked entries. */
  readonly state: PublicationState
  /** Linked rows, by the response keys that lead to them from the field. */
  readonly links: Values
}

/**
 * The property of a row that contains its prefetched data. Copies such as `{ ...row, title }` keep it. If it
 * is missing or belongs to another field, linked rows are read by the id of the row.
 */
const prefetched = Symbol('prefetched')

const prefetchedOf = (source: unknown): Prefetched | undefined =>
  isRecord(source) ? (source as { readonly [prefetched]?: Prefetched })[prefetched] : undefined

const paths = new WeakMap<readonly FieldNode[], string>()

/** Returns the current field. graphql-js creates its nodes once per operation for all entries of a list. */
export function locationOf({ variableValues, fieldNodes, path }: GraphQLResolveInfo): FieldLocation {
  const keys = getOrCreate(paths, fieldNodes, () =>
    responsePathAsArray(path)
      .filter((key) => typeof key === 'string')
      .join('.'),
  )
  return { run: variableValues, path: keys }
}

/** Converts a row of the database for resolvers. Other values stay unchanged. */
export function toRow(read: unknown, location: FieldLocation): unknown {
  if (!isRecord(read)) return read
  const { run, path } = location
  const { [rowKeys.type]: type, [rowKeys.state]: state, [rowKeys.values]: values, [rowKeys.links]: links } = read
  // A copy, because code may change rows, and the same row may occur several times.
  return { ...(values as object), [prefetched]: { run, path, type, state, links } }
}

/** Returns whether a row has prefetched data for any field. */
export const isPrefetched = (source: unknown): boolean => prefetchedOf(source) !== undefined

/** Returns whether a row has data that was prefetched for this field. */
export function isPrefetchedFor(source: unknown, info: GraphQLResolveInfo): boolean {
  const ahead = prefetchedOf(source)
  const location = locationOf(info)
  return ahead?.run === location.run && location.path.startsWith(`${ahead.path}.`)
}

/** Returns the prefetched value of this field, or undefined if there is none. */
export function prefetchedValue(source: unknown, info: GraphQLResolveInfo): { readonly value: unknown } | undefined {
  const ahead = prefetchedOf(source)
  if (!ahead || !isPrefetchedFor(source, info)) return undefined
  const key = locationOf(info).path.slice(ahead.path.length + 1)
  return Object.hasOwn(ahead.links, key) ? { value: ahead.links[key] } : undefined
}

/** Returns the publication state of a row's linked entries; undefined without prefetched data. */
export const stateOf = (source: unknown): PublicationState | undefined => prefetchedOf(source)?.state

/** Returns the name of a row's GraphQL type, which unions need. */
export const typeOfRow = (source: unknown): string | undefined => prefetchedOf(source)?.type

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
