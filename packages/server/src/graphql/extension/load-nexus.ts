import { createRequire } from 'node:module'
import { join } from 'node:path'
import { GraphQLSchema, version } from 'graphql'
import { ExtensionError } from '../../project/extension-error.js'
import type { Nexus } from './nexus-types.js'

/** nexus as the project has it, else as this package finds it. @throws ExtensionError when it isn't installed */
export function nexusLoader(project: string | undefined): () => Nexus {
  const from = [...(project === undefined ? [] : [join(project, 'package.json')]), import.meta.url]
  return () => {
    for (const place of from) {
      const require = createRequire(place)
      let path: string
      try {
        path = require.resolve('nexus')
      } catch {
        continue
      }
      requireOurs(path)
      return require(path) as Nexus
    }
    throw new ExtensionError('An extension asks for nexus, which is not installed: add "nexus" to the project.')
  }
}

/** Types of one graphql-js mean nothing to another. @throws ExtensionError when nexus would load another one */
function requireOurs(nexus: string): void {
  const theirs = createRequire(nexus)('graphql') as { GraphQLSchema?: unknown; version?: string }
  if (theirs.GraphQLSchema === GraphQLSchema) return
  throw new ExtensionError(
    `nexus finds graphql ${theirs.version ?? ''} and this server uses ${version}: add "graphql": "${version}" to the project.`,
  )
}
