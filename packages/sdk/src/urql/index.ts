import {
  type AnyVariables,
  type ClientOptions as UrqlOptions,
  Client,
  cacheExchange,
  type Exchange,
  fetchExchange,
  mapExchange,
  type TypedDocumentNode,
} from '@urql/core'
import type { GraphQLDocument } from '../graphql/document.js'
import { type Flattened, flattenGraphQL } from '../graphql/flatten.js'
import type { TransportOptions } from '../transport/transport-options.js'
import type { Send } from '../types/request.js'
import { fetchThroughClient } from './fetch-through-client.js'
import { withGraphQLErrors } from './graphql-errors.js'

export type { Flattened } from '../graphql/flatten.js'

/** Sends the bearer token with every operation: give it the `token` of a client with `auth()`, or any other source. */
export function authExchange(token: TransportOptions['token']): Exchange {
  return mapExchange({
    async onOperation(operation) {
      const bearer = typeof token === 'function' ? await token() : token
      if (!bearer) return operation
      const { fetchOptions } = operation.context
      const given = typeof fetchOptions === 'function' ? fetchOptions() : fetchOptions
      const headers = new Headers(given?.headers)
      headers.set('authorization', `Bearer ${bearer}`)
      // Plain, because urql reads headers as an object too.
      const fetch = { ...given, headers: Object.fromEntries(headers) }
      return { ...operation, context: { ...operation.context, fetchOptions: fetch } }
    },
  })
}

/** Takes the `data` and `attributes` wrappers off results. Stands before `cacheExchange`, which needs them. */
export function flattenExchange(): Exchange {
  return mapExchange({
    onResult(result) {
      if (!result.data) return result
      return { ...result, data: flattenGraphQL(result.data, result.operation.query) as object }
    },
  })
}

/** Says of a document that its results come flattened, which an exchange can't say. */
export function flat<Data, Variables extends AnyVariables>(
  document: GraphQLDocument<Data, Variables>,
): TypedDocumentNode<Flattened<Data>, Variables> {
  // Of strings urql takes none but plain ones, which those of the client preset are not.
  const taken = 'definitions' in document ? document : document.toString()
  return taken as unknown as TypedDocumentNode<Flattened<Data>, Variables>
}

interface CommonOptions extends Omit<UrqlOptions, 'url' | 'exchanges' | 'preferGetMethod' | 'fetch'> {
  /** Default `/graphql`. */
  readonly endpoint?: string
  /** Default: flatten, cache, authorize (unless a client of this package does), fetch. */
  readonly exchanges?: Exchange[]
}

/** Operations that go through a client of this package: with its address, token, time limit and extensions. */
export interface ThroughClient extends CommonOptions {
  /** One with `auth()` has a refused token renewed, and sends the operation again with the new one. */
  readonly api: { readonly send: Send }
}

/** Operations with a token of their own, if any: a refused one is an error, for only a client renews. */
export interface WithoutClient extends CommonOptions, Pick<UrqlOptions, 'fetch'> {
  /** The server's address. */
  readonly baseURL: string
  /** As `createClient` takes it. */
  readonly token?: TransportOptions['token']
  /** An option of `auth()`: `createUrqlClient({ api: createClient({ baseURL }).with(auth({ onExpired })) })`. */
  readonly onExpired?: never
  /** An option of `auth()`, as {@link onExpired} is. */
  readonly storage?: never
}

export type ContentUrqlOptions = ThroughClient | WithoutClient

/** An urql client of a content service. Documents go through {@link flat}, so that types say what the results are. */
export function createUrqlClient(options: ContentUrqlOptions): Client {
  const { endpoint = '/graphql', exchanges, ...rest } = options
  for (const name of ['onExpired', 'storage']) {
    if (name in rest) throw new TypeError(`${name} is an option of auth(), which belongs to a client: give that as api`)
  }
  const exchange = 'api' in rest ? [] : [authExchange(rest.token)]
  return new Client({
    ...rest,
    url: 'api' in rest ? endpoint : rest.baseURL.replace(/\/$/, '') + endpoint,
    // Strapi answers GET with its playground.
    preferGetMethod: false,
    fetch: withGraphQLErrors('api' in rest ? fetchThroughClient(rest.api) : rest.fetch),
    exchanges: exchanges ?? [flattenExchange(), cacheExchange, ...exchange, fetchExchange],
  })
}
