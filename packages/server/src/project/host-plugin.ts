import { missing } from './guarded.js'
import type { ProjectPlugin } from './project-plugin.js'
import type { StrapiConfig } from './strapi-config.js'
import type { StrapiModels } from './strapi-models.js'

/** Returns a plugin of the project as `strapi.plugin(name)` returns it. */
export function hostPlugin(plugin: ProjectPlugin, config: StrapiConfig, { contentTypes }: StrapiModels): object {
  const { name, services, controllers, policies, middlewares } = plugin
  const find = (what: string, parts: Readonly<Record<string, unknown>>) => (part: string) => {
    if (!Object.hasOwn(parts, part)) throw missing(`The ${what} of the plugin ${name}`, part, Object.keys(parts))
    return parts[part]
  }
  const own = `plugin::${name}.`
  const types = Object.fromEntries(
    Object.entries(contentTypes).flatMap(([uid, type]) => (uid.startsWith(own) ? [[uid.slice(own.length), type]] : [])),
  )
  return {
    services,
    controllers,
    policies,
    middlewares,
    service: find('service', services),
    controller: find('controller', controllers),
    policy: find('policy', policies),
    middleware: find('middleware', middlewares),
    contentTypes: types,
    contentType: find('content type', types),
    config: (path: string, otherwise?: unknown): unknown => config.get(`plugin.${name}.${path}`, otherwise),
  }
}
