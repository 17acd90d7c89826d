import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi, type EntryLine } from '../../../src/index.js'
import { oracleModel } from '../../reliability/service-process.js'
import { databases } from '../../../../../tests/support/postgres.js'

type Text = string | null

interface Article {
  readonly id: number
  readonly title: string
  readonly author: number | null
  readonly isDraft: boolean
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const publishedAt = '2026-01-01T00:00:00.000Z'
/** Several authors have the same name, the fourth has none, and the fifth is a draft. */
const names: readonly Text[] = ['Ada', 'Zoe', 'Ada', null, 'Mia', 'Ben']
const draftAuthor = 5
const articles: readonly Article[] = ids(80).map((id) => ({
  id,
  title: `title ${(id * 7) % 11}`,
  author: id % 9 === 0 ? null : ((id * 5) % names.length) + 1,
  isDraft: id % 6 === 0,
}))
const content: readonly EntryLine[] = [
  ...names.map((name, index) => ({
    type: 'api::author.author',
    id: index + 1,
    attributes: { name, publishedAt: index + 1 === draftAuthor ? null : publishedAt },
  })),
  ...articles.map(({ id, title, author, isDraft }) => ({
    type: 'api::article.article',
    id,
    attributes: { title, author, publishedAt: isDraft ? null : publishedAt },
  })),
]

/** Sorts like the specification: entries without a value first in ascending order, equal ones by id. */
function expectedIds(keys: readonly string[], drafts: boolean): number[] {
  const valueOf = ({ title, author }: Article, path: string): Text => {
    if (path === 'title') return title
    return author === null || (author === draftAuthor && !drafts) ? null : (names[author - 1] ?? null)
  }
  const compare = (one: Text, other: Text) => {
    if (one === other) return 0
    if (one === null || other === null) return one === null ? -1 : 1
    return one < other ? -1 : 1
  }
  const order = (one: Article, other: Article) => {
    for (const key of keys) {
      const [path = '', direction] = key.split(':')
      const found = compare(valueOf(one, path), valueOf(other, path))
      if (found !== 0) return direction === 'desc' ? -found : found
    }
    return one.id - other.id
  }
  return articles
    .filter(({ isDraft }) => drafts || !isDraft)
    .toSorted(order)
    .map(({ id }) => id)
}

const size = 9

describe.each(await databases())('pages that are sorted by an attribute of a relation, on $name', ({ connection }) => {
  let api: ContentApi
  beforeAll(async () => {
    api = await createContentApi({ project: oracleModel, database: connection })
    await api.importEntries(content)
  })
  afterAll(() => api.close())

  it.each([
    [['author.name']],
    [['author.name:desc']],
    [['author.name', 'title:desc']],
    [['author.name:desc', 'title', 'id']],
    [['title', 'author.name']],
  ])('contain all entries in their order: %s', async (keys) => {
    for (const publicationState of ['live', 'preview']) {
      const expected = expectedIds(keys, publicationState === 'preview')
      const found: number[] = []
      for (const page of ids(Math.ceil(expected.length / size) + 1)) {
        const query = qs.stringify({ sort: keys, publicationState, pagination: { page, pageSize: size } })
        const response = await api.fetch(new Request(`http://service.example/api/articles?${query}`))
        const { data } = (await response.json()) as { readonly data: readonly { readonly id: number }[] }
        found.push(...data.map(({ id }) => id))
      }
      expect(found).toEqual(expected)
    }
  })
})
