import type { PaginationKey } from '../types/collection.js'
import type { DocumentCollection, FindDocumentsParameter, FindDocumentsQuery } from '../types/document-collection.js'
import type { Status } from '../types/document-query.js'
import type { SoundFilters } from '../types/filters.js'
import type { Fields, SoundPopulate } from '../types/populate.js'
import type { Pagination, ParameterName } from '../types/query.js'
import type { SortText } from '../types/sort.js'

// The type parameters are those of `DocumentCollection.find`: TypeScript has no way to name a list of them.
/**
 * Returns the query as it is, checked for a collection of Strapi 5 and with its exact type, so that several
 * calls share it. Sends no request.
 *
 * @example
 * ```ts
 * import { createClient } from '@content-api/sdk'
 * import { defineQuery, strapi5 } from '@content-api/sdk/strapi5'
 * import type { ContentTypes } from './content-types.gen.js'
 *
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org', api: strapi5() })
 * const articles = api.collection('articles')
 * const teaser = defineQuery(articles, { fields: ['title'], populate: { author: { fields: ['name'] } } })
 * const { data } = await articles.find(teaser)
 * console.log(data[0]?.author?.name)
 * ```
 */
export function defineQuery<
  D,
  const Q extends object,
  const F extends Fields<D> = '*',
  const P extends SoundPopulate<D, P> | undefined = undefined,
  const S extends Status = 'published',
  const O extends SortText = never,
  W extends SoundFilters<D, W> = never,
  const G extends Pagination = {},
  N extends ParameterName<N, FindDocumentsParameter> = never,
  K extends ParameterName<K, PaginationKey> = never,
>(_collection: DocumentCollection<D>, query: FindDocumentsQuery<D, F, P, S, O, W, G, N, K> & Q): Q {
  return query
}
