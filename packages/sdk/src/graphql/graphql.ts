import type { Extension } from '../client.js'
import { ApiError, type Issue } from '../errors/api-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
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

type GraphQLErrors = readonly {
  readonly message?: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: {
    readonly code?: string
    readonly error?: { readonly name?: string; readonly details?: { readonly errors?: readonly Issue[] } }
  }
}[]

interface Answer {
  readonly data?: object | null
  readonly errors?: GraphQLErrors
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
        // A hook of the call takes the place of the client's.
        return (options?.onResponse ?? context.options.defaults?.onResponse)?.(answered)
      }
      const answer = ((await context
        .send({
          method: 'POST',
          prefix: '',
          path: endpoint,
          body: { query, variables },
          options: { ...options, onResponse },
        })
        .catch((error: ApiError) => {
          // What a GraphQL server answers with 400 says more in its errors than in its status.
          if ((error.raw as Answer | undefined)?.errors) return error.raw
          throw error
        })) ?? {}) as Answer
      const { data, errors } = answer
      if (errors?.length) throw toError(errors, answer, response)
      if (!data) throw new ResponseShapeError(`POST ${endpoint} was answered without data`)
      return (shape === 'envelope' ? data : flattenGraphQL(data, query)) as never
    },
  })
  return extension
}

function toError(errors: GraphQLErrors, raw: Answer, { status, headers }: Response): ApiError {
  const { message = '', path, extensions: { code, error } = {} } = errors[0] ?? {}
  return new ApiError(`GraphQL: ${message}${path ? ` (at ${path.join('.')})` : ''}`, {
    status,
    kind: error?.name ?? code ?? 'GraphQLError',
    serverMessage: message,
    issues: errors.flatMap(({ extensions }) => extensions?.error?.details?.errors ?? []),
    requestId: headers.get('x-request-id'),
    raw,
  })
}
