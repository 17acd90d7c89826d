import { type Options, graphqlHTTP } from 'express-graphql'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type DocumentNode, GraphQLError, type Source, buildSchema } from 'graphql'
import type { Caller } from '../../entries/caller.js'
import { CacheHints } from '../cache-hints.js'
import type { OperationParameters } from './parameters.js'
import type { RequestBudget } from '../plan/request-budget.js'
import type { RequestInfo } from '../../message/message.js'
import type { GraphqlResult, GraphqlService } from '../service.js'

/** One operation as a client sends it, whatever carried it. */
export interface Operation extends OperationParameters {
  readonly method: 'GET' | 'POST'
  readonly caller: Caller
  readonly http: RequestInfo
  /** Shared by all of the request. */
  readonly budget: RequestBudget
  /** Looks at the document before it is run. */
  readonly inspect?: ((document: DocumentNode) => readonly GraphQLError[]) | undefined
  /** Hears when each step is done. */
  readonly step?: ((name: 'parsing' | 'validation') => void) | undefined
}

export interface OperationResult extends GraphqlResult {
  /** As express-graphql has it; what goes out depends on the media type as well. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** Express-graphql gets a schema of its own: the functions in its options do all work with ours. */
const schema = buildSchema('type Query { service: Boolean }')

/** The message that express-graphql reads: one of Node, its body read already, with the operation beside it. */
type Message = IncomingMessage & {
  readonly url: string
  readonly body: Readonly<Record<string, unknown>>
  readonly operation: Operation
  readonly hints: CacheHints
}

/** What `json` of a response receives: `data` is what `customExecuteFn` returned, and is missing after a request error. */
interface Result {
  readonly data?: GraphqlResult | null
  readonly errors?: readonly GraphQLError[]
}

/**
 * Returns what runs operations. New documents and every GET go through express-graphql, which decides on methods, the order
 * of the steps and status codes. It works on messages of Node, so that each operation gets two that have no socket; `json`,
 * through which Express' responses take results, keeps the JSON text from being serialised again.
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
  // Its types are of an older graphql-js, whose errors always had a location.
  const middleware = graphqlHTTP(((message: unknown) => optionsOf(message as Message)) as unknown as Options)
  const runAsNew = async (operation: Operation): Promise<OperationResult> => {
    const { method, query, operationName, variables } = operation
    const hints = new CacheHints()
    // `raw` keeps it from looking for a browser.
    const body = { query, operationName, variables, raw: true }
    const message = Object.assign(new IncomingMessage(noSocket), { method, url: '/', body, operation, hints })
    let result: Result = {}
    const json = (value: unknown) => void (result = value as Result)
    const response = Object.assign(new ServerResponse(message), { json })
    await middleware(message, response)
    const answer = result.data ?? service.requestError((result.errors ?? []).map(named))
    const headers = response.getHeaders() as Record<string, string>
    return { ...answer, status: response.statusCode, headers: { ...headers, ...cacheControl(hints) } }
  }
  return (operation) => {
    const document = operation.method === 'POST' ? service.checked(operation.query) : undefined
    return document ? runChecked(service, document, operation) : runAsNew(operation)
  }
}

/** Messages that no transport carries share it: nothing is read from it or written to it. */
const noSocket = new Socket()

/** A document that was found valid before leaves express-graphql nothing to decide by POST: it is run at once. */
async function runChecked(
  service: GraphqlService,
  document: DocumentNode,
  { operationName, variables, caller, http, budget, inspect, step }: Operation,
): Promise<OperationResult> {
  step?.('parsing')
  const errors = inspect?.(document) ?? []
  step?.('validation')
  if (errors.length > 0) return { ...service.requestError(errors), status: 400, headers: {} }
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

/** The library's own errors carry no code that clients could go by, and may be of another graphql-js. */
function named(error: Partial<GraphQLError> & Error): GraphQLError {
  return error instanceof GraphQLError && error.extensions.code !== undefined
    ? error
    : new GraphQLError(error.message, { extensions: { code: 'BAD_REQUEST' } })
}
