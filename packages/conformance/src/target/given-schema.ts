import { buildSchema, type GraphQLSchema } from 'graphql'
import { UsageError } from '../profile/configuration.js'
import { readRegularFile } from '../profile/regular-file.js'

/**
 * Reads the GraphQL schema that a configuration gives in place of introspection.
 * @param path of a file in SDL
 * @throws UsageError when it cannot be read or is no schema
 */
export function readSchema(path: string): GraphQLSchema {
  try {
    return buildSchema(readRegularFile(path))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`\`graphql.schema\`: ${path} is no GraphQL schema in SDL: ${why}`)
  }
}
