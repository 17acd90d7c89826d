import type { AttributeFile, ContentTypeFile, SchemaSources } from '@content-api/model'
import type { Stored } from '@content-api/engine/attributes'
import type { Connection, Database } from '@content-api/engine/database'
import { quote } from '../../../engine/src/layout/names.js'
import { type SyncOptions, syncSchema } from '@content-api/engine/schema'
import { openProject } from './project.js'

export type Attributes = Record<string, AttributeFile>

/** The file of a content type, under its uid. */
export function type(name: string, attributes: Attributes, more: Partial<ContentTypeFile> = {}) {
  const file: ContentTypeFile = { info: { singularName: name, pluralName: `${name}s` }, attributes, ...more }
  return { [`api::${name}.${name}`]: file }
}

/**
 * A project with authors, editors, and articles with these attributes. The tests of schema changes use it as
 * the state before or after a change.
 */
export function project(article: Attributes, more: Partial<ContentTypeFile> = {}): SchemaSources {
  return {
    contentTypes: {
      ...type('article', article, more),
      ...type('author', { name: { type: 'string' } }),
      ...type('editor', { name: { type: 'string' } }),
    },
    components: { 'shared.seo': { attributes: { title: { type: 'string' } } } },
  }
}

export const title = { type: 'string' }
export const toAuthor = (relation: string) => ({ type: 'relation', relation, target: 'api::author.author' })

/** Changes the database to the schemas, and passes it to `use`. */
export async function withProject<Result>(
  connection: Connection,
  schemas: SchemaSources,
  use: (database: Database) => Promise<Result>,
  options: SyncOptions = {},
): Promise<Result> {
  const database = await openProject(connection, schemas)
  try {
    await syncSchema(database, options)
    return await use(database)
  } finally {
    await database.close()
  }
}

export const insert = (table: string, rows: readonly Record<string, Stored>[]) => (database: Database) =>
  database.write(async (transaction) => {
    for (const row of rows) await transaction.insert(table, row)
  })

/** Returns the values of a column, ordered by id. */
export const values = (database: Database, table: string, column: string) =>
  database.write(async (transaction) => {
    const sql = `SELECT ${quote(column)} AS value FROM ${quote(table)} ORDER BY id`
    const rows = await transaction.query({ sql, values: [] })
    return rows.map(({ value }) => value)
  })
