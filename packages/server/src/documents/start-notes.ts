import type { Database } from '@content-api/engine/database'
import type { WritableLayout } from '@content-api/engine/layout'
import { readStrapiPermissions } from '@content-api/strapi-tables/accounts'
import type { Config } from '@content-api/core/config/schema'
import type { PreparedTables } from '@content-api/strapi-tables/schema'

interface StartedProject {
  /** What the database has got at the start. */
  readonly prepared: PreparedTables
  readonly config: Config
  readonly database: Database<WritableLayout>
}

/** Returns what people should know about the start of a Strapi 5 project, in sentences. */
export async function startNotes({ prepared, config, database }: StartedProject): Promise<readonly string[]> {
  const isClosed = prepared.isNew && config.permissions === undefined && !(await grantsContent(database))
  return [...preparedNotes(prepared), ...(isClosed ? howToOpen : [])]
}

/** Returns whether a role may do something with content. Code of the project may have granted it. */
async function grantsContent(database: Database<WritableLayout>): Promise<boolean> {
  const { byRole } = await readStrapiPermissions(database)
  return [...byRole.values()].flat().some((action) => action.startsWith('api::'))
}

/** Says what the database has got at the start. */
function preparedNotes({ isNew, tables, columns }: PreparedTables): readonly string[] {
  if (isNew) return ['Created the tables of Strapi 5 in the new database.']
  const added = [...tables.map((name) => `the table ${name}`), ...columns.map((name) => `the column ${name}`)]
  return added.length === 0 ? [] : [`Added to the database: ${added.join(', ')}.`]
}

const howToOpen = [
  'Nobody may read or write content yet. Allow actions by role in content-api.config.json, such as',
  '  { "permissions": { "public": ["api::article.article.find"] } }',
  'or in the admin panel of Strapi, which opens this database.',
]
