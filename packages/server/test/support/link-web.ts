import type { EntryLine } from '../../src/index.js'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/**
 * Articles and tags of the recorded model. Each article has `perArticle` tags, so that each link in a `sort`
 * or `populate` multiplies the number of rows.
 */
export function linkWeb(count = 300, perArticle = 100): readonly EntryLine[] {
  return [
    ...numbers(count).map((id) => ({ type: 'api::tag.tag', id, attributes: { name: `Tag ${(id * 7919) % count}` } })),
    ...numbers(count).map((id) => ({
      type: 'api::article.article',
      id,
      attributes: {
        title: `Article ${(id * 104_729) % count}`,
        publishedAt: '2024-01-01T00:00:00.000Z',
        tags: numbers(perArticle).map((step) => ((id * 31 + step * 3) % count) + 1),
      },
    })),
  ]
}
