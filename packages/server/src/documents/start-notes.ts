import type { Config } from '@content-api/core/config/schema'
import type { PreparedTables } from '@content-api/strapi-tables/schema'

/** Returns what people should know about the start of a Strapi 5 project, in sentences. */
export function startNotes(prepared: PreparedTables, config: Config): readonly string[] {
  return [...preparedNotes(prepared), ...permissionNotes(prepared, config)]
}

/** Says what the database has got at the start. */
function preparedNotes({ isNew, tables, columns }: PreparedTables): readonly string[] {
  if (isNew) return ['Created the tables of Strapi 5 in the new database.']
  const added = [...tables.map((name) => `the table ${name}`), ...columns.map((name) => `the column ${name}`)]
  return added.length === 0 ? [] : [`Added to the database: ${added.join(', ')}.`]
}

/** Says who may do what in a new database: nobody may read or write content. */
function permissionNotes({ isNew }: PreparedTables, { permissions }: Config): readonly string[] {
  if (!isNew || permissions !== undefined) return []
  return [
    'Nobody may read or write content yet. Allow actions by role in content-api.config.json, such as',
    '  { "permissions": { "public": ["api::article.article.find"] } }',
    'or in the admin panel of Strapi, which opens this database.',
  ]
}
