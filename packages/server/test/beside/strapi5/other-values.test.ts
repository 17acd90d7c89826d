import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JsonText, parseText } from '@content-api/engine/plan'
import { expect, it } from 'vitest'
import { cleanUpAfterFile } from '../../../../../tests/support/clean-up.js'
import type { Outcome } from '@content-api/strapi-reads/serve-reads'
import { createDatabase } from './changed-database.js'
import { openRecordedBeside, queryAs, readAs } from './served-project.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-strapi5-values-'))
cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))

/** Tags in addition to the 12 recorded ones. */
const many = 20_000
const first = '(SELECT min(id) FROM specimens)'
const removed = `UPDATE specimens SET enm = 'removed' WHERE id = ${first}`

/** A value that the enumeration doesn't have any more, and a long list; on SQLite also an integer of 33 bits. */
const changes = {
  sqlite: [
    removed,
    `UPDATE specimens SET int = 4294967296 WHERE id = ${first}`,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})
      INSERT INTO tags (document_id, name, published_at) SELECT 'many' || i, 'many', 0 FROM n`,
  ],
  postgres: [
    removed,
    `INSERT INTO tags (id, document_id, name, published_at)
      SELECT 1000 + i, 'many' || i, 'many', now() FROM generate_series(1, ${many}) AS i`,
  ],
}

const bodyOf = (outcome: Outcome) => {
  if (outcome.kind !== 'response') throw new Error(outcome.kind)
  return parseText(outcome.response.body as JsonText) as { data: Record<string, unknown> }
}

const openChanged = async (dialect: 'sqlite' | 'postgres') =>
  openRecordedBeside(join(folder, dialect), await createDatabase(dialect, folder, changes[dialect]))

it.each(['sqlite', 'postgres'] as const)(
  'forwards values for which GraphQL has errors, and lists all rows, on %s',
  async (dialect) => {
    const beside = await openChanged(dialect)
    const all = 'pagination: { limit: -1 }'
    const query = (field: string) => queryAs(beside, { query: `{ ${field} }` })
    const firstOf = (selection: string) => query(`specimens(pagination: { limit: 1 }, sort: "id") { ${selection} }`)
    expect((await firstOf('str enm')).kind).toBe('forwarded')
    expect((await firstOf('str int')).kind).toBe(dialect === 'sqlite' ? 'forwarded' : 'response')
    expect((await firstOf('str')).kind).toBe('response')
    // REST shows them.
    const specimens = await readAs(beside, '/api/specimens?fields=enm,int&sort=id&pagination[limit]=1')
    const int = dialect === 'sqlite' ? 4_294_967_296 : 1
    expect(bodyOf(specimens).data).toMatchObject([{ enm: 'removed', int }])

    const tags = bodyOf(await query(`tags(${all}) { name }`)).data['tags']
    expect(tags).toHaveLength(many + 12)
    const pageInfo = { total: many + 12, page: 1, pageSize: many + 12, pageCount: 1 }
    const connection = `tags_connection(${all}) { pageInfo { ${Object.keys(pageInfo).join(' ')} } }`
    expect(bodyOf(await query(connection)).data).toEqual({ tags_connection: { pageInfo } })
    await beside.close()
  },
)
