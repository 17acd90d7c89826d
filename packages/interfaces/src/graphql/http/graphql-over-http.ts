import { listed } from '@content-api/model'
import { type DocumentNode, GraphQLError, visit, Kind, type SelectionSetNode } from 'graphql'
import type { Caller } from '@content-api/core/entries/caller'
import { getOrCreate } from '@content-api/engine/on-demand'
import { type JsonText, listOf, stringOf } from '@content-api/engine/plan'
import { type GraphqlResponse, createTransport } from './express-graphql.js'
import { contentTypeFor, contentTypes, requestErrorStatus } from './media-types.js'
import { type OperationParameters, badRequest, bodyParameters, queryParameters } from './parameters.js'
import type { RequestInfo } from '@content-api/core/message/message'
import type { GraphqlService } from '../contracts.js'
import { holdsFile } from './multipart.js'
import { type IsOwnHost, otherHost } from '@content-api/core/composition/own-hosts'

interface GraphqlOverHttpOptions {
  readonly service: GraphqlService
  /** The maximum number of operations in a request. */
  readonly batchLimit: number
  /** Whether results contain the times of their operation. */
  readonly tracing: boolean
  /** The hosts of which clients may read the schema; null for all. */
  readonly isSchemaHost: IsOwnHost | null
}

/** The source of operations: the query string of a GET, or the JSON body of a POST. */
type OperationSource =
  | { readonly method: 'GET'; readonly query: string }
  | { readonly method: 'POST'; readonly body: unknown }

/** GraphQL over HTTP, without the transport. */
export interface GraphqlOverHttp {
  /** Runs one operation, or a list of operations in one body. The promise never rejects. */
  run(request: RequestInfo, caller: Caller, source: OperationSource): Promise<GraphqlResponse>
  /** Returns the error response to a request whose files must not be received, or null if they may be. */
  checkFiles(request: RequestInfo, caller: Caller, body: unknown): GraphqlResponse | null
  /** Returns the response to a request without a valid operation. */
  requestError(request: RequestInfo, error: GraphQLError): GraphqlResponse
}

