import { randomUUID } from 'node:crypto'
import type { Registry } from '@content-api/model'
import { type DocumentNode, GraphQLError, Kind, OperationTypeNode, visit } from 'graphql'
import type { Handler } from '@content-api/core/composition/handler'
import type { Config } from '@content-api/core/config/schema'
import type { Entries } from '@content-api/core/entries/entries'
import type { EntryReads } from '@content-api/core/entries/read-entries'
import type { GraphqlOptions, GraphqlService } from '@content-api/interfaces/graphql/contracts'
import { createGraphql } from '@content-api/interfaces/graphql/create-graphql'
import { entryShape } from '@content-api/interfaces/graphql/entry-shape'
import type { GraphqlResponse } from '@content-api/interfaces/graphql/http/express-graphql'
import { createGraphqlOverHttp } from '@content-api/interfaces/graphql/http/graphql-over-http'
import { contentTypes } from '@content-api/interfaces/graphql/http/media-types'
import { bodyParameters, queryParameters } from '@content-api/interfaces/graphql/http/parameters'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import { parseBody } from '@content-api/core/message/body'
import { type HttpRequest, noteRoute } from '@content-api/core/message/message'
import type { ForwardReason } from './forward-reason.js'
import { LeftToStrapi } from './left-to-strapi.js'

interface GraphqlReadsOptions {
  readonly registry: Registry
  readonly config: Config
  readonly entries: EntryReads
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
  const { registry, config, context, identify, reason } = options
  const { endpoint, batchLimit } = config.graphql.config
  /** Why a field could not be read here, by request. GraphQL itself only reports that there was an error. */
  const reasons = new WeakMap<object, ForwardReason>()
  const report: GraphqlOptions['report'] = (error, request) => {
    if (!(error instanceof LeftToStrapi)) options.report(error)
    else if (request) reasons.set(request, error.reason)
    return request?.id ?? randomUUID()
  }
  const entries = { ...options.entries, ...writesOfStrapi }
  const service = createGraphql({
    registry,
    shape: entryShape(entries),
    entries,
    config,
    context,
    report,
    production: true,
  })
  const graphql = createGraphqlOverHttp({ service, batchLimit, tracing: false, isSchemaHost: null })
  return async (request) => {
    if (request.path !== endpoint) return null
    if (reason) throw LeftToStrapi.because(reason)
    noteRoute(request, endpoint)
    const source = await sourceOf(request, config)
    for (const document of documentsOf(source, service)) requireQueries(document)
    const response = await graphql.run(request, await identify(request), source)
    return checked(response, reasons.get(request) ?? hasErrors)
  }
}

type Source = { readonly method: 'GET'; readonly query: string } | { readonly method: 'POST'; readonly body: unknown }

async function sourceOf(request: HttpRequest, { limits }: Config): Promise<Source> {
  if (request.method === 'GET') return { method: 'GET', query: request.query }
  return { method: 'POST', body: parseBody(await request.body(), request.header('content-type'), limits) ?? {} }
}

const notValid: ForwardReason = { kind: 'status', message: 'The request has no valid operation' }

/** Returns the parsed documents of all operations. @throws LeftToStrapi */
function documentsOf(source: Source, service: Pick<GraphqlService, 'checked' | 'parse'>): readonly DocumentNode[] {
  try {
    const operations = source.method === 'GET' ? [queryParameters(source.query)] : operationsOf(source.body)
    return operations.map(({ query }) => service.checked(query) ?? service.parse(query))
  } catch (error) {
    throw error instanceof GraphQLError ? LeftToStrapi.because(notValid) : error
  }
}

const operationsOf = (body: unknown) => (Array.isArray(body) ? (body as unknown[]) : [body]).map(bodyParameters)

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
  const text = String(response.body)
  // `errors` is the first member of a result. A list has one result for each operation.
  if (response.status !== 200 || /^\[?\{"errors":/.test(text) || text.includes(',{"errors":')) {
    throw LeftToStrapi.because(reason)
  }
  if (response.headers['Content-Type'] !== contentTypes.json) throw LeftToStrapi.because(otherType)
  return response
}

/** Never called, because `requireQueries` forwards mutations. */
const toStrapi = () => Promise.reject(LeftToStrapi.because(isWrite))

const writesOfStrapi: Omit<Entries, keyof EntryReads> = {
  planResponse: toStrapi,
  create: toStrapi,
  update: toStrapi,
  remove: toStrapi,
  updateSingle: toStrapi,
  removeSingle: toStrapi,
  runMatching: toStrapi,
  createLocalization: toStrapi,
}
