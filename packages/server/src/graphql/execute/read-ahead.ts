import type { FieldNode, GraphQLResolveInfo } from 'graphql'
import { isRecord } from '@content-api/model'
import type { PublicationState } from '../../query/read-plan.js'
import { rowKeys } from '../plan/for-resolvers.js'

type Values = Readonly<Record<string, unknown>>

/** The place of one operation that something was read for. */
interface Place {
  /** Tells an operation that is being run from all others. */
  readonly run: object
  /** Keys of the answer that lead there, without the numbers of entries. */
  readonly path: string
}

/** What one statement of the database read of a row beside its values. */
interface ReadAhead extends Place {
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
const readAhead = Symbol('read ahead')

const aheadOf = (source: unknown): ReadAhead | undefined =>
  isRecord(source) ? (source as { readonly [readAhead]?: ReadAhead })[readAhead] : undefined

const paths = new WeakMap<readonly FieldNode[], string>()

/** The field that is being answered; its nodes are made once for all entries of a list, and anew in each operation. */
export function placeOf({ variableValues, fieldNodes, path }: GraphQLResolveInfo): Place {
  let known = paths.get(fieldNodes)
  if (known === undefined) {
    const keys: string[] = []
    for (let at: typeof path | undefined = path; at; at = at.prev) if (typeof at.key === 'string') keys.unshift(at.key)
    paths.set(fieldNodes, (known = keys.join('.')))
  }
  return { run: variableValues, path: known }
}

/** A row of the database as resolvers are given it; anything else that was read stays as it is. */
export function toRow(read: unknown, place: Place): unknown {
  if (!isRecord(read)) return read
  const { run, path } = place
  const { [rowKeys.type]: type, [rowKeys.state]: state, [rowKeys.values]: values, [rowKeys.links]: links } = read
  // A copy: code writes into rows, and the same one may be read for several places.
  return { ...(values as object), [readAhead]: { run, path, type, state, links } }
}

/** Whether something was read ahead for a row, wherever it stands. */
export const isRead = (source: unknown): boolean => aheadOf(source) !== undefined

/** Whether it was read for fields below this one. */
export function isReadFor(source: unknown, info: GraphQLResolveInfo): boolean {
  const ahead = aheadOf(source)
  const place = placeOf(info)
  return ahead?.run === place.run && place.path.startsWith(`${ahead.path}.`)
}

/** What was read ahead for this field; undefined when nothing was. */
export function readFor(source: unknown, info: GraphQLResolveInfo): { readonly value: unknown } | undefined {
  const ahead = aheadOf(source)
  if (!ahead || !isReadFor(source, info)) return undefined
  const key = placeOf(info).path.slice(ahead.path.length + 1)
  return Object.hasOwn(ahead.links, key) ? { value: ahead.links[key] } : undefined
}

/** Of what a row leads to: only code that asked for drafts has come by a row that leads to some. */
export const stateOf = (source: unknown): PublicationState => aheadOf(source)?.state ?? 'live'

/** The type of a row in GraphQL, where it may be one of several. */
export const typeOfRow = (source: unknown): string | undefined => aheadOf(source)?.type
