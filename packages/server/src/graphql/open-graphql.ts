import { randomUUID } from 'node:crypto'
import type { Registry } from '@content-api/model'
import type { Accounts } from '../auth/accounts.js'
import type { Config } from '../config/schema.js'
import type { Caller } from '../entries/caller.js'
import type { Entries } from '../entries/entries.js'
import type { PlanSettings } from '../query/plan-context.js'
import type { Telemetry } from '../telemetry/telemetry.js'
import type { Uploads } from '../upload/uploads.js'
import { createGraphql } from './create-graphql.js'
import { createGraphqlOverHttp } from './http/graphql-over-http.js'
import { localeOperations } from './operations/locales.js'
import { signInOperations } from './operations/sign-in.js'
import { uploadOperations } from './operations/uploads.js'
import { userOperations } from './operations/users.js'
import { withLimits } from './plan/graphql-limits.js'
import { exampleQuery, createPlayground } from './http/playground.js'
import type { ExtensionSource, GraphqlOptions } from './service.js'
import { createGraphqlHandler } from './http/handler.js'
import { schemaHosts } from '../message/own-hosts.js'
import { listLocales } from '../i18n/locales.js'
import type { Handler } from '../composition/handler.js'
import type { HttpRequest } from '../message/message.js'

/** The parts of the service that GraphQL uses. */
export interface GraphqlParts {
  readonly registry: Registry
  readonly config: Config
  readonly entries: Entries
  readonly planning: PlanSettings
  readonly uploads: Uploads
  readonly accounts: Accounts
  readonly extension: ExtensionSource
  readonly telemetry: Telemetry
  /** Returns the caller of a request. @throws ApiError for wrong credentials */
  readonly identify: (request: HttpRequest) => Promise<Caller>
  /** Reports a failure to the operator. */
  readonly log: (failure: Failure) => void
  readonly production: boolean
  readonly development: boolean
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
  const { registry, entries, production, config, planning, uploads, accounts, identify, log } = parts
  const isSchemaHost = schemaHosts(config, parts.development)
  const { endpoint, playgroundAlways, batchLimit, apolloServer } = config.graphql.config
  const context: GraphqlOptions['context'] = (can) => ({ registry, can, ...planning })
  const operations = [
    uploadOperations(uploads),
    localeOperations({
      database: accounts.scope.database,
      locales: listLocales(planning.locales.codes, planning.locales.default),
      context: (can) => withLimits(context(can), config.graphql.config),
    }),
    userOperations(accounts),
    signInOperations(accounts),
  ]
  const extension = await parts.extension.open(operations)
  const service = createGraphql({
    registry,
    entries,
    production,
    isSchemaHost,
    meter: parts.telemetry.meter,
    operations,
    extension,
    config,
    context,
    report: (error, { id: requestId = randomUUID(), method = 'POST' }: Partial<HttpRequest> = {}) => {
      log({ requestId, method, path: endpoint, error })
      return requestId
    },
  })
  // The example query names types, so it needs the same permission as introspection.
  const introspection = apolloServer.introspection ?? !production
  const example = () => (introspection ? exampleQuery(service.schema, registry) : '{ __typename }')
  return createGraphqlHandler({
    endpoint,
    limits: config.limits,
    graphql: createGraphqlOverHttp({ service, batchLimit, tracing: apolloServer.tracing, isSchemaHost }),
    identify,
    receiveForm: (request, contentType, admit) =>
      uploads.receive({ source: request.stream(), contentType, address: request.address }, admit),
    isSchemaHost,
    playground: !production || playgroundAlways ? createPlayground(example()) : null,
  })
}
