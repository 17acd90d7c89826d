import { isRecord, readPackage } from '@content-api/model'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const files = ['admin', 'api', 'database', 'middlewares', 'plugins', 'server']

/**
 * Returns whether a folder is a Strapi 4 project: it depends on `@strapi/strapi`, or has the configuration
 * files of Strapi.
 */
export function isStrapiProject(project: string): boolean {
  return (
    dependsOnStrapi(project) ||
    files.some((name) => ['js', 'ts'].some((extension) => existsSync(join(project, 'config', `${name}.${extension}`))))
  )
}

/** Returns the names of the packages that a project depends on. */
export function dependenciesOf(project: string): string[] {
  const { dependencies } = readPackage(join(project, 'package.json'))
  return isRecord(dependencies) ? Object.keys(dependencies) : []
}

/** Returns whether `package.json` names `@strapi/strapi`, so that Strapi itself runs the project, too. */
export function dependsOnStrapi(project: string): boolean {
  const { dependencies, devDependencies } = readPackage(join(project, 'package.json'))
  return [dependencies, devDependencies].some((packages) => isRecord(packages) && '@strapi/strapi' in packages)
}
