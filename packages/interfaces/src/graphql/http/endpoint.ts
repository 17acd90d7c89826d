import { randomUUID } from 'node:crypto'
import type { Registry } from '@content-api/model'
import type { Database } from '@content-api/engine/database'
import { GraphQLError } from 'graphql'
import { ApiError } from '@content-api/engine/errors'
import type { Accounts } from '@content-api/capabilities/accounts/accounts'
import type { Handler } from '@content-api/core/composition/handler'
import type { Config } from '@content-api/core/config/schema'
import type { Caller } from '@content-api/core/entries/caller'
import type { Entries } from '@content-api/core/entries/entries'
import type { EntryReads } from '@content-api/core/entries/read-entries'
import { listLocales } from '@content-api/capabilities/i18n/locales'
import {
  prefersHtml,
  type HttpRequest,
  type HttpResponse,
  noteRoute,
  segmentsBelow,
} from '@content-api/core/message/message'
import { mediaType, parseBody } from '@content-api/core/message/body'
import { type IsOwnHost, requireOwnHost, schemaHosts } from '@content-api/core/composition/own-hosts'
import { notedCookies } from '@content-api/core/message/noted-cookies'
import type { PlanSettings } from '@content-api/core/query/plan-context'
import type { Telemetry } from '@content-api/core/telemetry/telemetry'
import type { FormFields, ReceivedForm } from '@content-api/capabilities/uploads/receive-form'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import { createGraphql, withLimits } from '../create-graphql.js'
import { localeOperations } from '../operations/locales.js'
import { signInOperations } from '../operations/sign-in.js'
import { uploadOperations } from '../operations/uploads.js'
import { userOperations } from '../operations/users.js'
import type { ExtensionSource, GraphqlOptions, PageLimits } from '../contracts.js'
import { entryShape } from '../entry-shape.js'
import type { GraphqlResponse } from './express-graphql.js'
import { createGraphqlOverHttp, type GraphqlOverHttp } from './graphql-over-http.js'
import { type FormOperations, putFiles, readFormOperations, requireMapped } from './multipart.js'
import { type Playground, playgroundPolicy } from './playground.js'

/** The parts of the service that an endpoint needs, whatever its shape is. */
export interface EndpointParts {
  readonly registry: Registry
  readonly config: Config
  readonly entries: EntryReads
  readonly planning: PlanSettings
  /** Creates the playground with its initial query. */
  readonly createPlayground: (example: string) => Playground
  readonly telemetry: Telemetry
  /** Returns the caller of a request. @throws ApiError for wrong credentials */
  readonly identify: (request: HttpRequest) => Promise<Caller>
  /** Reports a failure to the operator. */
  readonly log: (failure: Failure) => void
  readonly production: boolean
  readonly development: boolean
}

/** The parts of the service that GraphQL uses. */
export interface GraphqlParts extends EndpointParts {
  readonly database: Database
  readonly entries: Entries
  readonly uploads: Uploads
  readonly accounts: Accounts
  readonly extension: ExtensionSource
}

/** A failure of a GraphQL request. */
interface Failure {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly error: unknown
}

/**
 * Opens GraphQL with the project's extensions. Returns the handler of its endpoint.
 * @throws ExtensionError for a mistake in an extension
 */
export async function openGraphql(parts: GraphqlParts): Promise<Handler> {
  const { registry, entries, config, planning, uploads, accounts } = parts
  const operations = [
    uploadOperations(uploads),
    localeOperations({
      database: parts.database,
      locales: listLocales(planning.locales.codes, planning.locales.default),
      context: (can) => withLimits({ registry, can, ...planning }, config.graphql.config),
    }),
    userOperations(accounts),
    signInOperations(accounts),
  ]
  const extension = await parts.extension.open(operations)
  return serveGraphql(parts, {
    shape: entryShape(entries),
    operations,
    extension,
    limits: config.graphql.config,
    uploads,
  })
}

/** What is served at an endpoint. */
export interface ServedShape extends Pick<GraphqlOptions, 'shape' | 'operations' | 'extension'> {
  /** The limits of lists. */
  readonly limits: PageLimits
  /** Receives the files of forms; null if no field takes a file. */
  readonly uploads: Pick<Uploads, 'receive'> | null
}

/** Returns the handler of an endpoint. @throws ExtensionError or Error for a schema that isn't valid */
export function serveGraphql(parts: EndpointParts, served: ServedShape): Handler {
  const { registry, entries, production, config, planning, log } = parts
  const { shape, limits, uploads, ...others } = served
  const isSchemaHost = schemaHosts(config, parts.development)
  const { endpoint, playgroundAlways, batchLimit, apolloServer } = config.graphql.config
  const service = createGraphql({
    registry,
    shape,
    entries,
    production,
    isSchemaHost,
    meter: parts.telemetry.meter,
    ...others,
    config: { ...config, graphql: { config: { ...config.graphql.config, ...limits } } },
    context: (can) => ({ registry, can, ...planning }),
    report: (error, { id: requestId = randomUUID(), method = 'POST' }: Partial<HttpRequest> = {}) => {
      log({ requestId, method, path: endpoint, error })
      return requestId
    },
  })
  // The example query names types, so it needs the same permission as introspection.
  const introspection = apolloServer.introspection ?? !production
  const example = () => (introspection ? shape.exampleQuery(service.schema, registry) : '{ __typename }')
  return createHandler({
    ...parts,
    uploads,
    graphql: createGraphqlOverHttp({ service, batchLimit, tracing: apolloServer.tracing, isSchemaHost }),
    isSchemaHost,
    playground: !production || playgroundAlways ? parts.createPlayground(example()) : null,
  })
}

