import type { AccountExtension } from './account-extension.js'
import type { PluginServices } from './plugin-services.js'
import { onDemand } from './project-plugin.js'
import type { ExtensionHost } from './project-types.js'
import type { RegisteredParts } from './registered.js'

interface AccountTargets {
  readonly strapi: ExtensionHost
  readonly plugins: PluginServices
  readonly registered: RegisteredParts
}

/** Adds the services, policies and middlewares of a project to the plugin users-permissions. */
export function addToAccounts(
  { services, policies, middlewares }: AccountExtension,
  { strapi, plugins, registered }: AccountTargets,
): void {
  const created = onDemand(services, (part) => (typeof part === 'function' ? part({ strapi }) : part))
  Object.defineProperties(plugins['users-permissions'] ?? {}, Object.getOwnPropertyDescriptors(created))
  const named = (parts: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [`plugin::users-permissions.${name}`, part]))
  Object.assign(registered.policies, named(policies))
  Object.assign(registered.middlewares, named(middlewares))
}
