import { isRecord } from '../check/read.js'
import type { Generation } from '../profile/generation.js'

/** What names an entry in paths, relations and filters: a number in Strapi 4, the documentId in Strapi 5. */
export type EntryId = number | string

/** An entry, whatever the shape of the response that contained it. */
export interface Entry {
  readonly id: EntryId
  /** The values of the entry, without what identifies it. */
  readonly attributes: Readonly<Record<string, unknown>>
}

type Parameters = Readonly<Record<string, string>>

/** How the responses of a target represent entries, so that scenarios work with each representation. */
export interface EntryView {
  /** The representation, for messages. */
  readonly shape: string
  /** The representation of a populated relation, for messages. */
  readonly populated: string
  /** The attribute that filters and sorts by the id. */
  readonly idAttribute: 'id' | 'documentId'
  /** The attributes that each write may change. */
  readonly changing: readonly string[]
  /** Whether the path of an entry only leads to one of its versions. */
  readonly hasVersions: boolean
  /** Returns the parameters with which a list of a type contains drafts, and entries of every locale. */
  anyState(type: { readonly drafts: boolean; readonly localized: boolean }): Parameters
  /** Returns the data of a body whose relations name their targets as `{ id }`, in the form of the target. */
  data(data: unknown): unknown
  entry(value: unknown): Entry | undefined
  /** Returns the entries of a populated relation: an entry, null, or a list. Undefined if it is not populated. */
  related(value: unknown): Entry | null | readonly Entry[] | undefined
}

const wrapped: EntryView = {
  shape: '{ id, attributes }',
  populated: '{ data }',
  idAttribute: 'id',
  changing: ['updatedAt'],
  hasVersions: false,
  // Other types may reject the parameters.
  anyState: ({ drafts, localized }) => ({
    ...(drafts ? { publicationState: 'preview' } : {}),
    ...(localized ? { locale: 'all' } : {}),
  }),
  data: (data) => data,
  entry: (value) => {
    if (!isRecord(value) || typeof value['id'] !== 'number' || !isRecord(value['attributes'])) return undefined
    return { id: value['id'], attributes: value['attributes'] }
  },
  related: (value) => {
    if (!isRecord(value) || !('data' in value)) return undefined
    return value['data'] === null ? null : entriesIn(value['data'], (one) => wrapped.entry(one))
  },
}

const flat: EntryView = {
  shape: '{ id, documentId, … }',
  populated: 'an entry, null or a list',
  idAttribute: 'documentId',
  changing: ['updatedAt', 'publishedAt'],
  hasVersions: true,
  // Every type accepts the parameters.
  anyState: () => ({ status: 'draft', locale: '*' }),
  data: withDocumentIds,
  entry: (value) => {
    if (!isRecord(value)) return undefined
    const { id: row, documentId: id, ...attributes } = value
    if (typeof row !== 'number' || typeof id !== 'string' || isRecord(attributes['attributes'])) return undefined
    return { id, attributes }
  },
  related: (value) => (value === null ? null : entriesIn(value, (one) => flat.entry(one))),
}

/** Renames the key of ids that are strings. Components have numbers. */
function withDocumentIds(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withDocumentIds)
  if (!isRecord(data)) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) =>
      key === 'id' && typeof value === 'string' ? ['documentId', value] : [key, withDocumentIds(value)],
    ),
  )
}

function entriesIn(value: unknown, entry: EntryView['entry']): Entry | readonly Entry[] | undefined {
  if (!Array.isArray(value)) return entry(value)
  const found = value.flatMap((one: unknown) => entry(one) ?? [])
  return found.length === value.length ? found : undefined
}

const views: Readonly<Record<Generation, EntryView>> = { 'strapi-4': wrapped, 'strapi-5': flat }

export const viewOf = (generation: Generation): EntryView => views[generation]

/** Compares ids in the order in which a target sorts by them. */
export function compareIds(a: EntryId, b: EntryId): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (a === b) return 0
  return String(a) < String(b) ? -1 : 1
}

/** The path of the id in a response that contains one entry. */
export const idPath = ({ idAttribute }: EntryView): string => `data.${idAttribute}`
