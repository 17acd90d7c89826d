import type { Capability } from '../composition/capability.js'
import type { Service } from '../composition/service.js'
import { schemaHosts } from '../composition/own-hosts.js'
import type { RegisteredProject } from '../strapi/code/register-project.js'
import { type ServedDocument, serveOpenApi } from './served-document.js'

interface OpenApiParts extends Pick<Service, 'config' | 'registry' | 'development' | 'production'> {
  readonly project: RegisteredProject
  readonly identify: ServedDocument['identify']
}

/** Installs `/openapi.json`, unless the configuration or production disables it. */
export function install({ config, registry, development, production, project, identify }: OpenApiParts): Capability {
  if (!(config.api.rest.openapi ?? !production)) return {}
  return {
    handlers: [serveOpenApi({ registry, config, project, identify, isOwnHost: schemaHosts(config, development) })],
  }
}
