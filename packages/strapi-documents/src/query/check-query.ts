import { type ContentType, isRecord } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { type RawQuery, readToggle } from '@content-api/core/query/raw-value'
import { documentParameters, ignoredOfLists } from '@content-api/strapi-reads/rest5/plan-documents'
import { publicationFilterNames } from '@content-api/strapi-reads/rest5/versions'
import { checkFields, checkFilters, checkSort } from './check-names.js'
import { checkPopulate } from './check-populate.js'
import { invalidQueryKey, type QueryContext } from './named-attribute.js'
import { shown } from './shown.js'

export interface QueryRules extends QueryContext {
  /** Whether unknown parameters are errors (`api.rest.strictParams`). */
  readonly strict: boolean
}

/**
 * Checks the names and words in a query, and rejects what Strapi 5 rejects, with its message.
 * @param isList whether the response is a list
 * @throws ApiError ValidationError
 */
export function checkQuery(type: ContentType, query: RawQuery, rules: QueryRules, isList: boolean): void {
  for (const name of Object.keys(query)) checkName(name, rules)
  checkStatus(query['status'])
  checkPublicationFilters(query)
  checkLocale(query['locale'], isList, rules)
  if (isList) checkPagination(query['pagination'], rules)
  checkFilters(type, query['filters'], rules)
  checkSort(type, query['sort'], rules)
  checkFields(type, query['fields'], rules)
  checkPopulate(type, query['populate'], rules)
}

/**
 * Checks the names in a query for rows of a plugin, such as users, whose routes ignore all other parameters.
 * @throws ApiError ValidationError
 */
export function checkRowQuery(type: ContentType, query: RawQuery, rules: QueryRules): void {
  checkFilters(type, query['filters'], rules)
  checkSort(type, query['sort'], rules)
  checkFields(type, query['fields'], rules)
  checkPopulate(type, query['populate'], rules)
}

function checkName(name: string, { strict }: QueryRules): void {
  if (name === 'page' || name === 'pageSize') {
    if (strict) throw new ApiError('ValidationError', mixedPages)
    throw new ApiError('PaginationError', misplacedPages)
  }
  if (documentParameters.has(name) || ignoredOfLists.has(name)) return
  if (strict) throw invalidQueryKey(name, null, name)
  if (name === 'lookup') throw new ApiError('ValidationError', "Invalid params: 'lookup'")
}

const mixedPages =
  'Invalid pagination parameters. Cannot use both page-based (page, pageSize) and offset-based (start, limit) pagination in the same query.'
const misplacedPages =
  'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object'

/** An empty status is an error: Strapi takes it for the draft, which a form with an empty field does by accident. */
function checkStatus(status: unknown): void {
  if (status === undefined || status === 'published' || status === 'draft') return
  const message = `Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${shown(status)}`
  throw new ApiError('ValidationError', message)
}

function checkPublicationFilters({ publicationFilter, hasPublishedVersion }: RawQuery): void {
  if (publicationFilter !== undefined && !publicationFilterNames.includes(publicationFilter as string)) {
    const names = publicationFilterNames.join(', ')
    const message = `Invalid value for 'publicationFilter'. Expected one of: ${names}.`
    throw new ApiError('ValidationError', message, { details: { source: 'query', param: 'publicationFilter' } })
  }
  if (hasPublishedVersion !== undefined && readToggle(hasPublishedVersion) === undefined) {
    const message = "Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string."
    throw new ApiError('ValidationError', message)
  }
}

function checkLocale(locale: unknown, isList: boolean, { strict }: QueryRules): void {
  if (strict && isRecord(locale)) {
    const message =
      "Invalid parameter at 'locale'. Expected a string, array of strings, empty string, null, or undefined; received: object"
    throw new ApiError('ValidationError', message, { details: { received: locale } })
  }
  // No row has this locale.
  if (!isList && locale === '*') throw new ApiError('NotFoundError')
  if (isList || !Array.isArray(locale)) return
  const message = `Invalid locale param ${shown(locale)} provided. Document locales must be strings.`
  throw new ApiError('ValidationError', message)
}

function checkPagination(raw: unknown, { strict }: QueryRules): void {
  if (!isRecord(raw)) return
  const { page, pageSize, start, limit, withCount } = raw
  if (withCount !== undefined && readToggle(withCount) === undefined) {
    throw new ApiError('ValidationError', 'Invalid withCount parameter. Expected "t","1","true","false","0","f"')
  }
  if ((page !== undefined || pageSize !== undefined) && (start !== undefined || limit !== undefined)) {
    throw new ApiError('PaginationError', 'Cannot use both page & offset pagination in the same query')
  }
  const invalid = (name: 'start' | 'limit', number: number) => {
    const strictly = `Invalid parameter at '${name}'. Expected integer >= 0, received: ${number}`
    const loosely = `convert${name === 'start' ? 'Start' : 'Limit'}QueryParams expected a positive integer got ${number}`
    return new ApiError('ValidationError', strict ? strictly : loosely)
  }
  for (const value of [page, start]) {
    if (value !== undefined && !Number.isFinite(Number(value))) throw invalid('start', Number.NaN)
  }
  for (const value of [pageSize, limit]) {
    const number = Number(value)
    // A text means the default.
    if (value !== undefined && Number.isFinite(number) && !Number.isInteger(number)) throw invalid('limit', number)
  }
}
