import { print } from '@0no-co/graphql.web'
import type { Extension } from '../client.js'
import { ApiError, type Issue } from '../errors/api-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import type { RequestOptions } from '../types/request.js'
import type { GraphQLDocument } from './document.js'
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

interface Answer {
  readonly data?: object | null
  readonly errors?: readonly {
    readonly message?: string
    readonly path?: readonly (string | number)[]
    readonly extensions?: {
      readonly code?: string
      readonly error?: { readonly name?: string; readonly details?: { readonly errors?: readonly Issue[] } }
    }
  }[]
}

/** GraphQL: `createClient(…).with(graphql())`. With `shape: 'envelope'` answers keep their wrappers. */
export function graphql(options: GraphQLOptions & { readonly shape: 'envelope' }): Extension<RawGraphQLCaller>
export function graphql(options?: GraphQLOptions & { readonly shape?: 'flat' }): Extension<GraphQLCaller>
export function graphql({ endpoint = '/graphql', shape }: GraphQLOptions & { shape?: string } = {}): unknown {
  const extension: Extension<RawGraphQLCaller> = (context) => ({
    async graphql(document, ...[variables, options]) {
      const node = typeof document === 'object' && 'definitions' in document ? document : undefined
      const query = node
        ? (node.loc?.source.body ?? print(node as never))
        : (document as { toString(): string }).toString()
      const body = { query, variables }
      let requestId: string | null = null
      // A hook of the call takes the place of the client's.
      const given = options?.onResponse ?? context.options.defaults?.onResponse
      const onResponse: RequestOptions['onResponse'] = (answered) => {
        requestId = answered.response.headers.get('x-request-id')
        return given?.(answered)
      }
      const answer = await context
        .send({ method: 'POST', prefix: '', path: endpoint, body, options: { ...options, onResponse } })
        .catch((error: unknown) => {
          // What a GraphQL server answers with 400 says more in its errors than in its status.
          const raw = ApiError.is(error) ? (error.raw as Answer | undefined) : undefined
          throw raw?.errors ? toError(raw, (error as ApiError).status, requestId) : error
        })
      const { data, errors } = (answer ?? {}) as Answer
      if (errors?.length) throw toError(answer as Answer, 200, requestId)
      if (!data) throw new ResponseShapeError(`POST ${endpoint} was answered without { data }`)
      return (shape === 'envelope' ? data : flattenGraphQL(data, node)) as never
    },
  })
  return extension
}

function toError(raw: Answer, status: number, requestId: string | null): ApiError {
  const { errors = [] } = raw
  const [first] = errors
  const { error, code } = first?.extensions ?? {}
  const at = first?.path ? ` (at ${first.path.join('.')})` : ''
  return new ApiError(`GraphQL: ${first?.message ?? 'failed'}${at}`, {
    status,
    kind: error?.name ?? code ?? 'GraphQLError',
    serverMessage: first?.message ?? '',
    issues: errors.flatMap(({ extensions }) => extensions?.error?.details?.errors ?? []),
    requestId,
    raw,
  })
}
