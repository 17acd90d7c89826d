import { ApiError } from '@content-api/engine/errors'

/**
 * Returns the error for a part of a query that only Strapi may read: it rejects it, or reads it in a way that
 * this server doesn't know or doesn't imitate. `what` completes "The query …".
 */
export const leftToStrapi = (what: string): ApiError => new ApiError('ValidationError', `The query ${what}`)

/**
 * Rejects filters and sorts that reach the localizations of a document: in Strapi 5 these contain the entry
 * itself and its other versions.
 *
 * @throws ApiError
 */
export function requireNoSiblings(options: { readonly filters?: unknown; readonly sort?: unknown }): void {
  const { filters = null, sort = null } = options
  if (JSON.stringify([filters, sort]).includes('localizations')) throw leftToStrapi('filters or sorts by localizations')
}