export function createGraphqlOverHttp({
  service,
  batchLimit,
  tracing,
  isSchemaHost,
}: GraphqlOverHttpOptions): GraphqlOverHttp {
  const runOperation = createTransport(service)
  const malformed = (error: GraphQLError, request: RequestInfo): GraphqlResponse => {
    const body = service.write({ errors: [error] }, request)
    return respond({ status: 400, headers: {}, body }, contentTypeFor(request.header('accept')))
  }
  const run: GraphqlOverHttp['run'] = async (request, caller, source) => {
    const accept = request.header('accept')
    const type = contentTypeFor(accept)
    const limitUses = singleUseLimit()
    const host = request.header('host')
    const hidesSchema = isSchemaHost !== null && !isSchemaHost(host)
    const inspect = hidesSchema
      ? (document: DocumentNode) => [...introspectionErrors(document, otherHost(host)), ...limitUses(document)]
      : limitUses
    const budget = service.budget()
    const { method } = source
    const runOne = async (read: () => OperationParameters): Promise<GraphqlResponse> => {
      let parameters: OperationParameters
      try {
        parameters = read()
      } catch (error) {
        if (error instanceof GraphQLError) return malformed(error, request)
        throw error
      }
      const trace = tracing ? new Trace() : undefined
      const operation = { method, caller, http: request, budget, inspect, step: trace?.step, ...parameters }
      const response = await runOperation(operation)
      return trace ? trace.in(response) : response
    }
    if (source.method === 'POST' && Array.isArray(source.body)) {
      const problem = batchError(source.body.length, batchLimit)
      if (problem) return malformed(problem, request)
      const [excess] = singleUsesOf(service, source.body)
      if (excess) return malformed(excess, request)
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
    const type = contentTypeFor(accept)
    const isBatch = Array.isArray(body)
    const problem = isBatch ? batchError(body.length, batchLimit) : null
    if (problem) return malformed(problem, request)
    for (const operation of isBatch ? (body as unknown[]) : [body]) {
      const errors = fileErrors(service, caller, operation)
      if (errors.length === 0) continue
      // A missing permission is an error of the field with status 200, as if the field had been executed.
      const ofFields = errors.every(({ path }) => path !== undefined)
      const status = ofFields ? 200 : requestErrorStatus(accept)
      const body = service.write({ errors, ...(ofFields && { data: 'null' }) }, request)
      return respond({ status, headers: {}, body }, type)
    }
    return null
  }
  return { run, checkFiles, requestError: (request, error) => malformed(error, request) }
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

function respond({ status, headers, body }: GraphqlResponse, type: string): GraphqlResponse {
  return { status, headers: Object.assign({}, headers, { 'Content-Type': type }), body }
}

const schemaFields: ReadonlySet<string> = new Set(['__schema', '__type'])

/** Returns an error for each field of a document that reads the schema. `__typename` only reads data. */
function introspectionErrors(document: DocumentNode, reason: string): readonly GraphQLError[] {
  const errors: GraphQLError[] = []
  visit(document, {
    Field(node) {
      if (!schemaFields.has(node.name.value)) return
      const extensions = { code: 'GRAPHQL_VALIDATION_FAILED' }
      errors.push(new GraphQLError(`This host can't read the schema. ${reason}.`, { nodes: node, extensions }))
    },
  })
  return errors
}

/**
 * The times of one operation in the format of the Apollo tracing extension, version 1. Durations are in
 * nanoseconds.
 */
class Trace {
  readonly #startTime = new Date()
  readonly #start = process.hrtime.bigint()
  readonly #ends = new Map<string, bigint>()

  readonly step = (name: 'parsing' | 'validation'): void => {
    this.#ends.set(name, process.hrtime.bigint())
  };

  /** Returns the response with the times in `extensions.tracing`. */
  in(response: GraphqlResponse): GraphqlResponse {
    const end = process.hrtime.bigint()
    const parsed = this.#ends.get('parsing') ?? this.#start
    const validated = this.#ends.get('validation') ?? parsed
    const tracing = {
      version: 1,
      startTime: this.#startTime.toISOString(),
      endTime: new Date().toISOString(),
      duration: Number(end - this.#start),
      parsing: { startOffset: 0, duration: Number(parsed - this.#start) },
      validation: { startOffset: Number(parsed - this.#start), duration: Number(validated - parsed) },
      // Each generated root field is one database statement, so there are no times of resolvers.
      execution: { resolvers: [] },
    }
    return { ...response, body: `${stringOf(response.body).slice(0, -1)},"extensions":${JSON.stringify({ tracing })}}` }
  }
}

/**
 * Mutations that check a password or a code, or send a mail. A request may contain only one, so that it can't
 * bypass the rate limit.
 */
export const singleUse: ReadonlySet<string> = new Set([
  'login',
  'register',
  'forgotPassword',
  'resetPassword',
  'changePassword',
  'emailConfirmation',
])

const named = new RegExp(`\\b(?:${[...singleUse].join('|')})\\b`)

/** Returns whether the text of a document may contain such a mutation. It is cheaper than parsing. */
const mayBeSingleUse = (text: string): boolean => named.test(text)

/**
 * Returns a function that counts such mutations in the documents of a request. It returns an error if there
 * is more than one.
 */
function singleUseLimit(): (document: DocumentNode) => readonly GraphQLError[] {
  let used = 0
  return (document) => {
    used += usesIn(document)
    if (used <= 1) return []
    return [badRequest(`Only one of ${listed(singleUse)} per request.`)]
  }
}

const counts = new WeakMap<DocumentNode, number>()

function usesIn(document: DocumentNode): number {
  return getOrCreate(counts, document, () => {
    const fragments = new Map(
      document.definitions.flatMap((definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet] as const] : [],
      ),
    )
    const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    return Math.max(0, ...operations.map(({ selectionSet }) => countIn(selectionSet, fragments, new Map())))
  })
}

/**
 * Counts such mutations. The document is valid, so fragments don't contain themselves. The count of each
 * fragment is cached: a chain of fragments that each contain the next one twice would take exponential time.
 */
function countIn(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, SelectionSetNode>,
  counted: Map<string, number>,
): number {
  let count = 0
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) count += singleUse.has(selection.name.value) ? 1 : 0
    else if (selection.kind === Kind.INLINE_FRAGMENT) count += countIn(selection.selectionSet, fragments, counted)
    else {
      const name = selection.name.value
      const fragment = fragments.get(name)
      count += getOrCreate(counted, name, () => (fragment ? countIn(fragment, fragments, counted) : 0))
    }
    if (count > 1) return count
  }
  return count
}
