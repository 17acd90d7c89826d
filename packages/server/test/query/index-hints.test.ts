import { createRegistry } from '@content-api/model'
import { describe, expect, test } from 'vitest'
import { IndexHints } from '../../../engine/src/admission/index-hints.js'
import { planList } from '@content-api/core/query/plan'
import { article, strict } from '../support/plan-context.js'

function hintsOf(query: Readonly<Record<string, unknown>>, { type = article, rows = 10_000 } = {}): string[] {
  const reported: string[] = []
  const hints = new IndexHints((message) => reported.push(message))
  for (let time = 0; time < 2; time++) hints.check(planList(type, query, strict), rows)
  return reported
}

describe('hints on missing indexes', () => {
  test('name the attributes of filters and sort once, equality first', () => {
    const pagination = { withCount: 'false' }
    expect(hintsOf({ filters: { rating: { $gte: '3' }, kind: 'news' }, sort: 'title:desc', pagination })).toEqual([
      'A list of api::article.article filters or sorts 10000 rows by kind, title without an index. If clients send ' +
        'such requests often, add it to "indexes" in the schema: ' +
        '{"attributes":["kind","title"]}',
    ])
    expect(hintsOf({ filters: { rating: { $gte: '3' } }, pagination })).toEqual([
      expect.stringContaining('"attributes":["rating"]'),
    ])
  })

  test.each([
    [{ rating: { $gte: '3' }, kind: 'news' }, ['locale', 'kind', 'title', 'rating', 'publishedAt']],
    [{ $not: { code: 'a' }, kind: 'news', id: { $ne: 1 } }, ['locale', 'kind', 'title', 'code', 'publishedAt']],
    [{ body: { $contains: 'a' }, kind: 'news' }, ['kind', 'title']],
    [{ $or: [{ tags: { name: 'a' } }, { kind: 'news' }] }, ['title']],
    [undefined, ['title']],
  ])('contain all attributes that the total of a list by %j needs, if an index can', (filters, attributes) => {
    expect(hintsOf({ filters, sort: 'title' })).toEqual([expect.stringContaining(JSON.stringify({ attributes }))])
  })

  test.each([
    [{}],
    [{ sort: 'id:desc' }],
    [{ sort: 'author.name' }],
    [{ filters: { slug: 'a', rating: '3' } }],
    [{ filters: { id: '7', kind: 'news' } }],
    [{ filters: { tags: { name: 'a' }, kind: 'news' } }],
    [{ filters: { $or: [{ kind: 'news' }, { rating: '3' }] } }],
    [{ filters: { body: 'long' } }],
    [{ sort: 'publishedAt:desc' }],
  ])('are not given for %j', (query) => {
    expect(hintsOf(query)).toEqual([])
  })

  test('are not given for few rows, nor for an index that the type has', () => {
    expect(hintsOf({ sort: 'title' }, { rows: 9_999 })).toEqual([])
    for (const columns of [['title'], ['locale', 'title']]) {
      const registry = createRegistry({
        contentTypes: {
          'api::post.post': {
            info: { singularName: 'post', pluralName: 'posts' },
            pluginOptions: { i18n: { localized: true } },
            attributes: { title: { type: 'string' } },
            indexes: [{ name: 'by_title', columns }],
          },
        },
      })
      expect(hintsOf({ sort: 'title' }, { type: registry.contentType('api::post.post') })).toEqual([])
    }
  })
})
