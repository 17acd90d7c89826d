import { type Options, graphqlHTTP } from 'express-graphql'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type DocumentNode, type ExecutionArgs, GraphQLError, type Source, buildSchema } from 'graphql'
import type { JsonText } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import { CacheHints } from '../cache-hints.js'
import { requestErrorStatus } from './media-types.js'
import type { OperationParameters } from './parameters.js'
import type { RequestBudget } from '../plan/budget.js'
import type { RequestInfo } from '@content-api/core/message/message'
import type { GraphqlService, OperationResult } from '../contracts.js'

/** One operation of a request. */
interface OperationCall extends OperationParameters {
  readonly method: 'GET' | 'POST'
  readonly caller: Caller
  readonly http: RequestInfo
  /** The budget that all operations of the request share. */
  readonly budget: RequestBudget
  /** Returns further errors in the document before it is executed. */
  readonly inspect?: ((document: DocumentNode) => readonly GraphQLError[]) | undefined
  /** Called when each step ends. */
  readonly step?: ((name: 'parsing' | 'validation') => void) | undefined
}

/** The response to one operation, without `Content-Type`, or to a request. */
export interface GraphqlResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonText
}

/** A dummy schema for express-graphql. The functions in its options work with the real schema. */
const schema = buildSchema('type Query { service: Boolean }')

/** The request for express-graphql: a Node.js request with a parsed body and the operation. */
type Message = IncomingMessage & {
  readonly url: string
  readonly body: Readonly<Record<string, unknown>>
  readonly operation: OperationCall
  readonly hints: CacheHints
}

/**
 * Returns a function that runs operations. New documents and every GET go through express-graphql, which
 * decides on methods, the order of the steps and status codes. It needs a request and a response of Node.js,
 * so each operation gets both, with a socket that isn't connected. The response has a method `json`, as in
 * Express: express-graphql passes the result to it instead of serializing it.
 */
export function createTransport(service: GraphqlService): (operation: OperationCall) => Promise<GraphqlResponse> {
  const optionsOf = ({ operation, hints }: Message) => {
    const { caller, http, budget, inspect, step } = operation
    return {
      schema,
      graphiql: false,
      customFormatErrorFn: (error: GraphQLError) => error,
      customParseFn(source: Source): DocumentNode {
        const document = service.parse(source.body)
        step?.('parsing')
        return document
      },
      customValidateFn(_schema: unknown, document: DocumentNode) {
        const errors = service.validate(document)
        const more = errors.length === 0 ? (inspect?.(document) ?? []) : []
        step?.('validation')
        return [...errors, ...more]
      },
      customExecuteFn: async ({ document, operationName, variableValues: variables }: ExecutionArgs) => ({
        data: await service.execute({ document, operationName, variables, caller, http, budget, hints }),
      }),
    }
  }
  // The types of express-graphql are from an older graphql-js, whose errors always had a location.
  const middleware = graphqlHTTP(((message: unknown) => optionsOf(message as Message)) as unknown as Options)
  const runAsNew = async (operation: OperationCall): Promise<GraphqlResponse> => {
    const { method, query, operationName, variables } = operation
    const hints = new CacheHints()
    // `raw` disables the detection of browsers.
    const body = { query, operationName, variables, raw: true }
    const message = Object.assign(new IncomingMessage(noSocket), { method, url: '/', body, operation, hints })
    let result: OperationResult = { errors: [] }
    // `data` is the result of `customExecuteFn`. It is missing after a request error.
    const json = (value: unknown) => {
      const { data, errors = [] } = value as { data?: OperationResult | null; errors?: readonly GraphQLError[] }
      result = data ?? { errors: errors.map(named) }
    }
    const response = Object.assign(new ServerResponse(message), { json })
    await middleware(message, response)
    const headers = { ...(response.getHeaders() as Record<string, string>), ...cacheControl(hints) }
    return responseOf(service, operation, { result, status: response.statusCode, headers })
  }
  return (operation) => {
    const document = operation.method === 'POST' ? service.checked(operation.query) : undefined
    return document ? runChecked(service, document, operation) : runAsNew(operation)
  }
}

/** The socket of these requests and responses. Nothing is read from it or written to it. */
const noSocket = new Socket()

/** Runs a cached document of a POST directly: express-graphql would have nothing to decide. */
async function runChecked(
  service: GraphqlService,
  document: DocumentNode,
  operation: OperationCall,
): Promise<GraphqlResponse> {
  const { operationName, variables, caller, http, budget, inspect, step } = operation
  step?.('parsing')
  const errors = inspect?.(document) ?? []
  step?.('validation')
  if (errors.length > 0) return responseOf(service, operation, { result: { errors }, status: 400, headers: {} })
  const hints = new CacheHints()
  const result = await service.execute({ document, operationName, variables, caller, http, budget, hints })
  return responseOf(service, operation, { result, status: 200, headers: cacheControl(hints) })
}

/**
 * Returns the response of a result. express-graphql returns 400 for an invalid operation, but `Accept`
 * decides on the status. Other statuses, such as 405, stay.
 */
function responseOf(
  service: GraphqlService,
  { http }: OperationCall,
  { result, status, headers }: Omit<GraphqlResponse, 'body'> & { readonly result: OperationResult },
): GraphqlResponse {
  const isRequestError = result.data === undefined && (status === 400 || status === 200)
  const body = service.write(result, http)
  return { status: isRequestError ? requestErrorStatus(http.header('accept')) : status, headers, body }
}

function cacheControl(hints: CacheHints): GraphqlResponse['headers'] {
  const value = hints.header()
  return value === undefined ? {} : { 'Cache-Control': value }
}

/** Adds a code to errors of express-graphql. They have none, and may belong to another graphql-js. */
function named(error: Partial<GraphQLError> & Error): GraphQLError {
  return error instanceof GraphQLError && error.extensions.code !== undefined
    ? error
    : new GraphQLError(error.message, { extensions: { code: 'BAD_REQUEST' } })
}
