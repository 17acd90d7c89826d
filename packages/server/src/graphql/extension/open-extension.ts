import { resolve } from 'node:path'
import type { Registry } from '@content-api/model'
import type { Config } from '../../config/schema.js'
import { locating } from '../../project/code-location.js'
import type { RegisteredProject } from '../../project/registered-project.js'
import type { OperationSchema, SchemaExtension } from '../service.js'
import { buildExtension } from './build-extension.js'
import { nexusLoader } from './load-nexus.js'

export interface OpenExtensionOptions {
  /** The folder of the project, from which nexus is loaded. */
  readonly folder: string | undefined
  readonly project: RegisteredProject
  readonly registry: Registry
  readonly config: Config
  readonly operations: readonly OperationSchema[]
}

/** Builds the extension of a project or program. @throws ExtensionError for mistakes in it */
export function openExtension({
  folder,
  project,
  registry,
  config,
  operations,
}: OpenExtensionOptions): Promise<SchemaExtension> {
  return locating(folder === undefined ? undefined : resolve(folder), () =>
    buildExtension({
      registry,
      project,
      locales: config.i18n.locales,
      operations,
      milliseconds: config.limits.handlerMilliseconds,
      loadNexus: nexusLoader(folder),
    }),
  )
}
