import { leftToStrapi } from '../left-to-strapi.js'

/**
 * Rejects filters and sorts that reach the localizations of a document: in Strapi 5 these contain the entry
 * itself and its other versions.
 *
 * @throws LeftToStrapi
 */
export function requireNoSiblings(options: { readonly filters?: unknown; readonly sort?: unknown }): void {
  const { filters = null, sort = null } = options
  if (JSON.stringify([filters, sort]).includes('localizations')) throw leftToStrapi('filters or sorts by localizations')
}
