import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import sqlite3 from 'sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { loadProject } from '@content-api/model'
import { openReadOnlyDatabase, type ReadOnlyConnection } from '@content-api/engine/database'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import { postgresDatabase } from '../../../../tests/support/postgres.js'
import { parseQueryString } from '@content-api/core/message/query-string'
import { strapiRules } from '@content-api/strapi-reads/rules/strapi-rules'
import { planList } from '@content-api/core/query/plan'
import { recordedModel } from '../replay/server.js'
import { fillPostgres, switchToWal, writeSqlite } from '../strapi-content/sources.js'
import { lenient } from '../support/plan-context.js'

/** A recorded database of Strapi. */
interface Recorded {
  readonly connection: ReadOnlyConnection
  /** Runs a statement as Strapi would, and returns the ids of its rows. */
  readonly ids: (sql: string) => Promise<readonly number[]>
  readonly close: () => Promise<void>
}

type Row = { readonly id: number }
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

async function onSqlite(): Promise<Recorded> {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-joined-rows-'))
  const file = await writeSqlite(folder)
  await switchToWal(file)
  const handle = new sqlite3.Database(file)
  const close = async () => {
    await new Promise<void>((resolve) => handle.close(() => resolve()))
    rmSync(folder, { recursive: true, force: true })
  }
  const ids = (sql: string) =>
    new Promise<readonly number[]>((resolve, reject) =>
      handle.all<Row>(sql, (error, rows) => (error ? reject(error) : resolve(idsOf(rows)))),
    )
  return { connection: { dialect: 'sqlite', file }, ids, close }
}

async function onPostgres(): Promise<Recorded> {
  const url = await fillPostgres((await postgresDatabase()).connection.url)
  const client = new Client(url)
  await client.connect()
  const ids = async (sql: string) => idsOf((await client.query<Row>(sql)).rows ?? [])
  return { connection: { dialect: 'postgres', url }, ids, close: () => client.end() }
}

/** Some of the indexes of Strapi, which the recorded databases lack. */
const indexes = [
  ['articles', 'updated_by_id'],
  ['articles', 'slug'],
  ['articles_tags_links', 'article_id'],
  ['articles_tags_links', 'tag_id'],
] as const

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

const registry = await loadProject(recordedModel)
const type = registry.contentType('api::article.article')

describe.each([
  ['sqlite', await onSqlite()],
  ['postgres', await onPostgres()],
] as const)('lists beside Strapi on %s', async (dialect, { connection, ids, close }) => {
  for (const [table, column] of indexes) await ids(`CREATE INDEX ${table}_${column} ON ${table} (${column})`)
  // The order of the indexes isn't that of the ids.
  await ids(dialect === 'sqlite' ? 'PRAGMA foreign_keys = OFF' : 'SET session_replication_role = replica')
  await ids(`UPDATE articles SET updated_by_id = 1 + (id * 7) % 5, slug = 'slug-' || (1000 - id)`)
  // Without statistics, PostgreSQL may plan the two statements in different ways.
  await ids('ANALYZE')
  const layout = createStrapiLayout(registry, { dialect, timeZone: 'UTC' })
  const database = await openReadOnlyDatabase({ registry, layout, connection })
  afterAll(async () => {
    await database.close()
    await close()
  })

  it('have the order of its own, also where it is not that of the ids', async () => {
    let unsorted = 0
    for (const [query, sql] of lists) {
      const raw = parseQueryString(query, { parameters: 100, arrayItems: 100 })
      const plan = planList(type, raw, { ...lenient, registry, reading: strapiRules({ dialect, timeZone: 'UTC' }) })
      const { data } = JSON.parse(String(await database.read(plan))) as { readonly data: readonly Row[] }
      const found = idsOf(data)
      expect(found, query).toEqual(await ids(sql))
      if (found.some((id, index) => id < (found[index - 1] ?? 0))) unsorted++
    }
    expect(unsorted).toBeGreaterThan(0)
  })
})
