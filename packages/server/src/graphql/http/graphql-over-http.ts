import { type DocumentNode, GraphQLError } from 'graphql'
import type { Caller } from '../../entries/caller.js'
import { type JsonText, listOf } from '@content-api/engine/plan/json-text'
import { type OperationResult, createTransport } from './express-graphql.js'
import { contentTypes, requestErrorStatus, responseType } from './media.js'
import { type OperationParameters, badRequest, bodyParameters, queryParameters } from './parameters.js'
import type { RequestInfo } from '../../message/message.js'
import type { GraphqlService } from '../service.js'
import { holdsFile } from './received-files.js'
import { type IsOwnHost, otherHost } from '../../message/own-hosts.js'
import { introspectionErrors } from '../introspection.js'
import { mayBeSingleUse, singleUseLimit } from '../single-use.js'
import { Trace } from '../tracing.js'

export interface GraphqlOverHttpOptions {
  readonly service: GraphqlService
  /** The maximum number of operations in a request. */
  readonly batchLimit: number
  /** Whether results contain the times of their operation. */
  readonly tracing: boolean
  /** The hosts of which clients may read the schema; null for all. */
  readonly isSchemaHost: IsOwnHost | null
}

/** The source of operations: the query string of a GET, or the JSON body of a POST. */
export type OperationSource =
  | { readonly method: 'GET'; readonly query: string }
  | { readonly method: 'POST'; readonly body: unknown }

export interface GraphqlHttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonText
}

/** GraphQL over HTTP, without the transport. */
export interface GraphqlOverHttp {
  /** Runs one operation, or a list of operations in one body. The promise never rejects. */
  run(request: RequestInfo, caller: Caller, source: OperationSource): Promise<GraphqlHttpResponse>
  /** Returns the error response to a request whose files must not be received, or null if they may be. */
  checkFiles(request: RequestInfo, caller: Caller, body: unknown): GraphqlHttpResponse | null
  /** Returns the response to a request without a valid operation. */
  requestError(request: RequestInfo, error: GraphQLError): GraphqlHttpResponse
}

export function createGraphqlOverHttp({
  service,
  batchLimit,
  tracing,
  isSchemaHost,
}: GraphqlOverHttpOptions): GraphqlOverHttp {
  const runOperation = createTransport(service)
  const malformed = (error: GraphQLError, request: RequestInfo): OperationResult => ({
    ...service.requestError([error], request),
    status: 400,
    headers: {},
  })
  const run: GraphqlOverHttp['run'] = async (request, caller, source) => {
    const accept = request.header('accept')
    const type = contentTypes[responseType(accept)]
    const limitUses = singleUseLimit()
    const host = request.header('host')
    const hidesSchema = isSchemaHost !== null && !isSchemaHost(host)
    const inspect = hidesSchema
      ? (document: DocumentNode) => [...introspectionErrors(document, otherHost(host)), ...limitUses(document)]
      : limitUses
    const budget = service.budget()
    const operate = (parameters: OperationParameters): Promise<OperationResult> => {
      const trace = tracing ? new Trace() : undefined
      const { method } = source
      const result = runOperation({ method, caller, http: request, budget, inspect, step: trace?.step, ...parameters })
      return trace ? result.then((untimed) => trace.in(untimed)) : result
    }
    const runOne = async (read: () => OperationParameters): Promise<OperationResult> => {
      let parameters: OperationParameters
      try {
        parameters = read()
      } catch (error) {
        if (error instanceof GraphQLError) return malformed(error, request)
        throw error
      }
      const result = await operate(parameters)
      // express-graphql returns 400 for an invalid operation, but `Accept` decides on the status. Other
      // statuses, such as 405, stay.
      return !result.executed && (result.status === 400 || result.status === 200)
        ? { ...result, status: requestErrorStatus(accept) }
        : result
    }
    if (source.method === 'POST' && Array.isArray(source.body)) {
      const problem = batchError(source.body.length, batchLimit)
      if (problem) return respond(malformed(problem, request), type)
      const [excess] = singleUsesOf(service, source.body)
      if (excess) return respond(malformed(excess, request), type)
      const results: JsonText[] = []
      // One after the other, so that a mutation has ended when the next operation begins.
      for (const operation of source.body as unknown[])
        results.push((await runOne(() => bodyParameters(operation))).body)
      return { status: 200, headers: { 'Content-Type': contentTypes.json }, body: listOf(results) }
    }
    return respond(
      await runOne(() => (source.method === 'GET' ? queryParameters(source.query) : bodyParameters(source.body))),
      type,
    )
  }
  const checkFiles: GraphqlOverHttp['checkFiles'] = (request, caller, body) => {
    const accept = request.header('accept')
    const type = contentTypes[responseType(accept)]
    const isBatch = Array.isArray(body)
    const problem = isBatch ? batchError(body.length, batchLimit) : null
    if (problem) return respond(malformed(problem, request), type)
    for (const operation of isBatch ? (body as unknown[]) : [body]) {
      const errors = fileErrors(service, caller, operation)
      if (errors.length === 0) continue
      // A missing permission is an error of the field with status 200, as if the field had been executed.
      const ofFields = errors.every(({ path }) => path !== undefined)
      const status = ofFields ? 200 : requestErrorStatus(accept)
      return respond(
        { ...service.requestError(errors, request, ofFields ? 'null' : undefined), status, headers: {} },
        type,
      )
    }
    return null
  }
  return {
    run,
    checkFiles,
    requestError: (request, error) =>
      respond(malformed(error, request), contentTypes[responseType(request.header('accept'))]),
  }
}

/**
 * Returns the reasons to reject the files in the variables of an operation. Operations without files aren't
 * checked.
 */
function fileErrors(service: GraphqlService, caller: Caller, operation: unknown): readonly GraphQLError[] {
  try {
    const { query, operationName, variables } = bodyParameters(operation)
    if (!holdsFile(variables)) return []
    const document = service.parse(query)
    const errors = service.validate(document)
    return errors.length > 0 ? errors : service.checkFiles({ document, operationName, variables, caller })
  } catch (error) {
    if (error instanceof GraphQLError) return [error]
    throw error
  }
}

/**
 * Checks the single-use mutations of a batch before any operation runs. Invalid operations get their own
 * errors later.
 */
function singleUsesOf(service: GraphqlService, operations: readonly unknown[]): readonly GraphQLError[] {
  const inspect = singleUseLimit()
  return operations.flatMap((operation) => {
    try {
      const { query } = bodyParameters(operation)
      if (!mayBeSingleUse(query)) return []
      const document = service.parse(query)
      return service.validate(document).length > 0 ? [] : inspect(document)
    } catch (error) {
      if (error instanceof GraphQLError) return []
      throw error
    }
  })
}

function batchError(count: number, limit: number): GraphQLError | null {
  if (count === 0) return badRequest('The list of operations is empty.')
  return count > limit ? badRequest(`One request may carry ${limit} operations at most, but here are ${count}.`) : null
}

function respond({ status, headers, body }: OperationResult, type: string): GraphqlHttpResponse {
  return { status, headers: Object.assign({}, headers, { 'Content-Type': type }), body }
}
