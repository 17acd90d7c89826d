import type { ExplorerType } from '../protocol.js'
import type { PageState } from './address.js'
import { type Query, withParameter } from './query.js'

/**
 * Returns the state for another type. Locale and drafts are kept; filters are not, as they belong
 * to one type.
 */
export function showType(query: Query, type: ExplorerType, route: string): Partial<PageState> {
  const { locale, publicationState, status } = query
  const kept = withParameter({}, 'locale', type.localized ? locale : undefined)
  return {
    type: route,
    view: 'content',
    entry: null,
    query: type.draftAndPublish
      ? withParameter(withParameter(kept, 'publicationState', publicationState), 'status', status)
      : kept,
  }
}
