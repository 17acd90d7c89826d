import type { Collection, FindParameter, FindQuery, PaginationKey } from './types/collection.js'
import type { SoundFilters } from './types/filters.js'
import type { Fields, SoundPopulate } from './types/populate.js'
import type { Pagination, ParameterName } from './types/query.js'
import type { PublicationState, Shape } from './types/result.js'
import type { SortText } from './types/sort.js'

// The type parameters are those of `Collection.find`: TypeScript has no way to name a list of them.
/**
 * Returns the query as it is, checked for a collection and with its exact type, so that several calls and
 * {@link ResultOf} share it. Sends no request.
 *
 * @example
 * ```ts
 * import { createClient, defineQuery } from '@content-api/sdk'
 * import type { ContentTypes } from './content-types.gen.js'
 *
 * const articles = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' }).collection('articles')
 * const teaser = defineQuery(articles, { fields: ['title'], populate: { author: { fields: ['name'] } } })
 * const { data } = await articles.find(teaser)
 * console.log(data[0]?.author?.name)
 * ```
 */
export function defineQuery<
  D,
  S extends Shape,
  const Q extends object,
  const F extends Fields<D> = '*',
  const P extends SoundPopulate<D, P> | undefined = undefined,
  const State extends PublicationState = 'live',
  const O extends SortText = never,
  W extends SoundFilters<D, W> = never,
  const G extends Pagination = {},
  N extends ParameterName<N, FindParameter> = never,
  K extends ParameterName<K, PaginationKey> = never,
>(_collection: Collection<D, S>, query: FindQuery<D, F, P, State, O, W, G, N, K> & Q): Q {
  return query
}
