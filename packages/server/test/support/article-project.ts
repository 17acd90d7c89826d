import type { AttributeFile, ContentTypeFile, SchemaSources } from '@content-api/model'
import type { Stored } from '../../src/attributes/scalar-behaviour.js'
import type { Connection } from '../../src/config/connection.js'
import type { Database } from '../../src/storage/database.js'
import { quote } from '../../src/storage/names.js'
import { type SyncOptions, syncSchema } from '../../src/storage/schema/sync.js'
import { openProject } from './project.js'

export type Attributes = Record<string, AttributeFile>

/** The file of a content type, under its uid. */
export function type(name: string, attributes: Attributes, more: Partial<ContentTypeFile> = {}) {
  const file: ContentTypeFile = { info: { singularName: name, pluralName: `${name}s` }, attributes, ...more }
  return { [`api::${name}.${name}`]: file }
}

/** Articles of these attributes, with authors and editors: what the tests of schema changes start from and lead to. */
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

/** Brings the database to the schemas and hands it to `use`. */
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

/** What a column holds, in the order of the ids. */
export const values = (database: Database, table: string, column: string) =>
  database.write(async (transaction) => {
    const sql = `SELECT ${quote(column)} AS value FROM ${quote(table)} ORDER BY id`
    const rows = await transaction.query({ sql, values: [] })
    return rows.map(({ value }) => value)
  })
