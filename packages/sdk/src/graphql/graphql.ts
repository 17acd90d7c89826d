import type { Extension } from '../client.js'
import { ApiError, type ApiErrorDetails } from '../errors/api-error.js'
import { isObject } from '../query/link-query.js'
import { toJSON } from '../rest/to-json.js'
import { isIssue, isText } from '../transport/read-answer.js'
import type { RequestOptions } from '../types/request.js'
import { type GraphQLDocument, textOf } from './document.js'
import { type Flattened, flattenGraphQL } from './flatten.js'
import { type Answer, errorsOf, sendDocument } from './send-document.js'

export interface GraphQLOptions {
  /** Default `/graphql`, under the server's address. */
  readonly endpoint?: string
}

/** Variables may be left out where none is required. The document alone says which there are. */
type Arguments<Variables> =
  Record<string, never> extends Variables
    ? [variables?: NoInfer<Variables>, options?: RequestOptions]
    : [variables: NoInfer<Variables>, options?: RequestOptions]

export interface GraphQLCaller {
  /** Sends a document; answers its data without `data` and `attributes` wrappers. Any error in the answer is thrown. */
  graphql<Data, Variables = object>(
    document: GraphQLDocument<Data, Variables> | string,
    ...rest: Arguments<Variables>
  ): Promise<Flattened<Data>>
}

export interface RawGraphQLCaller {
  /** Sends a document; answers its data as it comes. Any error in the answer is thrown. */
  graphql<Data, Variables = object>(
    document: GraphQLDocument<Data, Variables> | string,
    ...rest: Arguments<Variables>
  ): Promise<Data>
}

/** As far as that is known of what anybody may send. */
interface GraphQLError {
  readonly message?: unknown
  readonly path?: unknown
  readonly extensions?: {
    readonly code?: unknown
    readonly error?: { readonly name?: unknown; readonly details?: { readonly errors?: unknown } | null } | null
  } | null
}

/** GraphQL: `createClient(…).with(graphql())`. With `shape: 'envelope'` answers keep their wrappers. */
export function graphql(options: GraphQLOptions & { readonly shape: 'envelope' }): Extension<RawGraphQLCaller>
export function graphql(options?: GraphQLOptions & { readonly shape?: 'flat' }): Extension<GraphQLCaller>
export function graphql({ endpoint = '/graphql', shape }: GraphQLOptions & { shape?: string } = {}): unknown {
  const extension: Extension<RawGraphQLCaller> = (context) => ({
    async graphql(document, ...[variables, options]) {
      const query = textOf(document)
      const { answer, response } = await sendDocument(context.send, {
        method: 'POST',
        prefix: '',
        path: endpoint,
        body: toJSON({ query, variables }),
        options,
      })
      if (errorsOf(answer).length) throw toError(answer, response)
      return (shape === 'envelope' ? answer.data : flattenGraphQL(answer.data, query)) as never
    },
  })
  return extension
}

function toError(raw: Answer, { status, headers }: Response): ApiError {
  const errors = errorsOf(raw) as readonly (GraphQLError | null)[]
  const { message, path, extensions } = errors[0] ?? {}
  const serverMessage = isText(message) ? message : ''
  const place = Array.isArray(path) ? ` (at ${path.filter((part) => !isObject(part)).join('.')})` : ''
  return Object.assign(new ApiError(`GraphQL: ${serverMessage}${place}`), {
    status,
    kind: [extensions?.error?.name, extensions?.code].find(isText) ?? 'GraphQLError',
    serverMessage,
    issues: errors.flatMap((error) => error?.extensions?.error?.details?.errors).filter(isIssue),
    requestId: headers.get('x-request-id'),
    raw,
  } satisfies ApiErrorDetails)
}
