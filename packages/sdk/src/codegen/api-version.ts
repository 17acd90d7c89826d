import { strapiVersionOf } from '@content-api/model'
import type { ApiVersion } from './content-model.js'

/** Returns the version of Strapi that a project depends on: 4 without such a dependency. */
export function apiOfProject(project: string): ApiVersion {
  return (strapiVersionOf(project)?.major ?? 4) >= 5 ? 'strapi5' : 'strapi4'
}
