import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi, type EntryLine } from '../../../src/index.js'
import { planList } from '@content-api/core/query/plan'
import { compileRead } from '../../../../engine/src/read/read.js'
import { sqlite } from '../../../../engine/src/dialects/sqlite.js'
import { createLayout } from '../../../../engine/src/layout/own-layout.js'
import { oracleModel } from '../../reliability/service-process.js'
import { article, registry, strict } from '../../support/plan-context.js'
import { databases } from '../../../../../tests/support/postgres.js'

const publishedAt = '2026-01-01T00:00:00.000Z'
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const authorOf = (article: number) => (article % 50) + 1
const isDraft = (article: number) => article % 7 === 0
/** 50 authors and 2,000 articles. Every seventh article is a draft. */
const content: readonly EntryLine[] = [
  ...ids(50).map((id) => ({
    type: 'api::author.author',
    id,
    attributes: { name: `author ${id}`, country: id <= 25 ? 'Chile' : 'Peru', publishedAt },
  })),
  ...ids(2000).map((id) => ({
    type: 'api::article.article',
    id,
    attributes: {
      title: `article ${id}`,
      rating: id,
      author: authorOf(id),
      publishedAt: isDraft(id) ? null : publishedAt,
    },
  })),
]
const articles = ids(2000).filter((id) => !isDraft(id))

interface Page {
  readonly data: readonly { readonly id: number }[]
  readonly meta: { readonly pagination: { readonly total: number } }
}

/** Filters, and the articles that match them. */
const filters: readonly (readonly [string, object, (id: number) => boolean])[] = [
  ['half of the articles', { author: { country: 'Chile' } }, (id) => authorOf(id) <= 25],
  ['no article among the first or last 40', { author: { name: 'author 46' } }, (id) => authorOf(id) === 46],
  ['one article among the first 40', { author: { name: 'author 2' } }, (id) => authorOf(id) === 2],
  ['no article', { author: { name: 'nobody' } }, () => false],
  [
    'one of two conditions',
    { $or: [{ author: { name: 'author 30' } }, { rating: { $lt: 30 } }] },
    (id) => authorOf(id) === 30 || id < 30,
  ],
  ['the articles of all authors outside Peru', { $not: { author: { country: 'Peru' } } }, (id) => authorOf(id) <= 25],
  [
    'two conditions on the author',
    { author: { country: 'Peru' }, $and: [{ author: { name: { $contains: '3' } } }] },
    (id) => authorOf(id) > 25 && String(authorOf(id)).includes('3'),
  ],
]
const pages = [
  [0, 1],
  [0, 2],
  [1, 1],
  [1, 2],
  [3, 50],
  [700, 30],
] as const

describe.each(await databases())('pages that are filtered by a relation, on $name', ({ connection }) => {
  let api: ContentApi
  beforeAll(async () => {
    api = await createContentApi({ project: oracleModel, database: connection })
    await api.importEntries(content)
  })
  afterAll(() => api.close())

  describe.each(['asc', 'desc'] as const)('by id, %s', (direction) => {
    it.each(filters)('contain %s', async (_title, where, matches) => {
      const found = articles.filter(matches)
      if (direction === 'desc') found.reverse()
      for (const [start, limit] of pages) {
        const query = qs.stringify({ filters: where, sort: `id:${direction}`, pagination: { start, limit } })
        const response = await api.fetch(new Request(`http://service.example/api/articles?${query}`))
        const { data, meta } = (await response.json()) as Page
        expect(data.map(({ id }) => id)).toEqual(found.slice(start, start + limit))
        expect(meta.pagination.total).toBe(found.length)
      }
    })
  })
})

describe('SQLite', () => {
  const layout = createLayout(registry, 'sqlite')
  const near = / NOT INDEXED /
  const compiled = (query: Readonly<Record<string, unknown>>) =>
    compileRead(planList(article, query, strict), layout, sqlite).sql

  it.each([
    [{ filters: { author: { country: 'Chile' } } }],
    [{ filters: { author: { country: 'Chile' } }, sort: 'id:desc', pagination: { page: '3' } }],
  ])('searches the first rows of the table first: %j', (query) => {
    expect(compiled(query)).toMatch(near)
  })

  it.each([
    // The order is another one, or an index already returns the rows in this order.
    [{ filters: { author: { country: 'Chile' } }, sort: 'title' }],
    [{ filters: { author: { country: 'Chile' } }, sort: ['id', 'title'] }],
    [{ filters: { tags: { name: 'tag 7' } } }],
    [{ filters: { author: { country: 'Chile' }, tags: { name: 'tag 7' } } }],
    [{ filters: { rating: { $gt: '5' } } }],
    [{}],
  ])('searches all rows at once: %j', (query) => {
    expect(compiled(query)).not.toMatch(near)
  })
})
