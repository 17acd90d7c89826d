import { jsonHeaders } from './load.js'

/** A server with the content, and the ids that it assigned. */
export interface Loaded {
  readonly articles: readonly Id[]
  readonly tags: readonly Id[]
  readonly categories: readonly Id[]
  readonly authors: readonly Id[]
}

/** Strapi 5 has ids of documents, which are strings. */
type Id = number | string

export interface Target {
  readonly url: string
  /** The headers of each request. */
  readonly headers: Readonly<Record<string, string>>
  /** The key of ids in responses; `id` without it. */
  readonly id?: 'id' | 'documentId'
}

const articles = 1_000
const sentences = [
  'The harbour was rebuilt after the storm, and the old quay became a market.',
  'Nobody had expected the river to freeze so early in the year.',
  'A committee of seven wrote the report; four of them signed it.',
  'The museum keeps the original map in a drawer that is opened once a month.',
]

/**
 * Creates the content through REST, unless it exists. Every server gets the same values in the same order.
 * Returns at most 1,000 ids of a type.
 */
export async function loadContent(target: Target): Promise<Loaded> {
  const make = (path: string, data: object) => create(target, path, data)
  const list = (path: string) => idsOf(target, path)
  const known = await list('articles')
  if (known.length >= articles) {
    return {
      articles: known,
      tags: await list('tags'),
      categories: await list('categories'),
      authors: await list('authors'),
    }
  }
  const tags = await each(40, (n) => make('tags', { name: `tag ${n}`, color: '#336699', weight: n % 10 }))
  const categories = await each(10, (n) => make('categories', { name: `Bench category ${n}`, rank: n }))
  const authors = await each(50, (n) => make('authors', { name: `Author ${n}`, country: countries[n % 5] }))
  const created = await each(articles, (n) => make('articles', articleOf(n, { tags, categories, authors })))
  return { articles: created, tags, categories, authors }
}

export const countries = ['Chile', 'Ghana', 'India', 'Norway', 'Samoa']

/** Returns the nth article, with a category, an author, one to three tags and components. */
export function articleOf(n: number, { tags, categories, authors }: Omit<Loaded, 'articles'>) {
  const text = Array.from({ length: 12 }, (_, at) => sentences[(n + at) % 4]).join(' ')
  return {
    title: `Article ${n} about ${['ships', 'maps', 'ice', 'wool'][n % 4]}`,
    slug: `bench-article-${n}`,
    summary: sentences[n % 4],
    body: text,
    kind: ['news', 'opinion', 'review'][n % 3],
    rating: (n % 10) + 1,
    views: String(n * 37),
    score: ((n * 7) % 1000) / 1000,
    price: ((n * 13) % 10_000) / 100,
    featured: n % 2 === 0,
    eventAt: `2026-0${(n % 9) + 1}-11T12:30:00.000Z`,
    publishDate: `2026-0${(n % 9) + 1}-11`,
    extra: { source: 'bench', number: n },
    seo: { metaTitle: `Article ${n}`, metaDescription: sentences[n % 4] },
    links: [
      { label: 'first', url: 'https://example.com/1' },
      { label: 'second', url: 'https://example.com/2' },
    ],
    zone: [{ __component: 'blocks.quote', text: sentences[n % 4], stars: n % 5 }],
    category: categories[n % categories.length],
    author: authors[n % authors.length],
    tags: Array.from({ length: (n % 3) + 1 }, (_, at) => tags[(n + at * 11) % tags.length]),
  }
}

async function each(count: number, make: (n: number) => Promise<Id>): Promise<Id[]> {
  const ids: Id[] = []
  for (let n = 0; n < count; n++) ids.push(await make(n))
  return ids
}

async function create({ url, headers, id = 'id' }: Target, path: string, data: object): Promise<Id> {
  const body = JSON.stringify({ data })
  const response = await fetch(`${url}/api/${path}`, { method: 'POST', headers: { ...jsonHeaders, ...headers }, body })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${url}/api/${path}: ${response.status} ${text.slice(0, 500)}`)
  return (JSON.parse(text) as { data: Record<string, Id> }).data[id] as Id
}

async function idsOf({ url, headers, id = 'id' }: Target, path: string): Promise<Id[]> {
  const ids: Id[] = []
  for (let page = 1; ; page++) {
    const query = `fields[0]=id&sort=id&pagination[page]=${page}&pagination[pageSize]=100`
    const response = await fetch(`${url}/api/${path}?${query}`, { headers })
    if (response.status !== 200) throw new Error(`GET ${url}/api/${path}: ${response.status} ${await response.text()}`)
    const { data } = (await response.json()) as { data: readonly Record<string, Id>[] }
    ids.push(...data.map((entry) => entry[id] as Id))
    if (data.length < 100 || ids.length >= articles) return ids
  }
}
