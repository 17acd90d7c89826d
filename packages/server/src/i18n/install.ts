import type { Capability } from '../composition/capability.js'
import type { Service } from '../composition/service.js'
import { localeRoutes } from './locale-routes.js'

/** Installs the endpoint of locales. */
export function install({ planning }: Service): Capability {
  return { actions: localeRoutes(planning.locales) }
}
