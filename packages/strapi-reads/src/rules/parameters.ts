import type { PublicationState } from '@content-api/engine/plan'
import { parsePublicationState } from '@content-api/core/query/plan-context'
import type { RawQuery } from '@content-api/core/query/raw-value'
import type { ResponseShape } from '@content-api/core/query/reading-rules'
import { leftToStrapi } from '../left-to-strapi.js'
import { requirePlainPaths } from './populate.js'

interface Request {
  readonly byId: boolean
  readonly shape: ResponseShape
}

/** The parameters of users and files that Strapi 4.26 and this server read in the same way; both ignore `pagination`. */
const ofPlugins: ReadonlySet<string> = new Set([
  'fields',
  'populate',
  'sort',
  'filters',
  'start',
  'limit',
  'pagination',
])

/** Parameters that this server ignores and Strapi 4.26 doesn't. */
const ofStrapi: ReadonlySet<string> = new Set(['page', 'pageSize', 'start', 'limit'])

/**
 * Checks the parameters of a request.
 *
 * @throws LeftToStrapi for those that Strapi 4.26 reads in another way
 */
export function requireReadByStrapi(query: RawQuery, shape: ResponseShape): void {
  for (const [key, value] of Object.entries(query)) {
    const isRead = shape === 'envelope' ? !ofStrapi.has(key) : ofPlugins.has(key)
    if (!isRead) throw leftToStrapi(`has the parameter ${key}`)
    if (key === 'sort' && /\s/.test(JSON.stringify(value) ?? '')) throw leftToStrapi('has spaces in sort')
  }
  requirePlainPaths(query['populate'])
}

/**
 * Returns the publication state of the entries of a request. Strapi 4.26 shows drafts by id, and in the lists
 * of plugins. A parameter without a value is `preview`.
 */
export function stateInStrapi(query: RawQuery, { byId, shape }: Request): PublicationState {
  if (byId || shape !== 'envelope' || query['publicationState'] === null) return 'preview'
  return parsePublicationState(query['publicationState'], 'live')
}
