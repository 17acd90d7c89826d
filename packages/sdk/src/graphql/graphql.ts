import type { ClientContext, Extension } from '../client.js'
import { ApiError } from '../errors/api-error.js'
import { isObject } from '../query/json-value.js'
import { toJSON } from '../rest/to-json.js'
import { isIssue, isText } from '../transport/read-response.js'
import type { RequestOptions } from '../types/request.js'
import { type AnyDocument, type GraphQLDocument, textOf } from './document.js'
import { type Flattened, flattenGraphQL } from './flatten.js'
import { errorsOf, type GraphQLResult, sendDocument } from './send-document.js'

/** The options of {@link graphql}. */
export interface GraphQLOptions {
  /** The path of the GraphQL interface below the client's `baseURL`. Default `/graphql`. */
  readonly endpoint?: string
}

/**
 * The arguments after a document. `variables` may be omitted if the document requires none. Their type comes
 * from the document.
 */
type Arguments<Variables> =
  Record<string, never> extends Variables
    ? [variables?: NoInfer<Variables>, options?: RequestOptions]
    : [variables: NoInfer<Variables>, options?: RequestOptions]

/** Sends GraphQL documents and returns flat data. */
export interface GraphQLCaller {
  /**
   * Sends a document and returns its data without `data` and `attributes` wrappers.
   *
   * @throws ApiError for any error in the result; its `raw` is the whole result
   * @example
   * ```ts
   * const { articles } = await api.graphql(ArticlesDocument, { sort: ['title'] })
   * ```
   */
  graphql<Data, Variables = object>(
    document: GraphQLDocument<Data, Variables> | string,
    ...rest: Arguments<Variables>
  ): Promise<Flattened<Data>>
}

/** Sends GraphQL documents and returns data with its `data` and `attributes` wrappers. */
export interface RawGraphQLCaller {
  /**
   * Sends a document and returns its data with its `data` and `attributes` wrappers.
   *
   * @throws ApiError for any error in the result; its `raw` is the whole result
   */
  graphql<Data, Variables = object>(
    document: GraphQLDocument<Data, Variables> | string,
    ...rest: Arguments<Variables>
  ): Promise<Data>
}

/** An error in a GraphQL result. Its members are `unknown`, because a server may send values of any type. */
interface GraphQLError {
  readonly message?: unknown
  readonly path?: unknown
  readonly extensions?: {
    readonly code?: unknown
    readonly error?: { readonly name?: unknown; readonly details?: { readonly errors?: unknown } | null } | null
  } | null
}

/**
 * Adds GraphQL to a client. With `shape: 'envelope'` results keep their `data` and `attributes` wrappers.
 *
 * @example
 * ```ts
 * const api = createClient({ baseURL: 'https://cms.example.org' }).with(graphql())
 * ```
 */
export function graphql(options: GraphQLOptions & { readonly shape: 'envelope' }): Extension<RawGraphQLCaller>
export function graphql(options?: GraphQLOptions & { readonly shape?: 'flat' }): Extension<GraphQLCaller>
export function graphql({ endpoint = '/graphql', shape }: GraphQLOptions & { readonly shape?: string } = {}) {
  return ({ send }: ClientContext) => ({
    async graphql(document: AnyDocument, variables?: object, options?: RequestOptions): Promise<unknown> {
      const query = textOf(document)
      const { result, response } = await sendDocument(send, {
        method: 'POST',
        prefix: '',
        path: endpoint,
        body: toJSON({ query, variables }),
        options,
      })
      if (errorsOf(result).length > 0) throw errorOf(result, response)
      return shape === 'envelope' ? result.data : flattenGraphQL(result.data, query)
    },
  })
}

function errorOf(result: GraphQLResult, { status, headers }: Response): ApiError {
  const errors = errorsOf(result) as readonly (GraphQLError | null)[]
  const { message, path, extensions } = errors[0] ?? {}
  const serverMessage = isText(message) ? message : ''
  return new ApiError(`GraphQL: ${serverMessage}${pathSuffix(path)}`, {
    status,
    kind: [extensions?.error?.name, extensions?.code].find(isText) ?? 'GraphQLError',
    serverMessage,
    issues: errors.flatMap((error) => error?.extensions?.error?.details?.errors).filter(isIssue),
    requestId: headers.get('x-request-id'),
    raw: result,
  })
}

function pathSuffix(path: unknown): string {
  if (!Array.isArray(path)) return ''
  return ` (at ${path.filter((part) => !isObject(part)).join('.')})`
}
