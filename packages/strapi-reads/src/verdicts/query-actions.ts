import type { ContentType } from '@content-api/model'
import { fileType, userType } from '@content-api/engine/plan'
import { actionUid } from '@content-api/capabilities/accounts/actions'

/** The types of plugins whose queries are served. Strapi shows locales, roles and folders by other rules. */
const pluginTypes: ReadonlySet<string> = new Set([fileType, userType])

/**
 * Returns the action by which Strapi 5 permits the queries of a type; null for types whose queries always go
 * to Strapi.
 */
export function actionOfQuery(action: 'find' | 'findOne', type: ContentType): string | null {
  return type.uid.startsWith('api::') || pluginTypes.has(type.uid) ? actionUid(action, type) : null
}
