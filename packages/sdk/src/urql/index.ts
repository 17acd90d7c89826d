import {
  type AnyVariables,
  type ClientOptions as UrqlOptions,
  Client,
  cacheExchange,
  type Exchange,
  fetchExchange,
  makeErrorResult,
  mapExchange,
  type TypedDocumentNode,
} from '@urql/core'
import type { AuthOptions } from '../auth/auth-types.js'
import { auth } from '../auth/auth.js'
import type { TokenStorage } from '../auth/token-storage.js'
import { createClient } from '../client.js'
import type { GraphQLDocument } from '../graphql/document.js'
import { type Flattened, flattenGraphQL } from '../graphql/flatten.js'
import type { TransportOptions } from '../transport/transport-options.js'
import type { Send } from '../types/request.js'
import { fetchThroughClient } from './fetch-through-client.js'

export type { Flattened } from '../graphql/flatten.js'
export { authExchange, type AuthExchangeOptions } from './auth-exchange.js'

/**
 * Creates an exchange that returns results without their `data` and `attributes` wrappers. Place it before
 * `cacheExchange`, which needs the wrappers. Data that is nested too deep causes a `networkError`.
 *
 * @example
 * ```ts
 * const exchanges = [flattenExchange(), cacheExchange, fetchExchange]
 * ```
 */
export function flattenExchange(): Exchange {
  return mapExchange({
    onResult(result) {
      const { data, operation, error } = result
      if (!data) return result
      try {
        return { ...result, data: flattenGraphQL(data as object, operation.query) }
      } catch (reason) {
        return makeErrorResult(operation, reason as Error, error?.response)
      }
    },
  })
}

/**
 * Returns the document with the type of its flattened results, because exchanges can't change types.
 *
 * @example
 * ```ts
 * const { data } = await urql.query(flat(ArticlesDocument), { sort: ['title'] })
 * ```
 */
export function flat<Data, Variables extends AnyVariables>(
  document: GraphQLDocument<Data, Variables>,
): TypedDocumentNode<Flattened<Data>, Variables> {
  // Documents of the client preset may be `String` objects, which urql doesn't accept.
  const isNode = typeof document === 'object' && 'definitions' in document
  const taken = isNode ? document : document.toString()
  return taken as unknown as TypedDocumentNode<Flattened<Data>, Variables>
}

interface CommonOptions
  extends Omit<UrqlOptions, 'url' | 'exchanges' | 'preferGetMethod' | 'fetch' | 'fetchSubscriptions'> {
  /** Default `/graphql`. */
  readonly endpoint?: string
  /** Default: flatten, cache, fetch. All their requests go through the client. */
  readonly exchanges?: Exchange[]
}

/** Sends operations through a client of this package: with its address, token, time limit and extensions. */
export interface ThroughClient extends CommonOptions {
  /** A client with `auth()` renews a rejected token and sends the operation again with the new one. */
  readonly api: { readonly send: Send }
}

/** Sends operations through a client that is created internally. */
export interface WithoutClient
  extends CommonOptions,
    Pick<TransportOptions, 'baseURL' | 'token' | 'fetch'>,
    Pick<AuthOptions, 'onExpired'> {
  /** Stores the user's token. Default: in memory, where a token from `onExpired` replaces `token`. */
  readonly storage?: TokenStorage
}

/** The options of {@link createUrqlClient}. */
export type ContentUrqlOptions = ThroughClient | WithoutClient

/**
 * Creates an urql client of a content service. Pass documents to {@link flat}, so that their types match the
 * results.
 *
 * @example
 * ```ts
 * const urql = createUrqlClient({ api: createClient({ baseURL: 'https://cms.example.org' }) })
 * ```
 */
export function createUrqlClient(options: ContentUrqlOptions): Client {
  const { endpoint = '/graphql', exchanges = [flattenExchange(), cacheExchange, fetchExchange], ...rest } = options
  return new Client({
    ...rest,
    url: endpoint,
    // Strapi responds to GET with its playground.
    preferGetMethod: false,
    fetch: fetchThroughClient('api' in rest ? rest.api : clientOf(rest)),
    exchanges,
  })
}

function clientOf({ onExpired, storage, ...options }: WithoutClient): { readonly send: Send } {
  const client = createClient(options)
  if (!onExpired && !storage) return client
  return client.with(auth({ storage: storage ?? storageOf(options.token), ...(onExpired && { onExpired }) }))
}

/** Stores the token that replaces the one of a source. */
function storageOf(token: TransportOptions['token']): TokenStorage {
  let replacement: { readonly token: string | undefined } | undefined
  return {
    get: () => (replacement ? replacement.token : typeof token === 'function' ? token() : token),
    set(token) {
      replacement = { token }
    },
  }
}
