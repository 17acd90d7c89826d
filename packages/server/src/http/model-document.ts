import { type Registry, type SchemaSources, isBuiltinType, toSchemaFiles } from '@content-api/model'
import type { Handler } from '@content-api/core/composition/handler'
import { type HttpResponse, jsonResponse, noteRoute } from '@content-api/core/message/message'
import { tagOf } from '@content-api/core/files/revalidation'

const path = '/content-api/model.json'

/**
 * Serves {@link sourcesOf} as JSON. Passed to `createRegistry`, it results in an equal registry. The text is
 * created for the first request, so that it doesn't delay the start.
 */
export function serveModel(registry: Registry): Handler {
  let response: HttpResponse | undefined
  const respond = (): HttpResponse => {
    const text = JSON.stringify(sourcesOf(registry))
    const { headers, ...others } = jsonResponse(text)
    return { ...others, headers: { ...headers, ETag: tagOf(text) } }
  }
  return (request) => {
    if (request.path !== path || (request.method !== 'GET' && request.method !== 'HEAD')) return null
    noteRoute(request, path)
    return (response ??= respond())
  }
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
