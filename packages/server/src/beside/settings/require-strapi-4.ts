import { isRecord } from '@content-api/model'
import { join } from 'node:path'
import { ConfigError } from '../../config/config-error.js'
import { readPackage } from '../../config/strapi/strapi-project.js'

/**
 * Requires that a folder is a project of Strapi 4: the tables of other versions differ.
 * @throws ConfigError
 */
export function requireStrapi4(project: string): void {
  const { dependencies } = readPackage(join(project, 'package.json'))
  const range = isRecord(dependencies) ? dependencies['@strapi/strapi'] : undefined
  if (range === undefined) {
    const message = `of ${project} doesn't depend on @strapi/strapi. Pass the folder of a Strapi 4 project.`
    throw new ConfigError([{ file: 'package.json', path: 'dependencies', message }])
  }
  const installed = readPackage(join(project, 'node_modules', '@strapi', 'strapi', 'package.json'))['version']
  const version = [installed, range].find((each) => typeof each === 'string') ?? ''
  const [major] = /\d+/.exec(version) ?? []
  if (major === undefined || major === '4') return
  const message = `is Strapi ${version}. Only the database of Strapi 4 can be read beside Strapi.`
  throw new ConfigError([{ file: 'package.json', path: 'dependencies.@strapi/strapi', message }])
}
