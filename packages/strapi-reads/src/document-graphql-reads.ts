import type { Registry } from '@content-api/model'
import { isRecord } from '@content-api/model'
import type { JsonText } from '@content-api/engine/plan'
import { GraphQLError } from 'graphql'
import type { Handler } from '@content-api/core/composition/handler'
import type { Config } from '@content-api/core/config/schema'
import type { EntryReads } from '@content-api/core/entries/read-entries'
import { bodyParameters, type OperationParameters } from '@content-api/interfaces/graphql/http/parameters'
import { createDocumentQueries } from './graphql5/run-document-queries.js'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import { parseBody } from '@content-api/core/message/body'
import { type HttpRequest, jsonResponse, mediaRanges, noteRoute, qualityOf } from '@content-api/core/message/message'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import { actionOfQuery } from './verdicts/query-actions.js'
import type { ForwardReason } from './forward-reason.js'
import { LeftToStrapi } from './left-to-strapi.js'

interface DocumentGraphqlReadsOptions {
  readonly registry: Registry
  readonly config: Config
  /** The largest page; null: none. */
  readonly maxLimit: number | null
  readonly entries: EntryReads
  readonly context: (can: Can) => PlanContext
  readonly identify: IdentifyRequest
  /** Why Strapi has to run all operations; null if this server may run queries. */
  readonly reason: ForwardReason | null
}

/**
 * Returns the handler of the queries of GraphQL in Strapi 5. Strapi gets everything else: mutations,
 * introspection, documents that aren't valid here, and requests whose result has errors.
 * @throws LeftToStrapi, ApiError
 */
export function createDocumentGraphqlReads(options: DocumentGraphqlReadsOptions): Handler {
  const { registry, config, maxLimit, entries, context, identify, reason } = options
  const { endpoint } = config.graphql.config
  const run = createDocumentQueries({ registry, entries, config, maxLimit, context, actionOf: actionOfQuery })
  return async (request) => {
    if (request.path !== endpoint) return null
    if (reason) throw LeftToStrapi.because(reason)
    noteRoute(request, endpoint)
    requireForm(request)
    try {
      const parameters = parametersOf(parseBody(await request.body(), request.header('content-type'), config.limits))
      const body = withNewline(await run(parameters, await identify(request)))
      return jsonResponse(body)
    } catch (error) {
      throw error instanceof GraphQLError ? invalid(error) : error
    }
  }
}

/** Apollo Server 4 ends its responses with a newline. */
function withNewline(text: JsonText): JsonText {
  return typeof text === 'string' ? `${text}\n` : Buffer.concat([text, Buffer.from('\n')])
}

const notValid: ForwardReason = { kind: 'status', message: 'The request has no valid operation' }
const invalid = ({ message }: GraphQLError) => new LeftToStrapi(notValid.kind, `${notValid.message}: ${message}`)
const otherForm = (message: string) => new LeftToStrapi('route', message)

/** Checks the parts of a request that decide on the form of its response. Strapi has its own rules for most. */
function requireForm(request: HttpRequest): void {
  if (request.method !== 'POST') throw otherForm('The query is in the URL')
  const accept = request.header('accept')
  if (accept === undefined) return
  const ranges = mediaRanges(accept)
  const acceptsJson = ['application/json', '*/*'].some((type) => qualityOf(ranges, type) > 0)
  if (!acceptsJson || otherTypes.some((type) => accept.includes(type))) {
    throw otherForm('The client asks for another media type than JSON')
  }
}

const otherTypes = ['application/graphql-response+json', 'multipart/mixed']

/** Returns the operation of a body. @throws LeftToStrapi, GraphQLError */
function parametersOf(body: unknown): OperationParameters {
  if (!isRecord(body)) throw LeftToStrapi.because(notValid)
  const { variables, extensions, operationName } = body
  if (typeof variables === 'string' || operationName === '' || (extensions ?? null) !== null) {
    throw LeftToStrapi.because(notValid)
  }
  return bodyParameters(body)
}
