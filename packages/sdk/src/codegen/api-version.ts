import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiVersion } from './content-model.js'

/**
 * Returns the version of Strapi in the `package.json` of a project: 4 without such a dependency, or if its
 * range has no number.
 */
export function apiOfProject(project: string): ApiVersion {
  const manifest = join(project, 'package.json')
  if (!existsSync(manifest)) return 'strapi4'
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>
  }
  const major = /\d+/.exec(dependencies['@strapi/strapi'] ?? '')?.[0]
  return Number(major) >= 5 ? 'strapi5' : 'strapi4'
}
