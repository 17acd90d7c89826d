import { strapiVersionOf } from '@content-api/model'
import { ConfigError } from '@content-api/core/config/config-error'
import { dependsOnStrapi } from '@content-api/project-files/strapi/strapi-project'

/** The first minor version of Strapi 5 whose reads are known: earlier ones sort lists in another way. */
const firstMinor = 54

/**
 * Returns the major version of Strapi of a project: 4, or 5 since 5.54. The tables and responses of others
 * differ.
 * @param minor `any`: each minor version of Strapi 5 counts as 5.54
 * @throws ConfigError for other versions and other folders
 */
export function readableVersionOf(project: string, minor?: 'any'): 4 | 5 {
  if (!dependsOnStrapi(project)) {
    const message = `of ${project} doesn't depend on @strapi/strapi. Pass the folder of a Strapi project.`
    throw new ConfigError([{ file: 'package.json', path: 'dependencies', message }])
  }
  const version = strapiVersionOf(project)
  if (version === null || version.major === 4) return 4
  // A range such as ^5 doesn't say which version runs.
  if (version.major === 5 && minor === 'any') return 5
  if (version.major === 5 && version.minor !== undefined && version.minor >= firstMinor) return 5
  const message = `is Strapi ${version.text}. The databases of Strapi 4 and, from 5.${firstMinor}, of Strapi 5 can be read beside it.`
  throw new ConfigError([{ file: 'package.json', path: 'dependencies.@strapi/strapi', message }])
}
