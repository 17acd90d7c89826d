import { resolve } from 'node:path'
import { onDemand } from '@content-api/engine/on-demand'
import type { Registry } from '@content-api/model'
import type { Config } from '@content-api/core/config/schema'
import type { OnMistake } from '@content-api/core/errors/extension-error'
import type { ExtensionSource } from '@content-api/interfaces/graphql/contracts'
import { locating } from '../code/loading/code-location.js'
import type { RegisteredProject } from '../code/register-project.js'
import type { DocumentParts } from './document-results.js'
import type { ExtensionShape } from './extension-shape.js'

interface OpenExtensionOptions {
  /** The folder of the project, from which nexus is loaded. */
  readonly folder: string | undefined
  readonly project: RegisteredProject
  readonly registry: Registry
  readonly config: Config
  /** Receives each mistake, and the others go on. Without it, the first mistake is thrown. */
  readonly onMistake?: OnMistake | undefined
}

export interface ProjectExtensionOptions extends OpenExtensionOptions {
  /** How the extension sees entries. */
  readonly shape: ExtensionShape
}

const loadBuilder = onDemand('GraphQL extensions', async () => {
  const [builder, entries, documents] = await Promise.all([
    import('./build-extension.js'),
    import('./entry-results.js'),
    import('./document-results.js'),
  ])
  return { ...builder, ...entries, ...documents }
})

/** Returns the GraphQL extension of a project of Strapi 4. Its modules are loaded when it is opened. */
export function projectExtension(options: OpenExtensionOptions): ExtensionSource {
  const { project } = options
  return extensionSource(options, {
    isUsed: () => isPresent(project) || project.readHooked().length > 0,
    shapeOf: ({ entryResults }) => entryResults,
  })
}

/**
 * Returns the GraphQL extension of a project of Strapi 5. Its code may add hooks and middlewares of documents at
 * any time.
 */
export function documentExtension(
  options: OpenExtensionOptions,
  loadParts: () => Promise<DocumentParts>,
): ExtensionSource {
  return extensionSource(options, {
    isUsed: () => options.project.hasCode,
    shapeOf: async ({ documentResults }) => documentResults(await loadParts()),
  })
}

const isPresent = ({ extensions, shadow }: RegisteredProject) => extensions.length > 0 || shadow.isChanged()

interface Generation {
  readonly isUsed: () => boolean
  readonly shapeOf: (modules: Awaited<ReturnType<typeof loadBuilder>>) => ExtensionShape | Promise<ExtensionShape>
}

function extensionSource(options: OpenExtensionOptions, { isUsed, shapeOf }: Generation): ExtensionSource {
  const { folder, project } = options
  return {
    isPresent: () => isPresent(project),
    async open(operations) {
      if (!isPresent(project) && !isUsed()) return undefined
      const modules = await loadBuilder()
      const shape = await shapeOf(modules)
      return locating(folder === undefined ? undefined : resolve(folder), () =>
        modules.buildExtension({ ...options, shape }, operations),
      )
    },
  }
}
