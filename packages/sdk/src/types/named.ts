import type { AnyDocumentQuery, AnyQuery } from './any-query.js'
import type { AsDocument } from './document.js'
import type { StateOfStatus, Status } from './document-query.js'
import type { ContentTypes, Names } from './model.js'
import type { ClientShape, PublicationState, Result, Shape } from './result.js'

/** The names of a project's content types: plural names of collection types, singular names of single types. */
export type TypeName<Types extends ContentTypes> = Names<Types['collections']> | Names<Types['singles']>

/**
 * The content type of that name. It is not a conditional type, so that the compiler knows it to be a content
 * type of `collections` if `Name` is a type parameter that extends their names.
 */
type TypeOf<Types extends ContentTypes, Name> =
  | Types['collections'][Name & keyof Types['collections']]
  | Types['singles'][Name & keyof Types['singles']]

/** An entry as a client returns it. `State` is the parameter `publicationState`, or `status` in Strapi 5. */
type ResultIn<D, F, P, S extends ClientShape, State> = S extends Shape
  ? Result<D, F, P, S, State>
  : Result<AsDocument<D>, F, P, 'flat', StateOfStatus<State>>

/**
 * Returns the type of an entry of a content type, with all attributes and nothing populated: for props and
 * parameters. `S` is what the client returns, `strapi5` for documents of Strapi 5.
 *
 * @example
 * ```ts
 * import type { EntryOf } from '@content-api/sdk'
 * import type { ContentTypes } from './content-types.gen.js'
 *
 * const titleOf = (article: EntryOf<ContentTypes, 'articles'>): string => article.title
 * const hrefOf = (article: EntryOf<ContentTypes, 'articles', 'strapi5'>): string => `/articles/${article.documentId}`
 * ```
 */
export type EntryOf<
  Types extends ContentTypes,
  Name extends TypeName<Types>,
  S extends ClientShape = 'flat',
  State extends S extends Shape ? PublicationState : Status = S extends Shape ? 'live' : 'published',
> = ResultIn<TypeOf<Types, Name>, '*', undefined, S, State>

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
export type QueryOf<
  Types extends ContentTypes,
  Name extends TypeName<Types>,
  S extends ClientShape = 'flat',
> = S extends Shape ? AnyQuery<TypeOf<Types, Name>> : AnyDocumentQuery<AsDocument<TypeOf<Types, Name>>>

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
  S extends ClientShape = 'flat',
> = ResultIn<
  TypeOf<Types, Name>,
  Query extends { readonly fields: infer F } ? F : '*',
  Query extends { readonly populate: infer P } ? P : undefined,
  S,
  Query extends { readonly [K in S extends Shape ? 'publicationState' : 'status']: infer State } ? State : 'live'
>
