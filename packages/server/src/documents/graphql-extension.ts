import { ApiError } from '@content-api/engine/errors'
import type { SchemaExtension } from '@content-api/interfaces/graphql/contracts'
import type { DocumentMiddlewares } from '@content-api/strapi-documents/code/document-middlewares'
import type { RegisteredProject } from '@content-api/strapi-project/code/register-project'

/**
 * Returns what code of the project disables in the schema of GraphQL; undefined if it disables nothing.
 * @throws ApiError NotImplementedError for other changes, such as policies of fields: without them, requests
 * could pass that Strapi stops
 */
export function documentExtension(
  { extensions, shadow, readHooked }: Pick<RegisteredProject, 'extensions' | 'shadow' | 'readHooked'>,
  middlewares: Pick<DocumentMiddlewares, 'exist'>,
): SchemaExtension | undefined {
  if (extensions.length > 0) throw notRun('extends GraphQL by the extension service of the plugin graphql')
  if (middlewares.exist) throw notRun('adds middlewares by strapi.documents.use')
  const [hooked] = readHooked()
  if (hooked) throw notRun(`has hooks of reads of ${hooked.uid}`)
  if (!shadow.isChanged()) return undefined
  return {
    typeDefs: '',
    shadow,
    resolves: () => false,
    isExtended: () => false,
    hides: () => false,
    authorize: () => undefined,
    apply: () => undefined,
  }
}

const notRun = (what: string): ApiError =>
  new ApiError(
    'NotImplementedError',
    `The project ${what}, which doesn't run in GraphQL of Strapi 5 projects yet. Use REST, or remove it to serve the generated schema`,
  )
