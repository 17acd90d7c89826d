import type { FieldNode, GraphQLResolveInfo } from 'graphql'
import { isRecord } from '@content-api/model'
import type { PublicationState } from '../../query/read-plan.js'
import { rowKeys } from '../plan/for-resolvers.js'

type Values = Readonly<Record<string, unknown>>

/** The place of one operation that something was read for. */
interface FieldLocation {
  /** Tells an operation that is being run from all others. */
  readonly run: object
  /** Keys of the answer that lead there, without the numbers of entries. */
  readonly path: string
}

/** What one statement of the database read of a row beside its values. */
interface Prefetched extends FieldLocation {
  /** Of the row's type in GraphQL. */
  readonly type: string
  /** Of what the row leads to. */
  readonly state: PublicationState
  /** By the keys that lead from the place to them. */
  readonly links: Values
}

/**
 * Where a row keeps what was read ahead. Code that copies a row into another, `{ ...row, title }`, takes it along; where it is
 * missing, or is for another place, what is asked for is read by the row's id.
 */
const prefetched = Symbol('read ahead')

const prefetchedOf = (source: unknown): Prefetched | undefined =>
  isRecord(source) ? (source as { readonly [prefetched]?: Prefetched })[prefetched] : undefined

const paths = new WeakMap<readonly FieldNode[], string>()

/** The field that is being answered; its nodes are made once for all entries of a list, and anew in each operation. */
export function locationOf({ variableValues, fieldNodes, path }: GraphQLResolveInfo): FieldLocation {
  let known = paths.get(fieldNodes)
  if (known === undefined) {
    const keys: string[] = []
    for (let at: typeof path | undefined = path; at; at = at.prev) if (typeof at.key === 'string') keys.unshift(at.key)
    paths.set(fieldNodes, (known = keys.join('.')))
  }
  return { run: variableValues, path: known }
}

/** A row of the database as resolvers are given it; anything else that was read stays as it is. */
export function toRow(read: unknown, location: FieldLocation): unknown {
  if (!isRecord(read)) return read
  const { run, path } = location
  const { [rowKeys.type]: type, [rowKeys.state]: state, [rowKeys.values]: values, [rowKeys.links]: links } = read
  // A copy: code writes into rows, and the same one may be read for several places.
  return { ...(values as object), [prefetched]: { run, path, type, state, links } }
}

/** Whether something was read ahead for a row, wherever it stands. */
export const isPrefetched = (source: unknown): boolean => prefetchedOf(source) !== undefined

/** Whether it was read for fields below this one. */
export function isPrefetchedFor(source: unknown, info: GraphQLResolveInfo): boolean {
  const ahead = prefetchedOf(source)
  const location = locationOf(info)
  return ahead?.run === location.run && location.path.startsWith(`${ahead.path}.`)
}

/** What was read ahead for this field; undefined when nothing was. */
export function prefetchedValue(source: unknown, info: GraphQLResolveInfo): { readonly value: unknown } | undefined {
  const ahead = prefetchedOf(source)
  if (!ahead || !isPrefetchedFor(source, info)) return undefined
  const key = locationOf(info).path.slice(ahead.path.length + 1)
  return Object.hasOwn(ahead.links, key) ? { value: ahead.links[key] } : undefined
}

/** Of what a row leads to: only code that asked for drafts has come by a row that leads to some. */
export const stateOf = (source: unknown): PublicationState => prefetchedOf(source)?.state ?? 'live'

/** The type of a row in GraphQL, where it may be one of several. */
export const typeOfRow = (source: unknown): string | undefined => prefetchedOf(source)?.type
