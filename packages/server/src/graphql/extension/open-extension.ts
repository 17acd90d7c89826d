import { resolve } from 'node:path'
import type { Registry } from '@content-api/model'
import type { Config } from '../../config/schema.js'
import type { OnMistake } from '../../errors/attempt.js'
import { locating } from '../../strapi/code/loading/code-location.js'
import type { RegisteredProject } from '../../strapi/code/registered-project.js'
import type { OperationSchema, SchemaExtension } from '../service.js'
import { buildExtension } from './build-extension.js'
import { nexusLoader } from './nexus.js'

export interface OpenExtensionOptions {
  /** The folder of the project, from which nexus is loaded. */
  readonly folder: string | undefined
  readonly project: RegisteredProject
  readonly registry: Registry
  readonly config: Config
  readonly operations: readonly OperationSchema[]
  /** Receives each mistake, and the others go on. Without it, the first mistake is thrown. */
  readonly onMistake?: OnMistake | undefined
}

/** Builds the extension of a project or program. @throws ExtensionError for mistakes in it */
export function openExtension({
  folder,
  project,
  registry,
  config,
  operations,
  onMistake,
}: OpenExtensionOptions): Promise<SchemaExtension> {
  return locating(folder === undefined ? undefined : resolve(folder), () =>
    buildExtension({
      registry,
      project,
      locales: config.i18n.locales,
      operations,
      onMistake,
      milliseconds: config.limits.handlerMilliseconds,
      loadNexus: nexusLoader(folder),
    }),
  )
}
