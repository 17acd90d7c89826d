import type { GraphQLResolveInfo } from 'graphql'
import { type GivenCollection, type GivenResponse, returnTypes } from '../../project/return-types.js'
import { isRecord } from '@content-api/model'
import type { Arguments } from '../plan/list-arguments.js'
import { placeOf, toRow } from './read-ahead.js'

/** What is told of the entries on all pages of a collection. */
type Figures = Readonly<Record<string, unknown>>

interface Counted {
  readonly run: object
  /** As text: code may have written into them since. */
  readonly args: string
  readonly figures: Figures
}

/** What a collection was counted by, as long as its `info` says the same. */
const counted = new WeakMap<object, Counted>()

/** What was read of a field, as the types of Strapi 4 hold it: `{ nodes, info }` or `{ value, info }`. */
export function toEnvelope(
  read: unknown,
  about: { readonly args: Arguments; readonly resourceUID: string },
  info: GraphQLResolveInfo,
): GivenCollection | GivenResponse {
  const place = placeOf(info)
  const { nodes, value = null, meta } = isRecord(read) ? read : {}
  if (!isCollection(read)) return returnTypes.toEntityResponse(toRow(value, place), about)
  const rows = Array.isArray(nodes) ? nodes.map((node: unknown) => toRow(node, place)) : []
  const collection = returnTypes.toEntityResponseCollection(rows, about)
  if (isRecord(meta)) {
    counted.set(collection.info, { run: place.run, args: JSON.stringify(about.args), figures: meta })
  }
  return collection
}

const isCollection = (read: unknown): boolean => isRecord(read) && ('nodes' in read || 'meta' in read)

/** What a collection was counted as when it was read; undefined where it has been changed what it is counted by. */
export function figuresOf({ info }: GivenCollection, { variableValues }: GraphQLResolveInfo): Figures | undefined {
  const known = counted.get(info)
  return known?.run === variableValues && known.args === JSON.stringify(info.args) ? known.figures : undefined
}
