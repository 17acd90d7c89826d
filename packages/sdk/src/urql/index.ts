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
import { createClient } from '../client.js'
import type { GraphQLDocument } from '../graphql/document.js'
import { type Flattened, flattenGraphQL } from '../graphql/flatten.js'
import type { TransportOptions } from '../transport/transport-options.js'
import type { Send } from '../types/request.js'
import { fetchThroughClient } from './fetch-through-client.js'

export type { Flattened } from '../graphql/flatten.js'

type Fetch = NonNullable<UrqlOptions['fetch']>

/**
 * Sends the bearer token with every operation, unless that has an `authorization` of its own: for a client of urql's own
 * making, because one of {@link createUrqlClient} sends its token itself. What the source of the token throws is the
 * `networkError` of the operation, and so is a redirect, which isn't followed: the token would go along.
 */
export function authExchange(token: TransportOptions['token']): Exchange {
  /** An operation that is executed again has its own already. */
  const authorizing = new WeakSet<Fetch>()
  return mapExchange({
    onOperation(operation) {
      const { fetch: send = (...request) => globalThis.fetch(...request) } = operation.context
      if (authorizing.has(send)) return operation
      // Not before, where an error would leave the operation without an end.
      const fetch: Fetch = async (url, options) => {
        const headers = new Headers(options?.headers)
        const bearer = headers.has('authorization') ? '' : await (typeof token === 'function' ? token() : token)
        // What may stand in a token stays (RFC 6750 §2.1); anything else would come back in an error of fetch.
        if (bearer) headers.set('authorization', `Bearer ${encodeURI(bearer)}`)
        return send(url, { redirect: 'manual', ...options, headers: Object.fromEntries(headers) })
      }
      authorizing.add(fetch)
      return { ...operation, context: { ...operation.context, fetch } }
    },
  })
}

/**
 * Takes the `data` and `attributes` wrappers off results. Stands before `cacheExchange`, which needs them. Where data is
 * nested too deep for that, a `networkError` says so.
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

/** Says of a document that its results come flattened, which an exchange can't say. */
export function flat<Data, Variables extends AnyVariables>(
  document: GraphQLDocument<Data, Variables>,
): TypedDocumentNode<Flattened<Data>, Variables> {
  // Of strings urql takes none but plain ones, which those of the client preset are not.
  const isNode = typeof document === 'object' && 'definitions' in document
  const taken = isNode ? document : document.toString()
  return taken as unknown as TypedDocumentNode<Flattened<Data>, Variables>
}

interface CommonOptions
  extends Omit<UrqlOptions, 'url' | 'exchanges' | 'preferGetMethod' | 'fetch' | 'fetchSubscriptions'> {
  /** Default `/graphql`. */
  readonly endpoint?: string
  /** Default: flatten, cache, fetch. Whichever they are, what they fetch goes through the client. */
  readonly exchanges?: Exchange[]
}

/** Operations that go through a client of this package: with its address, token, time limit and extensions. */
export interface ThroughClient extends CommonOptions {
  /** One with `auth()` has a refused token renewed, and sends the operation again with the new one. */
  readonly api: { readonly send: Send }
}

/**
 * Operations that go through a client made for them, with its time limit of 30 seconds, and with a token of their own, if
 * any: a refused one is an error, for only `auth()` renews.
 */
export interface WithoutClient extends CommonOptions, Pick<TransportOptions, 'baseURL' | 'token' | 'fetch'> {
  /** An option of `auth()`: `createUrqlClient({ api: createClient({ baseURL }).with(auth({ onExpired })) })`. */
  readonly onExpired?: never
  /** An option of `auth()`, as {@link onExpired} is. */
  readonly storage?: never
}

export type ContentUrqlOptions = ThroughClient | WithoutClient

/** An urql client of a content service. Documents go through {@link flat}, so that types say what the results are. */
export function createUrqlClient(options: ContentUrqlOptions): Client {
  const { endpoint = '/graphql', exchanges = [flattenExchange(), cacheExchange, fetchExchange], ...rest } = options
  for (const name of ['onExpired', 'storage']) {
    if (name in rest) throw new TypeError(`${name} is an option of auth(), which belongs to a client: give that as api`)
  }
  return new Client({
    ...rest,
    url: endpoint,
    // Strapi answers GET with its playground.
    preferGetMethod: false,
    fetch: fetchThroughClient('api' in rest ? rest.api : createClient(rest)),
    exchanges,
  })
}
