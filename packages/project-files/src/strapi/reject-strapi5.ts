import { strapiVersionOf } from '@content-api/model'
import { ConfigError } from '@content-api/core/config/config-error'

/**
 * Rejects projects of Strapi 5: with the interface of Strapi 4, their frontends would get other responses.
 * @throws ConfigError
 */
export function rejectStrapi5(project: string): void {
  const version = strapiVersionOf(project)
  if (version === null || version.major < 5) return
  const message = `is ${version.text}, and projects of Strapi 5 can't run here yet, which is planned: until then, start Strapi and serve its reads with "content-api beside", and query it with @content-api/sdk and its option "api: strapi5()".`
  throw new ConfigError([{ file: 'package.json', path: 'dependencies.@strapi/strapi', message }])
}
