import { QueryError } from '../errors/query-error.js'
import type { Query } from '../rest/entry-requests.js'

/**
 * Throws a {@link QueryError} for a `status` that Strapi 5 reads as another one: an empty one selects drafts,
 * and in projects without `strictParams` every unknown one does.
 */
export function checkQuery({ status }: Query): void {
  if (status === undefined || status === 'draft' || status === 'published') return
  throw new QueryError('status', `is ${JSON.stringify(status)}, not 'published' or 'draft'`)
}

/** Throws a {@link QueryError} for a `locale` that is not one locale: one document is read and written in one. */
export function checkOneLocale({ locale }: Query): void {
  if (locale === undefined || (typeof locale === 'string' && locale !== '*')) return
  throw new QueryError('locale', `is ${JSON.stringify(locale)}: one document is read and written in one locale`)
}
