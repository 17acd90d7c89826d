import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { examineDocuments } from '../../src/cli/doctor-documents.js'
import { type DatabaseAddress, onSqlite } from '../beside/recorded-rows.js'
import { onPostgres } from '../documents-strapi/describe-database.js'
import { writeProjectWithContent } from './served-documents.js'

const execute = (database: DatabaseAddress, sql: string): Promise<unknown> =>
  database.dialect === 'sqlite'
    ? onSqlite(database.file, (query) => query(sql))
    : onPostgres(database.url, (client) => client.query(sql))

/** Adds a second row of a document to a table, as two processes do that write it at once. */
const repeat = (table: string, id: number) =>
  `INSERT INTO ${table} (document_id, locale, published_at) SELECT document_id, locale, published_at FROM ${table} WHERE id = ${id}`

describe.each(['sqlite', 'postgres'] as const)('doctor for a Strapi 5 project, on %s', (dialect) => {
  it('lists documents with several rows of one state and locale', async () => {
    const { project, database } = await writeProjectWithContent(dialect)
    const before = await examineDocuments(project)
    expect(before.text).toContain('content types: api::article.article')
    expect(before.text).not.toContain('Documents')
    expect(before.text).toContain('This project starts.')
    await execute(database, repeat('articles', 23))
    await execute(database, repeat('tags', 2))
    const { text, stops } = await examineDocuments(project)
    expect(stops).toBe(false)
    const lines = text.split('\n').filter((line) => line.includes('the document'))
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(
      /api::article\.article: the document article00000000000000001 has 2 published rows in the locale en, with the ids 23, \d+\./,
    )
    expect(lines[1]).toMatch(/api::tag\.tag: the document tag000000000000000000002 has 2 rows, with the ids 2, \d+\./)
    expect(lines[1]).toContain('delete the others from the table tags.')
  })

  it('lists the mistakes in files of the project', async () => {
    const { project } = await writeProjectWithContent(dialect)
    const schema = 'src/api/tag/content-types/tag/schema.json'
    writeFileSync(join(project, schema), JSON.stringify({ info: {}, attributes: { name: { type: 'strng' } } }))
    const { text, stops } = await examineDocuments(project)
    expect(stops).toBe(true)
    expect(text).toContain('Must change')
    expect(text).toContain(`${schema}\n        info.singularName: is missing.`)
    expect(text).toContain('to change before this project starts.')
  })
})
