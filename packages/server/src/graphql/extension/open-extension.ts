import type { Registry } from '@content-api/model'
import type { Config } from '../../config/schema.js'
import type { Entries } from '../../entries/entries.js'
import type { OperationSchema, SchemaExtension } from '../service.js'
import type { Register } from '../../project/extension-host.js'
import { buildExtension } from './build-extension.js'
import { nexusLoader } from './load-nexus.js'
import { createEntityService } from '../../project/entity-service.js'
import type { MiddlewareFactory, Policy } from '../../project/extension-input.js'
import { findNothing, projectCode, withRegistered } from '../../project/project-code.js'

/** How a program extends the GraphQL interface (specification §4.6), beside the files of its project. */
export interface ExtensionOptions {
  /** Called after the `register` of the project's `src/index`, before the schema is made. */
  readonly register?: Register
  /** Policies by the names that `resolversConfig` refers to them by; they win over files. */
  readonly policies?: Readonly<Record<string, Policy>>
  /** Middlewares of resolvers by name; they win over files. */
  readonly middlewares?: Readonly<Record<string, MiddlewareFactory>>
}

export interface OpenExtensionOptions extends ExtensionOptions {
  readonly project: string | undefined
  readonly registry: Registry
  /** Without content the extension is only looked at: nothing is bootstrapped, and there is no entityService. */
  readonly entries?: Entries
  readonly config: Config
  readonly operations: readonly OperationSchema[]
}

/** @throws ExtensionError for whatever in the extensions of a project or a program doesn't fit */
export async function openExtension({
  project,
  registry,
  entries,
  config,
  operations,
  register,
  policies = {},
  middlewares = {},
}: OpenExtensionOptions): Promise<SchemaExtension> {
  const code = project === undefined ? undefined : projectCode(project)
  const lifecycle = await code?.lifecycle()
  const registers = [lifecycle?.register, register].filter((given) => given !== undefined)
  return buildExtension({
    registry,
    registers,
    ...(entries && lifecycle?.bootstrap && { bootstrap: lifecycle.bootstrap }),
    shadowCRUD: config.graphql.config.shadowCRUD,
    locales: config.i18n.locales,
    operations,
    find: withRegistered({ policies, middlewares }, code?.find ?? findNothing),
    loadNexus: nexusLoader(project),
    services: entries ? { entityService: createEntityService(registry, entries) } : {},
  })
}
