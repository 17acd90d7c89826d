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
import { withGraphQLErrors } from './graphql-errors.js'

export type { Flattened } from '../graphql/flatten.js'

/** Sends the bearer token with every operation: give it the `token` of a client with `auth()`, or any other source. */
export function authExchange(token: () => string | undefined | Promise<string | undefined>): Exchange {
  return mapExchange({
    async onOperation(operation) {
      const bearer = await token()
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
  return document as unknown as TypedDocumentNode<Flattened<Data>, Variables>
}

export interface ContentUrqlOptions extends Omit<UrqlOptions, 'url' | 'exchanges' | 'preferGetMethod'> {
  /** The server's address. */
  readonly baseURL: string
  /** Default `/graphql`. */
  readonly endpoint?: string
  readonly token?: () => string | undefined | Promise<string | undefined>
  /** Default: flatten, cache, authorize, fetch. */
  readonly exchanges?: Exchange[]
}

/** An urql client of a content service. Documents go through {@link flat}, so that types say what the results are. */
export function createUrqlClient({
  baseURL,
  endpoint = '/graphql',
  token,
  exchanges,
  ...options
}: ContentUrqlOptions): Client {
  return new Client({
    ...options,
    url: baseURL.replace(/\/$/, '') + endpoint,
    // Strapi answers GET with its playground.
    preferGetMethod: false,
    fetch: withGraphQLErrors(options.fetch),
    exchanges: exchanges ?? [flattenExchange(), cacheExchange, authExchange(token ?? (() => undefined)), fetchExchange],
  })
}
