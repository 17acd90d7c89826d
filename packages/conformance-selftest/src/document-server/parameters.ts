import { isRecord } from '../is-record.js'
import type { Caller } from '../second-server/callers.js'
import type { Scope } from '../second-server/filters.js'
import type { Form } from '../second-server/form.js'
import { invalid, RequestError, unknown } from '../second-server/request-error.js'
import type { Row } from '../second-server/store.js'
import { type DocumentStore, isDraft } from './document-store.js'

export type Query = Readonly<Record<string, unknown>>

/** Returns a parameter as a string. Values of another shape become JSON, which no parameter accepts. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const known = new Set(
  'filters sort fields populate status locale start limit _q publicationFilter hasPublishedVersion pagination count ordering'.split(
    ' ',
  ),
)
const defaultSize = 25
const maxSize = 100

/** @throws RequestError 400, with the key in its details */
export function checkNames(query: Query): void {
  for (const name of Object.keys(query)) if (!known.has(name)) throw unknown(name)
}

/** Names the parameter in the details of an error about one of its keys. */
export function inParameter<T>(param: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RequestError) || !('key' in error.details)) throw error
    throw new RequestError(error.status, error.message, error.headers, { ...error.details, param })
  }
}

/** Rejects forms of populate that only Strapi 4 has. */
export function checkPopulate(populate: unknown): void {
  if (populate === 'true') throw invalid('populate takes names')
  if (!isRecord(populate)) return
  for (const [name, options] of Object.entries(populate)) {
    if (options === '*') throw unknown(name)
    if (isRecord(options)) checkPopulate(options['populate'])
  }
}

type Test = (row: Row, store: DocumentStore) => boolean

const documentHas =
  (draft: boolean): Test =>
  (row, store) =>
    store.versions(row.schema, row.values['documentId']).some((other) => isDraft(other) === draft)
const paired: Test = (row, store) => store.counterpart(row) !== undefined
const changed: Test = (row, store) => {
  const other = store.counterpart(row)
  if (!other) return false
  const [draft, published] = isDraft(row) ? [row, other] : [other, row]
  return String(draft.values['updatedAt']) > String(published.values['updatedAt'])
}
const whole: Test = (row, store) => documentHas(!isDraft(row))(row, store)

/** What each publication filter keeps. */
const publications: Readonly<Record<string, Test>> = {
  'never-published': (row, store) => isDraft(row) && !paired(row, store),
  'has-published-version': paired,
  modified: changed,
  unmodified: (row, store) => paired(row, store) && !changed(row, store),
  'never-published-document': (row, store) => isDraft(row) && !documentHas(false)(row, store),
  'has-published-version-document': whole,
  'published-without-draft': (row, store) => !isDraft(row) && !paired(row, store),
  'published-with-draft': (row, store) => !isDraft(row) && paired(row, store),
}

export const publicationFilters = Object.keys(publications)

function publicationOf({ publicationFilter, hasPublishedVersion }: Query): Test {
  if (publicationFilter !== undefined) {
    const test = publications[textOf(publicationFilter)]
    if (!test) throw invalid(`publicationFilter must be one of ${publicationFilters.join(', ')}`)
    return test
  }
  if (hasPublishedVersion === undefined) return () => true
  const value = textOf(hasPublishedVersion) === 'true' ? 'has-published-version' : 'never-published'
  return publications[`${value}-document`] ?? (() => true)
}

/** Whether a request reads or writes drafts. An empty status means draft. */
export function isForDrafts({ status }: Query): boolean {
  if (status === undefined || status === 'published') return false
  if (status === 'draft' || status === '' || status === null) return true
  throw invalid(`Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${JSON.stringify(status)}`)
}

/** Returns which versions a request sees, and how its response represents them. */
export function documentScope(store: DocumentStore, caller: Caller, form: Form, query: Query): Scope {
  const draft = isForDrafts(query)
  const publication = publicationOf(query)
  return {
    store,
    caller,
    form,
    shows: (row) => !row.schema.drafts || (isDraft(row) === draft && publication(row, store)),
  }
}

/** Returns the number of a size or a limit: numbers below 1 become 1, text the maximum. */
function sizeOf(value: unknown): number {
  if (value === undefined) return defaultSize
  const number = Number.parseInt(textOf(value), 10)
  return Number.isNaN(number) ? maxSize : Math.min(Math.max(number, 1), maxSize)
}

function positionOf(value: unknown, name: string, least: number): number {
  if (value === undefined) return least
  if (!/^-?\d+$/.test(textOf(value))) throw invalid(`pagination[${name}] is not a number`)
  return Math.max(Number(value), least)
}

/** Returns the requested page of the matching rows. */
export function pageOf(pagination: unknown, rows: readonly Row[]) {
  const { page, pageSize, start, limit, withCount = 'true' } = isRecord(pagination) ? pagination : {}
  const counted = ['true', 't', '1'].includes(textOf(withCount))
  if (!counted && !['false', 'f', '0'].includes(textOf(withCount))) throw invalid('withCount is not a boolean')
  const total = rows.length
  const byOffset = start !== undefined || limit !== undefined
  if (byOffset && (page !== undefined || pageSize !== undefined))
    throw invalid('Cannot use both page & offset pagination in the same query')
  if (byOffset) {
    const [from, size] = [positionOf(start, 'start', 0), sizeOf(limit)]
    return {
      rows: rows.slice(from, from + size),
      pagination: { start: from, limit: size, ...(counted ? { total } : {}) },
    }
  }
  const [number, size] = [positionOf(page, 'page', 1), sizeOf(pageSize)]
  return {
    rows: rows.slice((number - 1) * size, number * size),
    pagination: { page: number, pageSize: size, ...(counted ? { pageCount: Math.ceil(total / size), total } : {}) },
  }
}
