import { buildSchema, type GraphQLSchema } from 'graphql'
import { UsageError } from '../profile/configuration.js'
import { readRegularFile } from '../profile/regular-file.js'

/**
 * Reads the GraphQL schema that a configuration provides instead of introspection.
 * @param path of a file in SDL
 * @throws UsageError if it can't be read or is not a schema
 */
export function readSchema(path: string): GraphQLSchema {
  try {
    return buildSchema(readRegularFile(path))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`\`graphql.schema\`: ${path} is not a GraphQL schema in SDL: ${why}`)
  }
}
