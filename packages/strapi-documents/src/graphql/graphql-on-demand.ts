import { onDemand } from '@content-api/engine/on-demand'
import { type GraphqlOnDemand, openOnDemand } from '@content-api/interfaces/graphql/on-demand'
import type { DocumentGraphqlParts } from './open-graphql.js'

const loadGraphql = onDemand('GraphQL', () => import('./open-graphql.js'))

/** Returns GraphQL of a Strapi 5 project, which is loaded by its first request. */
export function documentGraphql(parts: DocumentGraphqlParts): GraphqlOnDemand {
  const { enabled } = parts.config.graphql
  const { handler, open } = openOnDemand(async () => (await loadGraphql()).openGraphql(parts))
  return {
    handler,
    open,
    load: async () => enabled && loadGraphql(),
    // Its first request says what of an extension doesn't run.
    openExtended: () => Promise.resolve(),
  }
}
