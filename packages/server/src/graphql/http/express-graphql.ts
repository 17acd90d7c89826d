import { createRequire } from 'node:module'
import { type Options, graphqlHTTP } from 'express-graphql'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type DocumentNode, GraphQLError, type GraphQLSchema, type Source } from 'graphql'
import type { Caller } from '../../entries/caller.js'
import { CacheHints } from '../cache-hints.js'
import type { OperationParameters } from './parameters.js'
import type { RequestBudget } from '../plan/request-budget.js'
import type { RequestInfo } from '../../message/message.js'
import type { GraphqlAnswer, GraphqlService } from '../service.js'

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

export interface OperationResult extends GraphqlAnswer {
  /** As express-graphql has it; what goes out depends on the media type as well. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** What express-graphql makes of a result before it would be written as JSON. */
interface Formatted {
  readonly errors?: readonly GraphQLError[]
}

/** What express-graphql reads of an Express request. */
interface FakeRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  readonly operation: Operation
  readonly hints: CacheHints
  answer?: GraphqlAnswer
}

const { resolve } = createRequire(import.meta.url)

/**
 * Express-graphql looks whether the schema is one of the graphql-js that it finds itself, which package managers may install
 * as an older one beside ours. It gets a schema of that one to look at: all work is done by the functions it is given.
 */
const theirs = createRequire(resolve('express-graphql'))('graphql') as { buildSchema(sdl: string): GraphQLSchema }
const standIn = theirs.buildSchema('type Query { service: Boolean }')

/**
 * Runs operations by express-graphql, which decides on methods, the order of the steps and status codes. It expects Express'
 * messages and writes JSON by itself: here it is given plain objects, and an answer that is JSON text already stays as it is.
 */
export function createTransport(service: GraphqlService): (operation: Operation) => Promise<OperationResult> {
  const optionsOf = (fake: FakeRequest) => {
    const { caller, http, budget, inspect, step } = fake.operation
    return {
      schema: standIn,
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
      async customExecuteFn({ document, operationName, variableValues: variables }: ExecutionGiven) {
        const { hints } = fake
        fake.answer = await service.execute({ document, operationName, variables, caller, http, budget, hints })
        // What is not null keeps the status: whether there is data is the answer's to say.
        return { data: {} }
      },
    }
  }
  // Its types are of an older graphql-js, whose errors always had a place.
  const middleware = graphqlHTTP(((request: unknown) => optionsOf(request as FakeRequest)) as unknown as Options)
  const runAnew = async (operation: Operation): Promise<OperationResult> => {
    const { method, query, operationName, variables } = operation
    const request: FakeRequest = {
      method,
      url: '/',
      // `raw` keeps it from looking for a browser.
      headers: {},
      body: { query, operationName, variables, raw: true },
      operation,
      hints: new CacheHints(),
    }
    const response = new FakeResponse()
    await middleware(request as unknown as IncomingMessage & { url: string }, response as unknown as ServerResponse)
    const answer = request.answer ?? service.refuse(response.errors.map(named))
    return { ...answer, status: response.statusCode, headers: { ...response.headers, ...cacheControl(request.hints) } }
  }
  return (operation) => {
    const document = operation.method === 'POST' ? service.checked(operation.query) : undefined
    return document ? runChecked(service, document, operation) : runAnew(operation)
  }
}

/** What was parsed and found good before leaves nothing to decide by POST: it is run at once. */
async function runChecked(
  service: GraphqlService,
  document: DocumentNode,
  { operationName, variables, caller, http, budget, inspect, step }: Operation,
): Promise<OperationResult> {
  step?.('parsing')
  const errors = inspect?.(document) ?? []
  step?.('validation')
  if (errors.length > 0) return { ...service.refuse(errors), status: 400, headers: {} }
  const hints = new CacheHints()
  const { body, executed } = await service.execute({ document, operationName, variables, caller, http, budget, hints })
  return { body, executed, status: 200, headers: cacheControl(hints) }
}

function cacheControl(hints: CacheHints): OperationResult['headers'] {
  const value = hints.header()
  return value === undefined ? {} : { 'Cache-Control': value }
}

interface ExecutionGiven {
  readonly document: DocumentNode
  readonly operationName?: string | null | undefined
  readonly variableValues?: { readonly [variable: string]: unknown } | null | undefined
}

/** What express-graphql calls of an Express response. */
class FakeResponse {
  statusCode = 200
  readonly headers: Record<string, string> = {}
  errors: readonly GraphQLError[] = []

  setHeader(name: string, value: string): void {
    this.headers[name] = value
  }

  json({ errors = [] }: Formatted): void {
    this.errors = errors
  }
}

/** The library's own errors carry no code that clients could go by, and may be of another graphql-js. */
function named(error: Partial<GraphQLError> & Error): GraphQLError {
  return error instanceof GraphQLError && error.extensions.code !== undefined
    ? error
    : new GraphQLError(error.message, { extensions: { code: 'BAD_REQUEST' } })
}
