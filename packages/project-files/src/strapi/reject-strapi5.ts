import { strapiVersionOf } from '@content-api/model'
import { ConfigError } from '@content-api/core/config/config-error'

/**
 * Rejects projects of Strapi 5 where only those of Strapi 4 run: with the interface of Strapi 4, their
 * frontends would get other responses.
 * @throws ConfigError
 */
export function rejectStrapi5(project: string): void {
  const version = strapiVersionOf(project)
  if (version === null || version.major < 5) return
  const message = `is ${version.text}, and this is for projects of Strapi 4. "content-api dev" and "content-api start" serve the content of a Strapi 5 project, "content-api beside" serves the reads of a running Strapi, and @content-api/sdk queries both with its option "api: strapi5()".`
  throw new ConfigError([{ file: 'package.json', path: 'dependencies.@strapi/strapi', message }])
}
