import type { Extension } from '../client.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { whenNothingMatches } from '../rest/collection.js'
import { isPage, type Page } from '../rest/entry-requests.js'
import type { List, PaginationKey, PaginationParameter } from '../types/collection.js'
import type { DocumentFile } from '../types/document-file.js'
import type { SoundFilters } from '../types/filters.js'
import type { Fields } from '../types/populate.js'
import type { Choice, Known, Pagination, ParameterName, Selection } from '../types/query.js'
import type { RequestOptions } from '../types/request.js'
import type { Result } from '../types/result.js'
import type { SortText } from '../types/sort.js'
import { type Files, files as filesOfBoth } from '../upload/files.js'

type PageParameter = 'fields' | 'filters' | 'sort' | 'pagination'

/** The files of the media library of Strapi 5, which it also lists by page. */
export interface DocumentFiles extends Files<DocumentFile> {
  /**
   * Returns one page of the files that match, and its pagination. API tokens need a permission of its own,
   * which read-only tokens don't have.
   */
  page<
    const F extends Fields<DocumentFile> = '*',
    const O extends SortText = never,
    W extends SoundFilters<DocumentFile, W> = never,
    const G extends Pagination = {},
    N extends ParameterName<N, PageParameter> = never,
    K extends ParameterName<K, PaginationKey> = never,
  >(
    query?: Omit<Selection<DocumentFile, F, undefined>, 'populate'> &
      Choice<DocumentFile, O, W> &
      PaginationParameter<G, K> &
      Known<N, PageParameter>,
    options?: RequestOptions,
  ): Promise<List<Result<DocumentFile, F>, G>>
}

/**
 * Adds the files of the media library of Strapi 5 to a client, as `files`: with the methods of `files` of
 * `@content-api/sdk`, and lists by page.
 *
 * @example
 * ```ts
 * import { createClient } from '@content-api/sdk'
 * import { files, strapi5 } from '@content-api/sdk/strapi5'
 *
 * const api = createClient({ baseURL: 'https://cms.example.org', api: strapi5(), token: 'an-api-token' }).with(files())
 * const { meta } = await api.files.page()
 * console.log(meta.pagination.total)
 * ```
 */
export function files(): Extension<{ files: DocumentFiles }> {
  return (context) => {
    const { send } = context
    const path = '/upload/files/page'
    const listed = {
      ...filesOfBoth()(context).files,
      async page(query: { readonly pagination?: object } = {}, options?: RequestOptions): Promise<Page> {
        const pagination = { page: 1, pageSize: 25, pageCount: 0, total: 0, ...query.pagination }
        const page = await send({ method: 'GET', path, query, options }).catch(
          whenNothingMatches<unknown>({ data: [], meta: { pagination } }),
        )
        if (!isPage(page)) throw new ResponseShapeError(`GET ${path} returned no list`)
        return page
      },
    }
    // The types of results depend on the query of each call, which an implementation can't express.
    return { files: listed as unknown as DocumentFiles }
  }
}
