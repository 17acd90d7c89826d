import { type FoundPlugin, serverFile } from '@content-api/project-files/plugins'
import type { Values } from '@content-api/engine/plan'
import { isRecord, isBuiltinType, type SchemaSources } from '@content-api/model'
import { env } from '../host/strapi-config.js'
import type { ExtensionHost } from '../project-types.js'
import type { ProjectCode } from '../loading/project-code.js'
import { provideTo } from '../loading/provided-modules.js'

type PluginTypes = NonNullable<SchemaSources['pluginTypes']>

/** The server code of a plugin, with the changes of `src/extensions/<plugin>/strapi-server`. */
interface PluginServer {
  readonly file: string
  readonly code: unknown
}

/**
 * Loads the server code of a plugin. Returns null for a plugin without server code.
 * @param strapi undefined before the content types are known
 * @throws every error of the plugin's code
 */
export async function loadPluginServer(
  { name, folder }: FoundPlugin,
  source: Pick<ProjectCode, 'load' | 'pluginCode'>,
  strapi?: ExtensionHost,
): Promise<PluginServer | null> {
  const file = folder === null ? null : serverFile(folder)
  if (folder === null || file === null) return null
  provideTo(folder)
  const { code } = await source.load(file)
  const server: unknown = typeof code === 'function' ? code({ env, strapi }) : code
  const extension = source.pluginCode().find(({ plugin }) => plugin === name)
  if (!extension) return { file, code: server }
  const { code: change } = await source.load(extension.file)
  if (typeof change === 'function') return { file, code: (await change(server)) as unknown }
  return { file, code: isRecord(server) && isRecord(change) ? { ...server, ...change } : server }
}

/** The plugins of a project whose code could be loaded before the content types are known. */
export interface LoadedPlugins {
  readonly servers: ReadonlyMap<string, PluginServer>
  readonly types: PluginTypes
}

/**
 * Loads the plugins of a project, and reads their content types. Plugins that fail are loaded again when
 * `strapi` is available, which reports their errors.
 */
export async function loadPluginTypes(found: readonly FoundPlugin[], code: ProjectCode): Promise<LoadedPlugins> {
  const servers = new Map<string, PluginServer>()
  const types: Record<string, PluginTypes[string]> = {}
  for (const plugin of found) {
    const server = await loadPluginServer(plugin, code).catch(() => null)
    if (server === null) continue
    servers.set(plugin.name, server)
    Object.assign(types, typesOf(plugin.name, server.code))
  }
  return { servers, types }
}

function typesOf(plugin: string, server: unknown): PluginTypes {
  const types: Record<string, unknown> = {}
  for (const [name, { schema }] of Object.entries(contentTypesIn(server))) {
    const uid = `plugin::${plugin}.${name}`
    if (!isRecord(schema) || isBuiltinType(uid)) continue
    types[uid] = { collectionName: `${plugin}_${name}`.toLowerCase(), ...schema }
  }
  return types as PluginTypes
}

/** Returns the `contentTypes` of a plugin's code. */
export function contentTypesIn(server: unknown): Readonly<Record<string, Values>> {
  const types: unknown = isRecord(server) ? server['contentTypes'] : undefined
  const found = Object.entries(isRecord(types) ? types : {})
  return Object.fromEntries(found.filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1])))
}
