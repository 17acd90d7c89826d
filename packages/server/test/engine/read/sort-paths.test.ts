import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi, type EntryLine } from '../../../src/index.js'
import { askGraphql } from '../../support/ask-graphql.js'
import { databases } from '../../../../../tests/support/postgres.js'
import { project } from '../../support/reading-room.js'

interface Row {
  readonly id: number
  readonly live: boolean
  readonly values: Readonly<Record<string, string | number>>
  readonly links: Readonly<Record<string, readonly Row[]>>
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Picks a few of the items, the same in every run. */
function some<Item>(items: readonly Item[], seed: number): Item[] {
  return items.filter((_, index) => ((seed + 3) * (index + 5) * 7919) % 11 < 3)
}

const live = (id: number) => id % 7 !== 0
const tagIds = numbers(9)
const categoryIds = numbers(4)
const articleIds = numbers(20)
const frenchIds = articleIds.slice(0, 8).map((id) => 100 + id)
const tagName = (id: number) => `tag ${(id * 5) % 9}`
const titleOf = (id: number) => `title ${(id * 13) % 20} ${id > 100 ? 'fr' : 'en'}`
const tagsOf = (id: number) => some(tagIds, id)
const relatedOf = (id: number) => (id > 100 ? some(frenchIds, id) : some(articleIds, id))
const categoryOf = (id: number) => (id % 5 === 0 ? undefined : categoryIds[id % 4])
const labelsOf = (id: number) => numbers(id % 3).map((number) => `label ${(id * number * 7) % 10}`)

const content: readonly EntryLine[] = [
  ...tagIds.map((id) => ({ type: 'api::tag.tag', id, attributes: { name: tagName(id), weight: (id * 4) % 5 } })),
  ...categoryIds.map((id) => ({ type: 'api::category.category', id, attributes: { name: `category ${id}` } })),
  ...[...articleIds, ...frenchIds].map((id) => ({
    type: 'api::article.article',
    id,
    ...(id > 100 && { localizationOf: id - 100 }),
    attributes: {
      title: titleOf(id),
      locale: id > 100 ? 'fr' : 'en',
      publishedAt: live(id) ? '2024-01-01T00:00:00.000Z' : null,
      tags: tagsOf(id),
      related: relatedOf(id),
      category: categoryOf(id) ?? null,
      links: labelsOf(id).map((label) => ({ label, url: '/' })),
    },
  })),
]

/** The content as rows that reference each other. */
function rowsOf() {
  const tags = new Map<number, Row>()
  const articles = new Map<number, Row>()
  const categories = new Map<number, Row>()
  const all = [...articleIds, ...frenchIds]
  const lazily = (links: Record<string, () => readonly (Row | undefined)[]>): Row['links'] =>
    new Proxy({}, { get: (_, name: string) => (links[name]?.() ?? []).filter((row) => row !== undefined) })
  for (const id of tagIds) {
    const links = lazily({
      articles: () => all.filter((one) => tagsOf(one).includes(id)).map((one) => articles.get(one)),
    })
    tags.set(id, { id, live: true, values: { name: tagName(id), weight: (id * 4) % 5 }, links })
  }
  for (const id of categoryIds) {
    const links = lazily({
      articles: () => all.filter((one) => categoryOf(one) === id).map((one) => articles.get(one)),
    })
    categories.set(id, { id, live: true, values: { name: `category ${id}` }, links })
  }
  for (const id of all) {
    const links = lazily({
      tags: () => tagsOf(id).map((one) => tags.get(one)),
      related: () => relatedOf(id).map((one) => articles.get(one)),
      category: () => [categories.get(categoryOf(id) ?? 0)],
      localizations: () => [articles.get(id > 100 ? id - 100 : id + 100)],
      links: () => labelsOf(id).map((label) => ({ id: 0, live: true, values: { label }, links: {} })),
    })
    articles.set(id, { id, live: live(id), values: { title: titleOf(id) }, links })
  }
  return { tags: [...tags.values()], articles: articleIds.map((id) => articles.get(id) as Row) }
}

type Direction = 'asc' | 'desc'

interface Entry {
  readonly id: number
  readonly attributes: { readonly tags?: { readonly data: readonly { readonly id: number }[] } }
}

/** Returns the value to sort by: of the values at the end of the path, the smallest (asc) or the largest (desc). */
function valueOf(row: Row, path: readonly string[], direction: Direction, drafts: boolean): string | number | null {
  const [name = '', ...rest] = path
  if (rest.length === 0) return row.values[name] ?? null
  const linked = (row.links[name] ?? []).filter((one) => drafts || one.live)
  const values = linked.map((one) => valueOf(one, rest, direction, drafts)).filter((value) => value !== null)
  if (values.length === 0) return null
  return values.reduce((one, other) => (one < other === (direction === 'asc') ? one : other))
}

function sorted(rows: readonly Row[], path: string, direction: Direction, drafts: boolean): number[] {
  const keyed = rows
    .filter((row) => drafts || row.live)
    .map((row) => ({ id: row.id, value: valueOf(row, path.split('.'), direction, drafts) }))
  const rank = (one: string | number | null, other: string | number | null) => {
    if (one === other) return 0
    if (one === null || other === null) return one === null ? -1 : 1
    return one < other ? -1 : 1
  }
  return keyed
    .toSorted((one, other) => {
      const order = rank(one.value, other.value)
      return (direction === 'asc' ? order : -order) || one.id - other.id
    })
    .map(({ id }) => id)
}

const rows = rowsOf()
const paths = {
  articles: [
    'tags.name',
    'category.articles.title',
    'tags.articles.title',
    'tags.articles.links.label',
    'tags.articles.tags.weight',
    'related.tags.name',
    'related.related.related.title',
    'category.articles.tags.articles.title',
    'localizations.related.title',
    'localizations.tags.articles.localizations.title',
    'related.category.articles.tags.name',
  ],
  tags: [
    'articles.title',
    'articles.related.title',
    'articles.tags.articles.title',
    'articles.localizations.links.label',
  ],
} as const
const cases = (['articles', 'tags'] as const).flatMap((list) =>
  paths[list].flatMap((path) =>
    (['asc', 'desc'] as const).flatMap((direction) =>
      [false, true].map((drafts) => [list, path, direction, drafts] as const),
    ),
  ),
)

describe.each(await databases())('sorting by a path over relations, on $name', ({ connection }) => {
  let api: ContentApi
  const get = async (path: string, query: unknown) => {
    const response = await api.fetch(new Request(`http://localhost/api/${path}?${qs.stringify(query)}`))
    const { data, error } = (await response.json()) as { data: Entry[]; error: unknown }
    expect(error).toBeUndefined()
    return data
  }
  const ids = (entries: readonly { id: number }[]) => entries.map(({ id }) => id)

  beforeAll(async () => {
    const config = { i18n: { locales: ['fr'] } }
    api = await createContentApi({ project, database: connection, config })
    await api.importEntries(content)
  })
  afterAll(() => api.close())

  it.each(cases)('orders %s by %s %s (drafts: %s)', async (list, path, direction, drafts) => {
    const query = {
      sort: `${path}:${direction}`,
      pagination: { pageSize: 100 },
      ...(drafts && { publicationState: 'preview' }),
    }
    expect(ids(await get(list, query))).toEqual(sorted(rows[list], path, direction, drafts))
  })

  it('orders and paginates the rows of a populated relation', async () => {
    const sort = 'articles.tags.articles.title:desc'
    const [article] = await get('articles', { filters: { id: 3 }, populate: { tags: { sort } } })
    const { tags } = article?.attributes ?? {}
    const whole = sorted(rows.tags, 'articles.tags.articles.title', 'desc', false)
    const expected = whole.filter((id) => tagsOf(3).includes(id))
    expect(expected.length).toBeGreaterThan(1)
    expect(ids(tags?.data ?? [])).toEqual(expected)
    const query = `{ article(id: 3) { data { attributes { tags(sort: "${sort}", pagination: { start: 1, limit: 1 }) { data { id } } } } } }`
    const result = await askGraphql(api)(query)
    const page = expected.slice(1, 2).map((id) => ({ id: String(id) }))
    expect(result.data).toEqual({ article: { data: { attributes: { tags: { data: page } } } } })
  })

  it('accepts more paths than a database can join tables', async () => {
    const steps = ['related', 'tags.articles', 'category.articles', 'localizations']
    const many = steps.flatMap((one) => steps.flatMap((two) => [`${one}.${two}.title`, `${one}.${two}.slug`]))
    const longer = steps.flatMap((one) =>
      steps.flatMap((two) => [`related.${one}.${two}.title`, `tags.articles.${one}.id`]),
    )
    const sort = [...new Set([...many, ...longer])].filter((path) => path.split('.').length <= 6)
    expect(sort.length).toBeGreaterThan(45)
    const all = await get('articles', { sort: ['related.related.title', ...sort], pagination: { pageSize: 100 } })
    expect(all).toHaveLength(articleIds.filter(live).length)
  })
})
