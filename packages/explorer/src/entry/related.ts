import { type RelationChanges, relationChanges } from '@content-api/sdk'
import type { Attribute } from '@content-api/model'

/** An entry or a file in the field of a relation or media attribute. */
export interface Related {
  readonly id: number
  /** In documents, what names it in paths and bodies. */
  readonly documentId?: string
  /** The label; absent while it is being loaded. */
  readonly label?: string
  /** The uid of its content type, for polymorphic relations. */
  readonly type?: string
  /** The address of a small picture of a file. */
  readonly image?: string
}

/** Returns the document id of an entry that was read, if it has one. */
export const documentIn = ({ documentId }: Readonly<Record<string, unknown>>): Pick<Related, 'documentId'> =>
  typeof documentId === 'string' ? { documentId } : {}

/** Returns whether an attribute may point at entries of any type. */
export const leadsAnywhere = (attribute: Attribute): boolean =>
  attribute.type === 'relation' && attribute.target === undefined

/** Returns whether an attribute may point at several entries. */
export function isToMany(attribute: Attribute): boolean {
  if (attribute.type === 'media') return attribute.multiple
  return attribute.type === 'relation' && attribute.relation.endsWith('Many')
}

export const sameRelated = (a: Related, b: Related): boolean => a.id === b.id && a.type === b.type

export const sameList = (a: readonly Related[], b: readonly Related[]): boolean =>
  a.length === b.length && a.every((one, index) => sameRelated(one, b[index] as Related))

type Id = number | string
type Ids = Id | null | readonly Id[]
interface MorphId {
  readonly id: number
  readonly __type: string
}
export type RelatedInput = Ids | MorphId | readonly MorphId[] | Partial<RelationChanges>

export interface WrittenOptions {
  /** True for a new entry, which has no values to compare with. */
  readonly fresh: boolean
  /** True if all related entries were read, so that the list is written as a whole. */
  readonly whole?: boolean
}

/**
 * Returns the value of a relation or media attribute in a request body (specification §4.4). An update of a
 * relation to many only contains the changes. Entries that other users add, or that the form doesn't show,
 * therefore stay related. Polymorphic relations and media attributes are always written as a whole.
 */
export function relatedInput(
  attribute: Attribute,
  before: readonly Related[],
  after: readonly Related[],
  { fresh, whole = false }: WrittenOptions,
): RelatedInput {
  if (leadsAnywhere(attribute)) {
    const items = after.map(({ id, type = '' }) => ({ id, __type: type }))
    return isToMany(attribute) ? items : (items[0] ?? null)
  }
  const ids = after.map(({ id, documentId }) => (attribute.type === 'media' ? id : (documentId ?? id)))
  if (!isToMany(attribute)) return ids[0] ?? null
  // Media attributes are always written as a whole.
  if (fresh || whole || attribute.type === 'media') return ids
  const { connect, disconnect } = relationChanges(
    before.map(({ id }) => id),
    after.map(({ id }) => id),
  )
  return { ...(connect.length > 0 && { connect }), ...(disconnect.length > 0 && { disconnect }) }
}

/** Returns the list with one entry moved by `by` positions, or the same list if it can't move. */
export function moved(items: readonly Related[], index: number, by: -1 | 1): readonly Related[] {
  const to = index + by
  const one = items[index]
  if (!one || to < 0 || to >= items.length) return items
  const without = items.toSpliced(index, 1)
  return without.toSpliced(to, 0, one)
}