interface Endpoint extends Pick<EndpointParts, 'config' | 'identify'>, Pick<ServedShape, 'uploads'> {
  readonly graphql: GraphqlOverHttp
  /** The hosts of which the playground is served; null for all. */
  readonly isSchemaHost: IsOwnHost | null
  /** null if it is disabled, as in production. */
  readonly playground: Playground | null
}

const allow = { Allow: 'GET, POST' }
/** `Accept` selects a media type or the page of the playground. */
const varying = { Vary: 'Origin, Accept, Accept-Encoding, Authorization' }

/**
 * Returns the handler of GraphQL and its playground. The handler throws ApiError for an unsupported method,
 * an unreadable body or invalid credentials.
 */
function createHandler(options: Endpoint): Handler {
  const { config, playground, isSchemaHost } = options
  const { endpoint } = config.graphql.config
  return (request) => {
    const segments = segmentsBelow(endpoint, request.path)
    if (segments === null) return null
    noteRoute(request, endpoint)
    const [folder, name, ...more] = segments
    if (folder !== undefined) {
      const file = folder === 'playground' && name !== undefined && more.length === 0
      return file && playground && isRead(request) ? playgroundFile(playground, name) : null
    }
    if (playground && isRead(request) && prefersHtml(request.header('accept'))) {
      if (isSchemaHost) requireOwnHost(isSchemaHost, request)
      return playgroundPage(playground, request)
    }
    if (request.method === 'OPTIONS') return { status: 200, headers: allow, body: '' }
    return respond(options, request)
  }
}

const isRead = ({ method }: HttpRequest) => method === 'GET' || method === 'HEAD'

async function respond(options: Endpoint, request: HttpRequest): Promise<HttpResponse> {
  const { status, headers, body } = await runOperation(options, request)
  const cookies = notedCookies(request)
  return { status, headers: { ...varying, ...headers }, ...(cookies.length > 0 && { cookies }), body }
}

async function runOperation(options: Endpoint, request: HttpRequest): Promise<GraphqlResponse> {
  const { graphql, identify } = options
  if (request.method === 'GET')
    return await graphql.run(request, await identify(request), { method: 'GET', query: request.query })
  if (request.method !== 'POST') {
    throw new ApiError('MethodNotAllowedError', `${request.method} is not allowed here. Allowed: ${allow.Allow}`, {
      headers: allow,
    })
  }
  const contentType = request.header('content-type')
  const media = mediaType(contentType)
  const { uploads } = options
  if (media === 'multipart/form-data' && uploads) return runForm({ ...options, uploads }, request, contentType ?? '')
  const bytes = await request.body()
  if (bytes.length > 0 && !/^application\/(?:[\w.-]+\+)?json$/.test(media)) {
    throw new ApiError('UnsupportedMediaTypeError', 'Send the operation as application/json')
  }
  const body = parseBody(bytes, contentType, options.config.limits)
  request.projectContext?.noteBody(body)
  return await graphql.run(request, await identify(request), { method: 'POST', body: body ?? {} })
}

async function runForm(
  { graphql, identify, uploads, config }: Endpoint & { readonly uploads: Pick<Uploads, 'receive'> },
  request: HttpRequest,
  contentType: string,
): Promise<GraphqlResponse> {
  const caller = await identify(request)
  const readOperations = (fields: FormFields) => readFormOperations(fields, config.limits)
  let operations: FormOperations | undefined
  const admit = (fields: FormFields, field: string) => {
    if (!operations) {
      operations = readOperations(fields)
      const rejection = graphql.checkFiles(request, caller, operations.operations)
      if (rejection) throw new RejectedForm(rejection)
    }
    requireMapped(operations, field)
  }
  let form: ReceivedForm | undefined
  try {
    form = await uploads.receive({ source: request.stream(), contentType, address: request.address }, admit)
    operations ??= readOperations(form.fields)
    putFiles(operations, form.files, form.fields)
    request.projectContext?.noteBody(operations.operations)
    return await graphql.run(request, caller, { method: 'POST', body: operations.operations })
  } catch (error) {
    if (error instanceof RejectedForm) return error.response
    if (error instanceof GraphQLError) return graphql.requestError(request, error)
    throw error
  } finally {
    await form?.dispose()
  }
}

/** Thrown when the caller can't run the operations of a form, before its files are stored. */
class RejectedForm extends Error {
  constructor(readonly response: GraphqlResponse) {
    super('The operations of the form are rejected')
  }
}

function playgroundPage(playground: Playground, { path }: HttpRequest): HttpResponse {
  // Relative, so that it also works when the service is mounted in another application.
  const last = path.slice(path.lastIndexOf('/') + 1)
  const folder = last === '' ? './playground' : `./${last}/playground`
  const headers = {
    ...varying,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': playgroundPolicy,
    'Referrer-Policy': 'no-referrer',
  }
  return { status: 200, headers, body: playground.page(encodeURI(folder)) }
}

async function playgroundFile(playground: Playground, name: string): Promise<HttpResponse | null> {
  const file = await playground.file(name)
  if (!file) return null
  const headers = { 'Content-Type': file.contentType, 'Cache-Control': 'max-age=86400' }
  return { status: 200, headers, body: file.text }
}
