import type { Extension } from '../client.js'
import { ApiError, type ApiErrorDetails } from '../errors/api-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { isObject } from '../query/link-query.js'
import { isIssue, isText } from '../transport/read-answer.js'
import type { RequestOptions } from '../types/request.js'
import { type GraphQLDocument, textOf } from './document.js'
import { type Flattened, flattenGraphQL } from './flatten.js'

export interface GraphQLOptions {
  /** Default `/graphql`, under the server's address. */
  readonly endpoint?: string
}

/** Variables may be left out where none is required. */
type Arguments<Variables> =
  Record<string, never> extends Variables
    ? [variables?: Variables, options?: RequestOptions]
    : [variables: Variables, options?: RequestOptions]

export interface GraphQLCaller {
  /** Sends a document; answers its data without `data` and `attributes` wrappers. Any error in the answer is thrown. */
  graphql<Data, Variables>(
    document: GraphQLDocument<Data, Variables> | string,
    ...rest: Arguments<Variables>
  ): Promise<Flattened<Data>>
}

export interface RawGraphQLCaller {
  /** Sends a document; answers its data as it comes. Any error in the answer is thrown. */
  graphql<Data, Variables>(
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

interface Answer {
  readonly data?: object | null
  readonly errors?: unknown
}

/** GraphQL: `createClient(…).with(graphql())`. With `shape: 'envelope'` answers keep their wrappers. */
export function graphql(options: GraphQLOptions & { readonly shape: 'envelope' }): Extension<RawGraphQLCaller>
export function graphql(options?: GraphQLOptions & { readonly shape?: 'flat' }): Extension<GraphQLCaller>
export function graphql({ endpoint = '/graphql', shape }: GraphQLOptions & { shape?: string } = {}): unknown {
  const extension: Extension<RawGraphQLCaller> = (context) => ({
    async graphql(document, ...[variables, options]) {
      const query = textOf(document)
      let response = new Response()
      const onResponse: RequestOptions['onResponse'] = (answered) => {
        response = answered.response
        return options?.onResponse?.(answered)
      }
      const answer = ((await context
        .send({
          method: 'POST',
          prefix: '',
          path: endpoint,
          body: { query, variables },
          options: { ...options, onResponse },
        })
        .catch((error: Partial<ApiError> | undefined) => {
          // What a GraphQL server answers with 400 says more in its errors than in its status.
          if ((error?.raw as Answer | undefined)?.errors) return error?.raw
          throw error
        })) ?? {}) as Answer
      const { data, errors } = answer
      if (Array.isArray(errors) && errors.length) {
        const token = await context.token(endpoint)
        throw toError(token ? without(token, answer) : answer, response)
      }
      if (!isObject(data) || Array.isArray(data)) {
        throw new ResponseShapeError(`POST ${endpoint} gave no data`)
      }
      return (shape === 'envelope' ? data : flattenGraphQL(data, query)) as never
    },
  })
  return extension
}

/** The answer without the token that a server repeats: errors are written to logs. */
const without = (token: string, answer: Answer): Answer =>
  JSON.parse(JSON.stringify(answer).replaceAll(token, 'token')) as Answer

function toError(raw: Answer, { status, headers }: Response): ApiError {
  const errors = raw.errors as readonly (GraphQLError | null)[]
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
