import { onDemand } from '@content-api/engine/on-demand'
import { type GraphqlOnDemand, openModule } from '@content-api/interfaces/graphql/on-demand'
import type { ExtensionRulesOptions } from './extension-rules.js'
import type { DocumentGraphqlParts } from './open-graphql.js'

const loadGraphql = onDemand('GraphQL', () => import('./open-graphql.js'))
const loadRules = onDemand('GraphQL', () => import('./extension-rules.js'))

/** Returns GraphQL of a Strapi 5 project, which is loaded by its first request. */
export const documentGraphql = (parts: DocumentGraphqlParts): GraphqlOnDemand => openModule(parts, loadGraphql)

/** Returns what extensions of GraphQL see of documents. */
export const loadExtensionRules = async (options: ExtensionRulesOptions) => (await loadRules()).extensionRules(options)
