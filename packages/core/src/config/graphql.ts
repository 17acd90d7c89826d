import { closest, listed } from '@content-api/model'
import * as z from 'zod/mini'
import { path, positive } from './values.js'

/** Options of Apollo Server that can have no effect here, each with a replacement or the reason. */
const meaningless: Readonly<Record<string, string>> = {
  allowBatchedHttpRequests: 'set graphql.config.batchLimit to 1 to take one operation per request.',
  bodyParserConfig: 'set limits.body.',
  context: 'the context of extensions holds the caller and the request.',
  cors: 'set cors.origins.',
  csrfPrevention: 'the server always rejects requests that a page of another origin could send without a preflight.',
  dataSources: 'use strapi.entityService in extensions.',
  debug: 'stack traces are only in the log, never in a response.',
  documentStore: 'checked documents are always cached.',
  formatError: 'throw an ApiError from the resolver instead.',
  formatResponse: 'use a middleware in resolversConfig.',
  includeStacktraceInErrorResponses: 'stack traces are only in the log, never in a response.',
  logger: 'pass the option `log` to createContentApi.',
  mocks: 'responses always come from the content.',
  parseOptions: 'the parser has no options.',
  persistedQueries: 'they are not supported; clients that try them send the full query instead.',
  playground: 'set graphql.config.playgroundAlways.',
  plugins: 'use a middleware in resolversConfig.',
  resolvers: 'use an extension.',
  schema: 'use an extension.',
  stopOnTerminationSignals: 'the command line always stops on signals.',
  subscriptions: 'they are not supported.',
  typeDefs: 'use an extension.',
  uploads: 'set upload.',
  validationRules: 'set depthLimit or amountLimit.',
}

const options = {
  /** Adds the times of each operation to its response. */
  tracing: z._default(z.boolean(), false),
  /** By default, introspection is disabled in production only. */
  introspection: z.optional(z.boolean()),
  /** Accepted for configurations of Strapi 4. The caches of checked documents and plans are always bounded. */
  cache: z.optional(z.literal('bounded', { error: 'must be "bounded", the only supported cache, or absent.' })),
}

const apolloServer = z.looseObject(options).check(({ value, issues }) => {
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(options, key)) continue
    issues.push({ code: 'custom', path: [key], message: rejectionOf(key), input: value })
  }
})

function rejectionOf(key: string): string {
  const instead = Object.hasOwn(meaningless, key) ? meaningless[key] : undefined
  if (instead !== undefined) return `has no meaning here: ${instead}`
  const known = Object.keys(options)
  const near = closest(key, known)
  return `is not known. ${near === undefined ? `There are: ${listed(known)}.` : `Did you mean "${near}"?`}`
}

/** The keys of specification §8, and further limits. */
export const graphql = z.strictObject({
  endpoint: z._default(path, '/graphql'),
  /** Generates the schema from the content types. Otherwise the schema holds only what extensions and plugins add. */
  shadowCRUD: z._default(z.boolean(), true),
  /** Serves the GraphQL playground in production, too. */
  playgroundAlways: z._default(z.boolean(), false),
  depthLimit: z._default(positive, 7),
  /** The maximum number of entries of a list, at every level. */
  amountLimit: z._default(positive, 100),
  /** The number of entries of a list when the query has no limit. */
  defaultLimit: z._default(positive, 10),
  /**
   * The maximum number of entries that a request may select. A list inside another list counts once for each
   * entry of the outer list. For example, ten lists of 100 entries, each entry with three lists of ten, count
   * as 31,000 entries.
   */
  costLimit: z._default(positive, 40_000),
  /** The maximum number of tokens of a document: names, values and punctuation. */
  tokenLimit: z._default(positive, 1_000),
  /** The maximum number of aliases in a document. */
  aliasLimit: z._default(positive, 50),
  /** The maximum number of operations in one request. */
  batchLimit: z._default(positive, 10),
  apolloServer: z.prefault(apolloServer, {}),
})
