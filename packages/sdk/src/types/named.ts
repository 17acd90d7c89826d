import type { AnyQuery } from './any-query.js'
import type { ContentTypes, Names } from './model.js'
import type { PublicationState, Result, Shape } from './result.js'

/** The names of a project's content types: plural names of collection types, singular names of single types. */
export type TypeName<Types extends ContentTypes> = Names<Types['collections']> | Names<Types['singles']>

/**
 * The content type of that name. It is not a conditional type, so that the compiler knows it to be a content
 * type of `collections` if `Name` is a type parameter that extends their names.
 */
type TypeOf<Types extends ContentTypes, Name> =
  | Types['collections'][Name & keyof Types['collections']]
  | Types['singles'][Name & keyof Types['singles']]

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
export type QueryOf<Types extends ContentTypes, Name extends TypeName<Types>> = AnyQuery<TypeOf<Types, Name>>

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
