import { type Registry, type SchemaSources, isBuiltinType, toSchemaFiles } from '@content-api/model'

/** Returns {@link sourcesOf} as JSON. Passed to `createRegistry`, it results in an equal registry. */
export function modelDocument(registry: Registry): string {
  return JSON.stringify(sourcesOf(registry))
}

/** Returns the schema files of a registry by path, in the form that `createRegistry` accepts. */
export function sourcesOf(registry: Registry): SchemaSources {
  const contentTypes: Record<string, unknown> = {}
  const components: Record<string, unknown> = {}
  const pluginTypes: Record<string, unknown> = {}
  for (const { path, json } of toSchemaFiles(registry)) {
    const [, plugin, type] = /^src\/extensions\/([^/]+)\/content-types\/([^/]+)\//.exec(path) ?? []
    const uid = `plugin::${plugin}.${type}`
    if (path.startsWith('src/components/')) components[path] = json
    else if (plugin === undefined || plugin === 'admin' || isBuiltinType(uid)) contentTypes[path] = json
    else pluginTypes[uid] = json
  }
  const hasPluginTypes = Object.keys(pluginTypes).length > 0
  return { contentTypes, components, ...(hasPluginTypes && { pluginTypes }) } as SchemaSources
}
