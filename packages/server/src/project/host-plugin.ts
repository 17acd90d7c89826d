import { MissingPart } from './extension-error.js'
import { missing } from './guarded.js'
import type { ProjectPlugin } from './project-plugin.js'
import type { StrapiConfig } from './strapi-config.js'

/** Returns a plugin of the project as `strapi.plugin(name)` returns it. */
export function hostPlugin(plugin: ProjectPlugin, config: StrapiConfig): object {
  const { name, services, controllers, policies, middlewares } = plugin
  const find = (what: string, parts: Readonly<Record<string, unknown>>) => (part: string) => {
    if (!Object.hasOwn(parts, part)) throw missing(`The ${what} of the plugin ${name}`, part, Object.keys(parts))
    return parts[part]
  }
  return {
    services,
    controllers,
    policies,
    middlewares,
    service: find('service', services),
    controller: find('controller', controllers),
    policy: find('policy', policies),
    middleware: find('middleware', middlewares),
    contentTypes: {},
    contentType(type: string) {
      throw new MissingPart(`The content type plugin::${name}.${type} isn't stored here.`)
    },
    config: (path: string, otherwise?: unknown): unknown => config.get(`plugin.${name}.${path}`, otherwise),
  }
}
