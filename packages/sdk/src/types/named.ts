import type { Filters } from './filters.js'
import type { ContentTypes, Names } from './model.js'
import type { Fields, Populate } from './populate.js'
import type { Pagination } from './query.js'
import type { PublicationState, Result, Shape } from './result.js'
import type { Sort } from './sort.js'

/** The names of a project's content types: plural names of collection types, singular names of single types. */
export type TypeName<Types extends ContentTypes> = Names<Types['collections']> | Names<Types['singles']>

/** The content type of that name. */
type TypeOf<Types extends ContentTypes, Name> = Name extends keyof Types['collections']
  ? Types['collections'][Name]
  : Name extends keyof Types['singles']
    ? Types['singles'][Name]
    : never

/**
 * Returns the type of an entry of a content type, with all attributes and nothing populated: for props and
 * parameters.
 *
 * @example
 * ```ts
 * import type { EntryOf } from '@content-api/sdk'
 * import type { ContentTypes } from './content-types.gen.js'
 *
 * const titleOf = (article: EntryOf<ContentTypes, 'articles'>): string => article.title
 * ```
 */
export type EntryOf<
  Types extends ContentTypes,
  Name extends TypeName<Types>,
  S extends Shape = 'flat',
  State extends PublicationState = 'live',
> = Result<TypeOf<Types, Name>, '*', undefined, S, State>

/**
 * Returns the type of any query for a content type: for functions that take a query. The result type of such
 * a query contains everything that the query may select. {@link defineQuery} keeps the exact type of one
 * query.
 *
 * @example
 * ```ts
 * import type { QueryOf } from '@content-api/sdk'
 * import type { ContentTypes } from './content-types.gen.js'
 *
 * const latest: QueryOf<ContentTypes, 'articles'> = { sort: 'publishedAt:desc', pagination: { pageSize: 5 } }
 * ```
 */
export type QueryOf<Types extends ContentTypes, Name extends TypeName<Types>> = QueryFor<TypeOf<Types, Name>>

interface QueryFor<D> {
  readonly fields?: Fields<D>
  readonly populate?: Populate<D>
  readonly filters?: Filters<D>
  readonly sort?: Sort<D>
  readonly pagination?: Pagination
  readonly publicationState?: D extends { draftAndPublish: true } | { untyped: true } ? PublicationState : never
  readonly locale?: D extends { localized: true } | { untyped: true } ? string : never
}

/**
 * Returns the type of an entry as a query returns it: the fields it names, the relations it populates.
 *
 * @example
 * ```ts
 * import { createClient, defineQuery, type ResultOf } from '@content-api/sdk'
 * import type { ContentTypes } from './content-types.gen.js'
 *
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' })
 * const teaser = defineQuery(api.collection('articles'), { fields: ['title'], populate: { cover: true } })
 *
 * type Teaser = ResultOf<ContentTypes, 'articles', typeof teaser>
 * const describe = ({ title, cover }: Teaser): string => `${title}, ${cover?.url ?? 'no picture'}`
 * ```
 */
export type ResultOf<
  Types extends ContentTypes,
  Name extends TypeName<Types>,
  Query,
  S extends Shape = 'flat',
> = Result<
  TypeOf<Types, Name>,
  Query extends { readonly fields: infer F } ? F : '*',
  Query extends { readonly populate: infer P } ? P : undefined,
  S,
  Query extends { readonly publicationState: infer State } ? State : 'live'
>
