import { type ContentType, isRecord } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { Pagination, Values } from '@content-api/engine/plan'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import { readInteger } from '@content-api/core/query/raw-value'
import { shown } from '../query/shown.js'
import type { WriteStatus } from '../documents/write-documents.js'
import { plainValues } from '../rows/plain-values.js'

/** The parameters that select documents. Others are ignored, as in Strapi 5, except those that look like them. */
const reading = [
  'filters',
  'sort',
  'fields',
  'populate',
  'locale',
  'publicationFilter',
  'hasPublishedVersion',
  '_q',
] as const

/** Returns the parameters that select and populate documents, with the status. @throws ApiError ValidationError */
export function queryOf(parameters: Values, names: readonly string[] = reading): Values {
  const chosen = Object.entries(parameters).filter(
    ([name, value]) => names.includes(name) && value !== undefined && value !== null && value !== '',
  )
  return { ...plainValues(Object.fromEntries(chosen)), status: statusOf(parameters) }
}

/** Returns the parameters that form the result of a write. */
export const selectionOf = (parameters: Values): Values => queryOf(parameters, ['fields', 'populate'])

/**
 * Returns the state of the versions that an action reads or writes: drafts by default. Strapi 5 takes any other
 * word for `draft`, also a misspelled `published`.
 * @throws ApiError ValidationError
 */
export function statusOf({ status }: Values): WriteStatus {
  if (status === undefined || status === null || status === '' || status === 'draft') return 'draft'
  if (status === 'published') return 'published'
  const message = `Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${shown(status)}`
  throw new ApiError('ValidationError', message)
}

/** Returns the page of a list: all documents without `limit`. `page` and `pageSize` have no effect. */
export function pageOf({ start, limit }: Values): Pagination {
  const size = integerIn('limit', limit, -1)
  return { by: 'offset', start: integerIn('start', start, 0), limit: size, withCount: false }
}

function integerIn(name: 'start' | 'limit', value: unknown, otherwise: number): number {
  if (value === undefined || value === null || value === '') return otherwise
  const number = readInteger(value)
  if (number !== undefined && number >= (name === 'limit' ? -1 : 0)) return number
  const expected = name === 'limit' ? 'integer >= 1 or -1' : 'integer >= 0'
  throw new ApiError(
    'ValidationError',
    `Invalid parameter at '${name}'. Expected ${expected}, received: ${shown(value)}`,
  )
}

/** @throws ExtensionError for a missing id, with which Strapi would reach any document */
export function documentIdOf(place: string, { documentId }: Values): string {
  if (typeof documentId === 'string' && documentId !== '') return documentId
  throw new ExtensionError(`${place} needs the parameter "documentId", a string.`)
}

/** @throws ExtensionError without data */
export function dataOf(place: string, { data }: Values): Values {
  if (!isRecord(data)) throw new ExtensionError(`${place} needs the parameter "data", an object.`)
  return plainValues(data)
}

/** Returns the locale of a read of one document. @throws ApiError ValidationError for several locales */
export function requireOneLocale({ localized }: ContentType, { locale }: Values): void {
  if (!localized || locale === undefined || locale === null || typeof locale === 'string') return
  const message = `Invalid locale param ${shown(locale)} provided. Document locales must be strings.`
  throw new ApiError('ValidationError', message)
}
