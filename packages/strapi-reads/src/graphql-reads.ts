import { randomUUID } from 'node:crypto'
import type { Registry } from '@content-api/model'
import { type DocumentNode, Kind, OperationTypeNode, visit } from 'graphql'
import type { JsonText } from '@content-api/engine/plan'
import type { Handler } from '@content-api/core/composition/handler'
import type { EntryReads } from '@content-api/core/entries/read-entries'
import type {
  GraphqlConfig,
  GraphqlOptions,
  GraphqlService,
  GraphqlShape,
} from '@content-api/interfaces/graphql/contracts'
import { createGraphql } from '@content-api/interfaces/graphql/create-graphql'
import type { GraphqlResponse } from '@content-api/interfaces/graphql/http/express-graphql'
import { createGraphqlOverHttp } from '@content-api/interfaces/graphql/http/graphql-over-http'
import { contentTypes } from '@content-api/interfaces/graphql/http/media-types'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import { noteRoute } from '@content-api/core/message/message'
import type { ForwardReason } from './forward-reason.js'
import { type GraphqlTransport, orLeft, type Source } from './graphql-transports.js'
import { LeftToStrapi } from './left-to-strapi.js'

interface GraphqlReadsOptions {
  readonly registry: Registry
  readonly shape: GraphqlShape
  readonly config: GraphqlConfig
  readonly entries: EntryReads
  readonly transport: GraphqlTransport
  readonly context: GraphqlOptions['context']
  readonly identify: IdentifyRequest
  /** Why Strapi has to run all operations; null if this server may run queries. */
  readonly reason: ForwardReason | null
  /** Is called with errors that the client didn't cause. */
  readonly report: (error: unknown) => void
}

/**
 * Opens the queries of GraphQL. Strapi gets everything else: mutations, introspection, documents that aren't
 * valid here, and requests whose result has errors. The handler throws `LeftToStrapi` for them.
 */
export function openGraphqlReads(options: GraphqlReadsOptions): Handler {
  const { registry, shape, config, entries, context, identify, reason, transport } = options
  const { endpoint, batchLimit } = config.graphql.config
  /** Why a field could not be read here, by request. GraphQL itself only reports that there was an error. */
  const reasons = new WeakMap<object, ForwardReason>()
  const report: GraphqlOptions['report'] = (error, request) => {
    if (!(error instanceof LeftToStrapi)) options.report(error)
    else if (request) reasons.set(request, error.reason)
    return request?.id ?? randomUUID()
  }
  const service = createGraphql({ registry, shape, entries, config, context, report, production: true })
  const graphql = createGraphqlOverHttp({ service, batchLimit, tracing: false, isSchemaHost: null })
  return async (request) => {
    if (request.path !== endpoint) return null
    if (reason) throw LeftToStrapi.because(reason)
    noteRoute(request, endpoint)
    const source = await transport.sourceOf(request, config.limits)
    for (const document of documentsOf(source, service)) requireQueries(document)
    const response = await graphql.run(request, await identify(request), source)
    return transport.finish(checked(response, reasons.get(request) ?? hasErrors))
  }
}

/** Returns the parsed documents of all operations. @throws LeftToStrapi */
const documentsOf = (source: Source, service: Pick<GraphqlService, 'checked' | 'parse'>): readonly DocumentNode[] =>
  orLeft(() => source.operations.map(({ query }) => service.checked(query) ?? service.parse(query)))

const isWrite: ForwardReason = { kind: 'route', message: 'The document has a mutation' }
const readsSchema: ForwardReason = { kind: 'route', message: 'The document reads the schema' }

const readsLocales: ForwardReason = {
  kind: 'construct',
  message: 'The document reads locales, which Strapi permits by another action',
}

const ofQueries = new WeakSet<DocumentNode>()

/** Checks all operations of a document, because the request may name any of them. @throws LeftToStrapi */
function requireQueries(document: DocumentNode): void {
  if (ofQueries.has(document)) return
  visit(document, {
    OperationDefinition({ operation }) {
      if (operation !== OperationTypeNode.QUERY) throw LeftToStrapi.because(isWrite)
    },
    [Kind.FIELD]({ name: { value } }: { readonly name: { readonly value: string } }) {
      if (value === '__schema' || value === '__type') throw LeftToStrapi.because(readsSchema)
      if (value === 'i18NLocale' || value === 'i18NLocales') throw LeftToStrapi.because(readsLocales)
    },
  })
  ofQueries.add(document)
}

const hasErrors: ForwardReason = { kind: 'status', message: 'The result has errors' }
const otherType: ForwardReason = {
  kind: 'route',
  message: 'The client asks for a media type that Strapi does not send',
}

/** Returns a response without errors, whose texts differ from those of Strapi. @throws LeftToStrapi */
function checked(response: GraphqlResponse, reason: ForwardReason): GraphqlResponse {
  if (response.status !== 200 || reportsErrors(response.body)) throw LeftToStrapi.because(reason)
  if (response.headers['Content-Type'] !== contentTypes.json) throw LeftToStrapi.because(otherType)
  return response
}

/** Returns whether a result has errors: as its first member. A list has one result for each operation. */
function reportsErrors(body: JsonText): boolean {
  const text = typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return /^\[?\{"errors":/.test(text.slice(0, 20).toString()) || text.includes(',{"errors":')
}
