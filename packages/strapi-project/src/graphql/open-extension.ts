import { resolve } from 'node:path'
import { onDemand } from '@content-api/engine/on-demand'
import type { Registry } from '@content-api/model'
import type { Config } from '@content-api/core/config/schema'
import type { OnMistake } from '@content-api/core/errors/extension-error'
import type { ExtensionSource } from '@content-api/interfaces/graphql/contracts'
import { locating } from '../code/loading/code-location.js'
import type { RegisteredProject } from '../code/register-project.js'

export interface ProjectExtensionOptions {
  /** The folder of the project, from which nexus is loaded. */
  readonly folder: string | undefined
  readonly project: RegisteredProject
  readonly registry: Registry
  readonly config: Config
  /** Receives each mistake, and the others go on. Without it, the first mistake is thrown. */
  readonly onMistake?: OnMistake | undefined
}

const loadBuilder = onDemand('GraphQL extensions', () => import('./build-extension.js'))

/** Returns the GraphQL extension of a project. Its modules are loaded when it is opened. */
export function projectExtension(options: ProjectExtensionOptions): ExtensionSource {
  const { folder, project } = options
  const isPresent = () => project.extensions.length > 0 || project.shadow.isChanged()
  return {
    isPresent,
    async open(operations) {
      if (!isPresent() && project.readHooked().length === 0) return undefined
      const { buildExtension } = await loadBuilder()
      return locating(folder === undefined ? undefined : resolve(folder), () => buildExtension(options, operations))
    },
  }
}
