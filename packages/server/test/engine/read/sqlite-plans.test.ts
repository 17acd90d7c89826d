import sqlite3 from 'sqlite3'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createContentApi, type ContentApi } from '../../../src/index.js'
import { planList } from '@content-api/core/query/plan'
import { compileRead } from '../../../../engine/src/read/read.js'
import { sqlite } from '../../../../engine/src/dialects/sqlite.js'
import { createLayout } from '../../../../engine/src/layout/own-layout.js'
import { oracleModel } from '../../reliability/service-process.js'
import { article, registry, strict } from '../../support/plan-context.js'
import { sqliteDatabase } from '../../../../../tests/support/postgres.js'

/** The lists that `pnpm bench --model oracle` requests. */
const lists: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  list: { pagination: { page: '3', pageSize: '25' } },
  'filtered sorted page': {
    filters: { rating: { $gte: '3' }, kind: 'news' },
    sort: 'title:desc',
    pagination: { page: '2', pageSize: '25' },
  },
  'filter over two relations': { filters: { author: { country: 'Chile' }, tags: { name: { $eq: 'tag 7' } } } },
  populate: { populate: { category: 'true', tags: 'true', author: { fields: ['name'] } } },
  'populate=*': { populate: '*' },
}

const layout = createLayout(registry, 'sqlite')
/** Sorts that are allowed: the ids of the page, and the items of a dynamic zone, which are in several tables. */
const sorted: Readonly<Record<string, number>> = {
  'filtered sorted page': 1,
  'filter over two relations': 1,
  'populate=*': 1,
}

const { connection } = sqliteDatabase()

let api: ContentApi
let database: sqlite3.Database

function rows(sql: string, values: readonly unknown[] = []): Promise<{ detail: string }[]> {
  return new Promise((resolve, reject) => {
    database.all<{ detail: string }>(sql, values, (error, found) => (error ? reject(error) : resolve(found)))
  })
}

beforeAll(async () => {
  api = await createContentApi({ project: oracleModel, database: connection })
  database = new sqlite3.Database(connection.file)
  await rows(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
    INSERT INTO tags (name) SELECT 'tag ' || i FROM n`)
  await rows(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
    INSERT INTO authors (name, country, publishedAt) SELECT 'author ' || i, 'Chile', '2026-01-01T00:00:00.000Z' FROM n`)
  await rows(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO articles (title, slug, body, rating, kind, locale, publishedAt, localization_group, author_id)
    SELECT 'article ' || i, 'article-' || i, hex(zeroblob(500)), i % 10, 'news', 'en', '2026-01-01T00:00:00.000Z', i, i % 50 + 1 FROM n`)
  await rows(`INSERT INTO articles_tags_links (source_id, target_id, source_order, target_order)
    SELECT id, id % 40 + 1, 1, id FROM articles`)
})

afterAll(async () => {
  await new Promise<void>((resolve) => database.close(() => resolve()))
  await api.close()
})

describe.each(['without statistics', 'with statistics'])('query plans of SQLite %s', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'with statistics') await rows('ANALYZE')
  })

  it.each(Object.entries(lists))('scan no link table and sort no whole rows: %s', async (name, query) => {
    const { sql, values } = compileRead(planList(article, query, strict), layout, sqlite)
    const details = (await rows(`EXPLAIN QUERY PLAN ${sql}`, values)).map(({ detail }) => detail)
    expect(details.filter((detail) => /SCAN \w+_links/.test(detail))).toEqual([])
    const sorts = details.filter((detail) => detail.startsWith('USE TEMP B-TREE'))
    expect(sorts.length).toBe(sorted[name] ?? 0)
  })

  const planOf = async (query: Readonly<Record<string, unknown>>) => {
    const { sql, values } = compileRead(planList(article, query, strict), layout, sqlite)
    return (await rows(`EXPLAIN QUERY PLAN ${sql}`, values)).map(({ detail }) => detail)
  }

  it('count a list by its pages, and read only the index on locale, id and publication for the page', async () => {
    const details = await planOf(lists['list'] ?? {})
    expect(details.filter((detail) => detail.startsWith('SCAN articles USING COVERING INDEX'))).not.toEqual([])
    const covered = /^SEARCH t0 USING (COVERING INDEX|INTEGER PRIMARY KEY)/
    expect(details.filter((detail) => / t0\b/.test(detail) && !covered.test(detail))).toEqual([])
  })

  it('read the matching rows of a filter once, for the page and its count', async () => {
    const details = await planOf(lists['filtered sorted page'] ?? {})
    const reads = details.filter((detail) => /^(SCAN|SEARCH) t0\b/.test(detail))
    expect(reads).toEqual([expect.stringMatching(/./), 'SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)'])
  })

  const short = 'SCAN t0 USING COVERING INDEX articles_short_columns_idx'

  it.each([
    lists['filtered sorted page'],
    { sort: 'title', pagination: { withCount: 'false' } },
    { sort: 'author.name', pagination: { withCount: 'false' } },
    { filters: { title: { $containsi: 'article 7' } } },
    { filters: { $or: [{ rating: '3' }, { kind: { $ne: 'news' } }] } },
  ])('read only the index with the short columns if no other one serves the list: %j', async (query) => {
    const details = await planOf(query ?? {})
    const reads = details.filter((detail) => /^(SCAN|SEARCH) t0\b/.test(detail))
    expect(reads[0]).toBe(short)
    for (const detail of reads) expect([short, 'SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)']).toContain(detail)
  })

  it.each([
    { filters: { slug: 'article-7' } },
    { filters: { title: 'article 7', id: { $gt: '3' } } },
    { sort: 'slug' },
    { sort: ['title', 'body'] },
    { filters: { body: { $contains: 'a' } } },
    { filters: { author: { country: 'Chile' } }, sort: 'title' },
  ])('read the rows if another index serves the list, or if it needs long columns: %j', (query) => {
    expect(compileRead(planList(article, query, strict), layout, sqlite).sql).not.toContain('INDEXED BY')
  })

  it('read only linked rows if a filter follows links', async () => {
    const details = await planOf(lists['filter over two relations'] ?? {})
    const reads = details.filter((detail) => /^(SCAN|SEARCH) t0\b/.test(detail))
    for (const detail of reads) expect(detail).toMatch(/PRIMARY KEY|author_id/)
  })
})

test('totals are right however many drafts and other locales there are', async () => {
  const counted = async (locale: string) => {
    const { sql, values } = compileRead(planList(article, { locale }, strict), layout, sqlite)
    const [row] = (await rows(sql, values)) as unknown as [{ body: Buffer }]
    return JSON.parse(row.body.toString()).meta.pagination.total
  }
  const direct = async (locale: string) => {
    const [row] = (await rows(`SELECT count(*) AS total FROM articles WHERE locale = ? AND publishedAt IS NOT NULL`, [
      locale,
    ])) as unknown as [{ total: number }]
    return row.total
  }
  const steps = [
    'UPDATE articles SET publishedAt = NULL WHERE id <= 20',
    `UPDATE articles SET locale = 'de' WHERE id BETWEEN 11 AND 30`,
    `UPDATE articles SET locale = 'fr' WHERE id BETWEEN 900 AND 930`,
    'UPDATE articles SET locale = NULL WHERE id = 100',
    `UPDATE articles SET locale = 'fr' WHERE id > 700`,
    'UPDATE articles SET publishedAt = NULL WHERE id % 2 = 0',
  ]
  for (const step of steps) {
    await rows(step)
    for (const locale of ['en', 'fr']) expect(await counted(locale)).toBe(await direct(locale))
  }
})
