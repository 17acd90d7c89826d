import { type Options, graphqlHTTP } from 'express-graphql'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type DocumentNode, GraphQLError, type Source, buildSchema } from 'graphql'
import type { Caller } from '../../entries/caller.js'
import { CacheHints } from '../cache-hints.js'
import type { OperationParameters } from './parameters.js'
import type { RequestBudget } from '../plan/budget.js'
import type { RequestInfo } from '../../message/message.js'
import type { GraphqlResult, GraphqlService } from '../service.js'

/** One operation of a request. */
export interface Operation extends OperationParameters {
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

export interface OperationResult extends GraphqlResult {
  /** The status of express-graphql. The status of the response also depends on the media type. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** A dummy schema for express-graphql. The functions in its options work with the real schema. */
const schema = buildSchema('type Query { service: Boolean }')

/** The request for express-graphql: a Node.js request with a parsed body and the operation. */
type Message = IncomingMessage & {
  readonly url: string
  readonly body: Readonly<Record<string, unknown>>
  readonly operation: Operation
  readonly hints: CacheHints
}

/**
 * The result that express-graphql passes to `json` of a response. `data` is the result of `customExecuteFn`;
 * it is missing after a request error.
 */
interface Result {
  readonly data?: GraphqlResult | null
  readonly errors?: readonly GraphQLError[]
}

/**
 * Returns a function that runs operations. New documents and every GET go through express-graphql, which
 * decides on methods, the order of the steps and status codes. It needs a request and a response of Node.js,
 * so each operation gets both, with a socket that isn't connected. The response has a method `json`, as in
 * Express: express-graphql passes the result to it instead of serializing it.
 */
export function createTransport(service: GraphqlService): (operation: Operation) => Promise<OperationResult> {
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
      customExecuteFn: async ({ document, operationName, variableValues: variables }: ExecutionArguments) => ({
        data: await service.execute({ document, operationName, variables, caller, http, budget, hints }),
      }),
    }
  }
  // The types of express-graphql are from an older graphql-js, whose errors always had a location.
  const middleware = graphqlHTTP(((message: unknown) => optionsOf(message as Message)) as unknown as Options)
  const runAsNew = async (operation: Operation): Promise<OperationResult> => {
    const { method, query, operationName, variables } = operation
    const hints = new CacheHints()
    // `raw` disables the detection of browsers.
    const body = { query, operationName, variables, raw: true }
    const message = Object.assign(new IncomingMessage(noSocket), { method, url: '/', body, operation, hints })
    let result: Result = {}
    const json = (value: unknown) => void (result = value as Result)
    const response = Object.assign(new ServerResponse(message), { json })
    await middleware(message, response)
    const executed = result.data ?? service.requestError((result.errors ?? []).map(named), operation.http)
    const headers = response.getHeaders() as Record<string, string>
    return { ...executed, status: response.statusCode, headers: { ...headers, ...cacheControl(hints) } }
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
  { operationName, variables, caller, http, budget, inspect, step }: Operation,
): Promise<OperationResult> {
  step?.('parsing')
  const errors = inspect?.(document) ?? []
  step?.('validation')
  if (errors.length > 0) return { ...service.requestError(errors, http), status: 400, headers: {} }
  const hints = new CacheHints()
  const { body, executed } = await service.execute({ document, operationName, variables, caller, http, budget, hints })
  return { body, executed, status: 200, headers: cacheControl(hints) }
}

function cacheControl(hints: CacheHints): OperationResult['headers'] {
  const value = hints.header()
  return value === undefined ? {} : { 'Cache-Control': value }
}

interface ExecutionArguments {
  readonly document: DocumentNode
  readonly operationName?: string | null | undefined
  readonly variableValues?: { readonly [variable: string]: unknown } | null | undefined
}

/** Adds a code to errors of express-graphql. They have none, and may belong to another graphql-js. */
function named(error: Partial<GraphQLError> & Error): GraphQLError {
  return error instanceof GraphQLError && error.extensions.code !== undefined
    ? error
    : new GraphQLError(error.message, { extensions: { code: 'BAD_REQUEST' } })
}
