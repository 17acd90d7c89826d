import { createPlanCache } from '@content-api/core/entries/plan-cache'
import { createEntryReads } from '@content-api/core/entries/read-entries'
import type { Accounts } from '@content-api/capabilities/accounts/accounts'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import type { Handler } from '@content-api/core/composition/handler'
import type { ReadDatabase } from '@content-api/engine/database'
import type { ExtensionSource } from '@content-api/interfaces/graphql/contracts'
import { type EndpointParts, serveGraphql } from '@content-api/interfaces/graphql/http/endpoint'
import { documentSignInSchema, signInOperations } from '@content-api/interfaces/graphql/operations/sign-in'
import { documentUploadOperations } from '@content-api/interfaces/graphql/operations/uploads'
import { documentUserSchema, userOperations } from '@content-api/interfaces/graphql/operations/users'
import { documentShape } from '@content-api/strapi-reads/graphql5/document-shape'
import { type DocumentMutationsOptions, documentMutations } from './document-mutations.js'
import { servedRules as rules } from './served-rules.js'

export interface DocumentGraphqlParts
  extends Omit<EndpointParts, 'entries'>,
    Pick<DocumentMutationsOptions, 'settings' | 'write'> {
  readonly database: ReadDatabase
  /** The largest page; null: only the cost of a query limits it. */
  readonly maxLimit: number | null
  /** Whether types also have the fields of Strapi 4. */
  readonly hasOldFields: boolean
  readonly accounts: Accounts
  readonly uploads: Uploads
  readonly extension: ExtensionSource
}

/**
 * Opens GraphQL of a Strapi 5 project. Returns the handler of its endpoint.
 * @throws ExtensionError for a mistake in an extension
 */
export async function openGraphql(parts: DocumentGraphqlParts): Promise<Handler> {
  const {
    registry,
    database,
    planning,
    settings,
    write,
    maxLimit,
    hasOldFields,
    accounts,
    uploads,
    extension,
    ...others
  } = parts
  const entries = createEntryReads({
    database,
    preparePlan: createPlanCache(database),
    context: ({ can }) => ({ registry, can, ...planning }),
  })
  const shape = documentShape({
    rules,
    hasOldFields,
    admit: (call) => call,
    accept: (text) => text,
    writes: documentMutations({ registry, settings, rules, write }),
  })
  const operations = [
    documentUploadOperations(uploads),
    userOperations(accounts, documentUserSchema),
    signInOperations(accounts, documentSignInSchema),
  ]
  const { defaultLimit } = parts.config.graphql.config
  return serveGraphql(
    { ...others, registry, planning, entries },
    // Multipart requests have no use: files are uploaded by REST.
    {
      shape,
      operations,
      extension: await extension.open(operations),
      limits: { defaultLimit, amountLimit: maxLimit },
      uploads: null,
    },
  )
}
