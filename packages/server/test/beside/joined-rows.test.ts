import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sqlite3 from 'sqlite3'
import { expect, it } from 'vitest'
import { loadProject } from '@content-api/model'
import { createStrapiLayout } from '@content-api/engine/layout'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { sqlite } from '../../../engine/src/dialects/sqlite.js'
import { compileRead } from '../../../engine/src/read/read.js'
import { parseQueryString } from '../../src/message/query-string.js'
import { planList } from '../../src/query/plan.js'
import { recordedModel } from '../replay/server.js'
import { writeSqlite } from '../strapi-content/sources.js'
import { lenient } from '../support/plan-context.js'

const registry = await loadProject(recordedModel)
const layout = createStrapiLayout(registry, { dialect: 'sqlite', timeZone: 'UTC' })
const folder = mkdtempSync(join(tmpdir(), 'content-api-joined-rows-'))
const handle = new sqlite3.Database(await writeSqlite(folder))
cleanUpAfterFile(async () => {
  await new Promise<void>((resolve) => handle.close(() => resolve()))
  rmSync(folder, { recursive: true, force: true })
})

function rows<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return new Promise((resolve, reject) =>
    handle.all<Row>(sql, values, (error, found) => (error ? reject(error) : resolve(found))),
  )
}

// Some of the indexes of Strapi, which the recorded database lacks. Their order isn't that of the ids.
for (const [table, column] of [
  ['articles', 'updated_by_id'],
  ['articles', 'slug'],
  ['articles_tags_links', 'article_id'],
  ['articles_tags_links', 'tag_id'],
])
  await rows(`CREATE INDEX ${table}_${column} ON ${table} (${column})`)
await rows('PRAGMA foreign_keys = OFF')
await rows(`UPDATE articles SET updated_by_id = 1 + (id * 7) % 5, slug = 'slug-' || (1000 - id)`)

const tags = 'LEFT JOIN articles_tags_links t1 ON t0.id = t1.article_id LEFT JOIN tags t2 ON t1.tag_id = t2.id'
const author =
  'LEFT JOIN articles_author_links t3 ON t0.id = t3.article_id LEFT JOIN authors t4 ON t3.author_id = t4.id'
const isLive = 't0.published_at IS NOT NULL'

/** Queries, and the statements by which Strapi 4.26 selects their rows. */
const lists: readonly (readonly [query: string, sql: string])[] = [
  [
    'filters[tags][name][$ne]=x&publicationState=preview&locale=all&pagination[pageSize]=5',
    `SELECT DISTINCT t0.* FROM articles t0 ${tags} WHERE t2.name <> 'x' LIMIT 5`,
  ],
  [
    'filters[tags][id][$gt]=0&publicationState=preview&locale=all&pagination[page]=2&pagination[pageSize]=4',
    `SELECT DISTINCT t0.* FROM articles t0 ${tags} WHERE t2.id > 0 LIMIT 4 OFFSET 4`,
  ],
  [
    'filters[$or][0][tags][name][$ne]=x&filters[$or][1][author][id][$null]=true&sort=kind&publicationState=preview',
    `SELECT DISTINCT t0.kind, t0.* FROM articles t0 ${tags} ${author}
     WHERE (t2.name <> 'x' OR t4.id IS NULL) AND t0.locale = 'en' ORDER BY t0.kind LIMIT 25`,
  ],
  ['filters[slug][$gt]=a&locale=all', `SELECT t0.* FROM articles t0 WHERE ${isLive} AND t0.slug > 'a' LIMIT 25`],
]

/** The queries whose rows aren't in the order of their ids. */
const unsorted: string[] = []

it.each(lists)('reads rows on SQLite in the order in which Strapi does: %s', async (query, sql) => {
  const raw = parseQueryString(query, { parameters: 100, arrayItems: 100 })
  const type = registry.contentType('api::article.article')
  const plan = planList(type, raw, { ...lenient, registry, asStrapi: { dialect: 'sqlite', timeZone: 'UTC' } })
  const statement = compileRead(plan, layout, sqlite)
  const [row] = await rows<{ body: Buffer }>(statement.sql, statement.values)
  const { data } = JSON.parse(String(row?.body)) as { data: { id: number }[] }
  const ids = data.map(({ id }) => id)
  const expected = (await rows<{ id: number }>(sql)).map(({ id }) => id)
  expect(ids).toEqual(expected)
  if (ids.some((id, index) => id < (ids[index - 1] ?? 0))) unsorted.push(query)
})

it('compared rows in other orders than that of their ids', () => {
  expect(unsorted.length).toBeGreaterThan(1)
})
