import { randomUUID } from 'node:crypto'
import { createGraphql } from './graphql/create-graphql.js'
import { openExtension } from './graphql/extension/open-extension.js'
import { createGraphqlOverHttp } from './graphql/http/graphql-over-http.js'
import { localeOperations } from './graphql/operations/locales.js'
import { signInOperations } from './graphql/operations/sign-in.js'
import { uploadOperations } from './graphql/operations/uploads.js'
import { userOperations } from './graphql/operations/users.js'
import { withLimits } from './graphql/plan/graphql-limits.js'
import { exampleQuery, createPlayground } from './graphql/http/playground.js'
import type { GraphqlOptions } from './graphql/service.js'
import { createGraphqlHandler } from './graphql/http/handler.js'
import { schemaHosts } from './message/own-hosts.js'
import { listLocales } from './i18n/locales.js'
import type { Handler } from './composition/handler.js'
import type { HttpRequest } from './message/message.js'
import type { Parts } from './open-parts.js'
import type { OnMistake } from './project/attempt.js'

export interface GraphqlParts extends Parts {
  /** The folder of the project. */
  readonly folder: string | undefined
  readonly production: boolean
  readonly development: boolean
  /** Receives each mistake of an extension, and the others go on. Without it, the first mistake is thrown. */
  readonly onMistake?: OnMistake
}

/**
 * Opens GraphQL with the project's extensions. Returns the handler of its endpoint.
 * @throws ExtensionError for a mistake in an extension
 */
export async function openGraphql(parts: GraphqlParts): Promise<Handler> {
  const { registry, entries, production, config, planning, uploads, accounts, identify, log } = parts
  const { folder, project } = parts
  const isSchemaHost = schemaHosts(config, parts.development)
  const { endpoint, playgroundAlways, batchLimit, apolloServer } = config.graphql.config
  const context: GraphqlOptions['context'] = (can) => ({ registry, can, ...planning })
  const operations = [
    uploadOperations(uploads),
    localeOperations({
      locales: listLocales(planning.locales.codes, planning.locales.default),
      context: (can) => withLimits(context(can), config.graphql.config),
    }),
    userOperations(accounts),
    signInOperations(accounts),
  ]
  const extension = await openExtension({ folder, project, registry, config, operations, onMistake: parts.onMistake })
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
    noteBody: project.noteBody,
    receiveForm: (request, contentType, admit) =>
      uploads.receive({ source: request.stream(), contentType, address: request.address }, admit),
    isSchemaHost,
    playground: !production || playgroundAlways ? createPlayground(example()) : null,
  })
}
