import { QueryError } from '../errors/query-error.js'
import { isRecord, jsonValue } from '../query/json-value.js'
import type { Query } from '../rest/entry-requests.js'

/**
 * Throws a {@link QueryError} for a `status` that Strapi 5 reads as another one: an empty one selects drafts,
 * and in projects without `strictParams` every unknown one does. Also for pagination of a populated link.
 */
export function checkQuery({ status, populate }: Query): void {
  if (status !== undefined && status !== 'draft' && status !== 'published') {
    throw new QueryError('status', `is ${JSON.stringify(status)}, not 'published' or 'draft'`)
  }
  checkLinks('populate', populate)
}

const pagination: ReadonlySet<string> = new Set(['start', 'limit', 'page', 'pageSize', 'pagination'])

/** Checks the queries of links in the object form of `populate`, or of the components in `on`. */
function checkLinks(path: string, links: unknown): void {
  for (const [name, link] of entriesOf(jsonValue(path, links))) {
    for (const [option, value] of entriesOf(link)) {
      const optionPath = `${path}[${name}][${option}]`
      if (pagination.has(option) && value !== undefined) throw new QueryError(optionPath, NOT_PAGINATED)
      if (option === 'populate' || option === 'on') checkLinks(optionPath, value)
    }
  }
}

const entriesOf = (value: unknown): [name: string, value: unknown][] => (isRecord(value) ? Object.entries(value) : [])

const NOT_PAGINATED = 'is rejected by Strapi 5: populated relations have no pagination'

/** Throws a {@link QueryError} for a `locale` that is not one locale: one document is read and written in one. */
export function checkOneLocale({ locale }: Query): void {
  if (locale === undefined || (typeof locale === 'string' && locale !== '*')) return
  throw new QueryError('locale', `is ${JSON.stringify(locale)}: one document is read and written in one locale`)
}
