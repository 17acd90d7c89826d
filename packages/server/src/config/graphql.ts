import { closest } from '@content-api/model'
import * as z from 'zod/mini'
import { path, positive } from './values.js'

/** Options of Apollo Server that have nothing to act on here, each with what to do instead. */
const meaningless: Readonly<Record<string, string>> = {
  allowBatchedHttpRequests: 'set graphql.config.batchLimit to 1 to take one operation per request.',
  bodyParserConfig: 'set limits.body.',
  context: 'extensions are given the caller and the request in their context.',
  cors: 'set cors.origins.',
  csrfPrevention: 'requests that could come from a foreign page unasked are refused anyway.',
  dataSources: 'extensions read content by strapi.entityService.',
  debug: 'stacks are never sent; they are in the log.',
  documentStore: 'checked documents are always kept.',
  formatError: 'throw an ApiError from the resolver instead.',
  formatResponse: 'use a middleware in resolversConfig.',
  includeStacktraceInErrorResponses: 'stacks are never sent; they are in the log.',
  logger: 'give `log` to createContentApi.',
  mocks: 'answers always come from the content.',
  parseOptions: 'documents are parsed in one way.',
  persistedQueries: 'clients hear that queries can not be asked for by their hash, and send them whole.',
  playground: 'set graphql.config.playgroundAlways.',
  plugins: 'use a middleware in resolversConfig.',
  resolvers: 'use an extension.',
  schema: 'use an extension.',
  stopOnTerminationSignals: 'the command line stops on signals by itself.',
  subscriptions: 'there are none.',
  typeDefs: 'use an extension.',
  uploads: 'set upload.',
  validationRules: 'set depthLimit or amountLimit.',
}

const options = {
  /** Adds the times of each operation to its answer. */
  tracing: z._default(z.boolean(), false),
  /** Off in production unless this says otherwise. */
  introspection: z.optional(z.boolean()),
  /** Kept for configurations of Strapi 4: checked documents and plans are always kept, and always within bounds. */
  cache: z.optional(
    z.literal('bounded', { error: 'must be "bounded", the only cache that there is; or leave it out.' }),
  ),
}

const apolloServer = z.looseObject(options).check((given) => {
  for (const key of Object.keys(given.value)) {
    if (Object.hasOwn(options, key)) continue
    given.issues.push({ code: 'custom', path: [key], message: refusal(key), input: given.value })
  }
})

function refusal(key: string): string {
  const instead = Object.hasOwn(meaningless, key) ? meaningless[key] : undefined
  if (instead !== undefined) return `has no meaning here: ${instead}`
  const known = Object.keys(options)
  const near = closest(key, known)
  return `is not known. ${near === undefined ? `There are: ${known.join(', ')}.` : `Did you mean "${near}"?`}`
}

/** The keys of specification §8, and what they leave open. */
export const graphql = z.strictObject({
  endpoint: z._default(path, '/graphql'),
  /** Makes the schema from the content types; otherwise only extensions and plugins are in it. */
  shadowCRUD: z._default(z.boolean(), true),
  /** Serves the page to try queries on in production, too. */
  playgroundAlways: z._default(z.boolean(), false),
  depthLimit: z._default(positive, 7),
  /** Entries of a list, at every level. */
  amountLimit: z._default(positive, 100),
  /** Entries of a list when the query doesn't say. */
  defaultLimit: z._default(positive, 10),
  /**
   * Entries that a request may ask for at most: those of a list below each entry of another count that many times. A page made
   * of ten lists of a hundred, with three lists of ten below each entry, asks for 31,000.
   */
  costLimit: z._default(positive, 40_000),
  /** Names, values and punctuation of a document. */
  tokenLimit: z._default(positive, 1_000),
  /** Renamed fields of a document. */
  aliasLimit: z._default(positive, 50),
  /** Operations that one request may carry. */
  batchLimit: z._default(positive, 10),
  apolloServer: z.prefault(apolloServer, {}),
})
