import type { ExplorerType } from '../protocol.js'
import type { PageState } from './address.js'
import { type Query, withParameter } from './query.js'

/** What changes when another type is shown: filters of one type mean nothing to another, its locale and drafts do. */
export function showType(query: Query, type: ExplorerType, route: string): Partial<PageState> {
  const { locale, publicationState } = query
  const kept = withParameter({}, 'locale', type.localized ? locale : undefined)
  return {
    type: route,
    view: 'content',
    entry: null,
    query: withParameter(kept, 'publicationState', type.draftAndPublish ? publicationState : undefined),
  }
}
