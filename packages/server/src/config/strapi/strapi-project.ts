import { isRecord } from '@content-api/model'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const files = ['admin', 'api', 'database', 'middlewares', 'plugins', 'server']

/**
 * Returns whether a folder is a Strapi 4 project: it depends on `@strapi/strapi`, or has the configuration
 * files of Strapi.
 */
export function isStrapiProject(project: string): boolean {
  return (
    dependsOnStrapi(join(project, 'package.json')) ||
    files.some((name) => ['js', 'ts'].some((extension) => existsSync(join(project, 'config', `${name}.${extension}`))))
  )
}

function dependsOnStrapi(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    return [dependencies, devDependencies].some((packages) => isRecord(packages) && '@strapi/strapi' in packages)
  } catch {
    // Node and package managers report a broken package.json.
    return false
  }
}
