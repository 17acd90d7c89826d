import { type LoadOptions, type Registry, loadProject } from '@content-api/model'
import type { Config } from '../../../config/schema.js'
import { provideDotEnv } from '../../../config/dot-env.js'
import { provideGlobal, runWithoutHost } from '../host/current-host.js'
import { type FoundPlugin, findPlugins, type LoadedPlugins, loadPluginTypes } from '../plugins/plugin-files.js'
import { type ExtendedTypes, extendedTypes } from './extended-types.js'
import { type ProjectCode, projectCode } from './project-code.js'

/** The content types of a project and of its plugins, with the code that was loaded to find them. */
export interface ProjectModel {
  readonly registry: Registry
  readonly source: ProjectSource
}

export interface ProjectSource {
  readonly code: ProjectCode
  readonly found: readonly FoundPlugin[]
  readonly plugins: LoadedPlugins
  readonly extended: ExtendedTypes
}

/**
 * Loads the content types of a project and of its plugins, which define them in their code.
 * @throws ModelError with every mistake of the project's own schemas
 */
export async function loadModel(
  project: string,
  config: Pick<Config, 'api' | 'customFields'>,
  added: LoadOptions = {},
): Promise<ProjectModel> {
  const source = await loadSource(project)
  const { plugins, extended } = source
  const options = withConfig(config, added)
  const pluginTypes = { ...plugins.types, ...extended.added, ...options.pluginTypes }
  const hasTypes = Object.keys(pluginTypes).length > 0
  const isChanged = Object.keys(extended.changed).length > 0
  const registry = await loadProject(project, {
    ...options,
    ...(hasTypes && { pluginTypes }),
    ...(isChanged && { changedTypes: extended.changed }),
  })
  return { registry, source }
}

/** Returns the options for schemas that the configuration and a program set. */
export function withConfig<Options extends LoadOptions>(
  { api, customFields }: Pick<Config, 'api' | 'customFields'>,
  options: Options,
): Options {
  return {
    ...options,
    customFields: { ...customFields, ...options.customFields },
    privateAttributes: [...api.responses.privateAttributes, ...(options.privateAttributes ?? [])],
  }
}

/** Loads the code of a project as far as it defines content types. */
export async function loadSource(project: string): Promise<ProjectSource> {
  const code = projectCode(project)
  const found = await findPlugins(project)
  if (code.exists || found.length > 0) provideGlobal()
  provideDotEnv(project)
  return runWithoutHost(async () => {
    const extended = await extendedTypes(project, code, (plugin) => found.some(({ name }) => name === plugin))
    return { code, found, plugins: await loadPluginTypes(found, code), extended }
  })
}
