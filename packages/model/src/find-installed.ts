import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Returns the folder of a package that a project can load, from its `node_modules` or from those of a folder
 * above, where workspaces install them; null if it isn't installed.
 *
 * @example findInstalled('apps/cms', '@strapi/strapi')
 */
export function findInstalled(project: string, name: string): string | null {
  for (let folder = resolve(project); ; folder = dirname(folder)) {
    const installed = join(folder, 'node_modules', name)
    if (existsSync(join(installed, 'package.json'))) return installed
    if (folder === dirname(folder)) return null
  }
}
