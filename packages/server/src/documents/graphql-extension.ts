import { ApiError } from '@content-api/engine/errors'
import type { SchemaExtension } from '@content-api/interfaces/graphql/contracts'
import type { RegisteredProject } from '@content-api/strapi-project/code/register-project'

/**
 * Returns what code of the project disables in the schema of GraphQL; undefined if it disables nothing.
 * @throws ApiError NotImplementedError for other changes, such as policies of fields: without them, requests
 * could pass that Strapi stops
 */
export function documentExtension({
  extensions,
  shadow,
}: Pick<RegisteredProject, 'extensions' | 'shadow'>): SchemaExtension | undefined {
  if (extensions.length > 0) {
    const message =
      "The project extends GraphQL by the extension service of the plugin graphql, which doesn't run for Strapi 5 projects yet. " +
      'Without the extension, the generated schema is served'
    throw new ApiError('NotImplementedError', message)
  }
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
