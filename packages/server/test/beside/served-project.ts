import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadProject } from '@content-api/model'
import { recordedModel } from '../replay/server.js'
import { writeSqlite } from '../strapi-content/sources.js'
import { writeProject } from '../support/write-project.js'

/** The files that Strapi's generator writes for an API. */
export const generated = (name: string) =>
  Object.fromEntries(
    ['controller', 'service', 'router'].map((part) => {
      const folder = part === 'router' ? 'routes' : `${part}s`
      const factory = `createCore${part.charAt(0).toUpperCase()}${part.slice(1)}`
      const code = `module.exports = require('@strapi/strapi').factories.${factory}('api::${name}.${name}')`
      return [`src/api/${name}/${folder}/${name}.js`, code]
    }),
  )

/** Returns the rows in which Strapi stores its content types. The recorded content doesn't have them. */
async function schemaRows(project: string): Promise<string> {
  const { contentTypes } = await loadProject(project)
  const stored = [...contentTypes.values()].map(({ uid, collectionName, declared, draftAndPublish, localized }) => {
    const added = { ...(draftAndPublish && { publishedAt: {} }), ...(localized && { localizations: {} }) }
    return [uid, { collectionName, attributes: { ...declared, ...added } }]
  })
  const value = JSON.stringify(Object.fromEntries(stored)).replaceAll("'", "''")
  return `CREATE TABLE strapi_database_schema (id integer, schema json, time datetime, hash varchar(255));
    INSERT INTO strapi_database_schema VALUES (1, '{}', 1, 'recorded');
    INSERT INTO strapi_core_store_settings (key, value, type)
      VALUES ('strapi_content_types_schema', '${value}', 'object')`
}

/**
 * Writes a Strapi project with the recorded model and content, whose reads are all served.
 * @returns its SQLite file, which has a rollback journal as Strapi makes it
 */
export async function writeServedProject(project: string): Promise<string> {
  cpSync(join(recordedModel, 'src'), join(project, 'src'), { recursive: true })
  const file = await writeSqlite(project, await schemaRows(project))
  const dependencies = ['strapi', 'plugin-users-permissions', 'plugin-i18n', 'plugin-graphql']
  await writeProject(project, {
    'package.json': JSON.stringify({
      dependencies: Object.fromEntries(dependencies.map((name) => [`@strapi/${name}`, '4.26.2'])),
    }),
    'config/middlewares.js': `module.exports = ['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy', 'strapi::query', 'strapi::body', 'strapi::public']`,
    'config/database.js': `module.exports = { connection: { client: 'sqlite', connection: { filename: ${JSON.stringify(file)} } } }`,
    ...Object.assign({}, ...readdirSync(join(project, 'src/api')).map(generated)),
  })
  return file
}
