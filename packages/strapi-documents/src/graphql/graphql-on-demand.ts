import { onDemand } from '@content-api/engine/on-demand'
import type { Capability } from '@content-api/core/composition/capability'
import { openOnDemand } from '@content-api/interfaces/graphql/on-demand'
import type { DocumentGraphqlParts } from './open-graphql.js'

const loadGraphql = onDemand('GraphQL', () => import('./open-graphql.js'))

/** Returns GraphQL of a Strapi 5 project, which is loaded by its first request. */
export function documentGraphql(parts: DocumentGraphqlParts): Capability {
  if (!parts.config.graphql.enabled) return {}
  const { handler } = openOnDemand(async () => (await loadGraphql()).openGraphql(parts))
  return { handlers: [handler], load: loadGraphql }
}
