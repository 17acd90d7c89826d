import { hasStrapiDatabase } from '../config/strapi/strapi-database.js'
import { isStrapiProject } from '../config/strapi/strapi-project.js'
import type { ContentApi } from '../server.js'
import { countEntriesByType } from '@content-api/engine/transfer'

/**
 * Prints how to import the content of a Strapi project, if it seems to have a database and the service has no
 * content.
 * @param named the project as the user named it
 */
export async function offerImport(project: string, named: string, api: ContentApi): Promise<void> {
  if (api.logger.format === 'json' || !isStrapiProject(project) || !hasStrapiDatabase(project)) return
  if ((await countContent(api)) > 0) return
  const option = named === '.' ? '' : ` --project ${named}`
  console.log(
    `\nThere is no content yet. To import content, users and permissions from the database of Strapi, stop this service and run\n\n` +
      `  npx content-api import --from-strapi${option}\n`,
  )
}

/** Returns the number of users and of entries of the project's content types. */
export async function countContent({ registry, database }: ContentApi): Promise<number> {
  const types = [...registry.contentTypes.keys()].filter((uid) => uid.startsWith('api::'))
  const counts = await countEntriesByType(database, [...types, 'plugin::users-permissions.user'])
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
