import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadProject } from '@content-api/model'
import { recordedModel } from '../replay/server.js'
import { fillPostgres, writeSqlite } from '../strapi-content/sources.js'
import { writeProject } from '../support/write-project.js'
import { recordedSecrets } from './recorded-project.js'
import type { DatabaseAddress } from './recorded-rows.js'

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
  return `CREATE TABLE strapi_database_schema (id integer, schema json, time timestamp, hash varchar(255));
    INSERT INTO strapi_database_schema VALUES (1, '{}', NULL, 'recorded');
    INSERT INTO strapi_core_store_settings (id, key, value, type)
      VALUES (1000, 'strapi_content_types_schema', '${value}', 'object')`
}

/**
 * Writes a Strapi project with the recorded model and content, whose reads are all served.
 * @returns its SQLite file, which has a rollback journal as Strapi makes it
 */
export async function writeServedProject(project: string): Promise<string> {
  copyModel(project)
  const file = await writeSqlite(project, await schemaRows(project))
  await writeFiles(project, { dialect: 'sqlite', file })
  return file
}

/** Writes a project like `writeServedProject`, with its content in an empty PostgreSQL database. */
export async function writeServedProjectOnPostgres(project: string, url: string): Promise<void> {
  copyModel(project)
  await fillPostgres(url, await schemaRows(project))
  await writeFiles(project, { dialect: 'postgres', url })
}

const copyModel = (project: string) => cpSync(join(recordedModel, 'src'), join(project, 'src'), { recursive: true })

async function writeFiles(project: string, database: DatabaseAddress): Promise<void> {
  const connection = database.dialect === 'sqlite' ? { filename: database.file } : { connectionString: database.url }
  const dependencies = ['strapi', 'plugin-users-permissions', 'plugin-i18n', 'plugin-graphql']
  const middlewares = ['errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'public']
  await writeProject(project, {
    'package.json': JSON.stringify({
      dependencies: Object.fromEntries(dependencies.map((name) => [`@strapi/${name}`, '4.26.2'])),
    }),
    'config/admin.js': exported({ apiToken: { salt: recordedSecrets.apiTokenSalt } }),
    'config/api.js': exported({ rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }),
    'config/database.js': exported({ connection: { client: database.dialect, connection } }),
    'config/middlewares.js': exported(middlewares.map((name) => `strapi::${name}`)),
    'config/plugins.js': exported({ 'users-permissions': { config: { jwtSecret: recordedSecrets.jwt } } }),
    ...Object.assign({}, ...readdirSync(join(project, 'src/api')).map(generated)),
  })
}

const exported = (value: unknown) => `module.exports = ${JSON.stringify(value)}`
