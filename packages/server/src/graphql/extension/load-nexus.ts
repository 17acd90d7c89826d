import Module, { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { version } from 'graphql'
import { ExtensionError } from '../../project/extension-error.js'
import type { Nexus } from './nexus-types.js'

const ours = createRequire(import.meta.url)

/**
 * Returns a function that loads nexus of the project, or else of this package. It throws ExtensionError if
 * there is none, or if nexus doesn't load with the graphql of this server.
 */
export function nexusLoader(project: string | undefined): () => Nexus {
  const from = [...(project === undefined ? [] : [join(project, 'package.json')]), import.meta.url]
  return () => {
    for (const base of from) {
      const require = createRequire(base)
      let path: string
      try {
        path = require.resolve('nexus')
      } catch {
        continue
      }
      return loadsOurGraphql(path) ? (require(path) as Nexus) : loadWithOurGraphql(path)
    }
    throw new ExtensionError('An extension uses nexus, which is not installed: add "nexus" to the project.')
  }
}

/** Whether nexus loads the same graphql-js as this server. One graphql-js doesn't accept types of another one. */
function loadsOurGraphql(nexus: string): boolean {
  return graphqlOf(nexus) === ours.resolve('graphql')
}

/** Returns the path of the graphql that a module loads, or null. */
function graphqlOf(path: string): string | null {
  try {
    return createRequire(path).resolve('graphql')
  } catch {
    return null
  }
}

type Resolve = (request: string, parent: { readonly filename?: string } | undefined, ...more: unknown[]) => string

/**
 * Loads nexus again with the graphql of this server, instead of the version that Strapi 4 installs next to
 * nexus.
 * @throws ExtensionError if nexus doesn't work with it
 */
function loadWithOurGraphql(path: string): Nexus {
  const name = `${sep}nexus`
  const folder = path.slice(0, path.lastIndexOf(name + sep) + name.length)
  const resolver = Module as unknown as { _resolveFilename: Resolve }
  const resolve = resolver._resolveFilename
  // Node caches how a folder resolves a name for as long as the resolved module is cached.
  const theirs = graphqlOf(path)
  for (const file of Object.keys(ours.cache)) {
    if (file.startsWith(folder + sep) || file === theirs) delete ours.cache[file]
  }
  resolver._resolveFilename = (request, parent, ...more) => {
    const isGraphql = request === 'graphql' || request.startsWith('graphql/')
    return isGraphql && parent?.filename?.startsWith(folder + sep)
      ? ours.resolve(request)
      : resolve.call(Module, request, parent, ...more)
  }
  try {
    return ours(path) as Nexus
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ExtensionError(
      `nexus doesn't load with graphql ${version}, which this server uses (${reason}): install nexus 1.3 in the project.`,
    )
  } finally {
    resolver._resolveFilename = resolve
  }
}
