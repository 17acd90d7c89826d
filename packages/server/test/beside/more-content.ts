import type { Random } from '../strapi-starts/random.js'
import type { HttpClient } from './http-client.js'

const words = ['alpha', 'Bravo', 'été', 'ÉTÉ', '100% sure_thing', 'under_score', 'x', 'straße', 'Zulu', 'mid way']

/** Creates entries through Strapi, in addition to the few recorded ones: drafts, empty values, equal values. */
export async function createMoreContent(strapi: HttpClient, random: Random): Promise<void> {
  const word = () => random.one(words)
  const maybe = <Value>(value: Value): Value | null => (random.chance(0.75) ? value : null)
  const state = () => (random.chance(0.7) ? {} : { publishedAt: null })
  const ids = { tags: [] as number[], authors: [] as number[], categories: [] as number[], articles: [] as number[] }
  for (let n = 0; n < 6; n++) {
    ids.tags.push(
      await create(strapi, 'tags', { name: `${word()} tag ${n}`, color: maybe(word()), weight: maybe(n % 3) }),
    )
    ids.categories.push(await create(strapi, 'categories', { name: `${word()} category ${n}`, rank: maybe(n % 3) }))
    ids.authors.push(
      await create(strapi, 'authors', {
        name: `${word()} ${n}`,
        country: maybe(word()),
        bio: maybe(word()),
        ...state(),
      }),
    )
  }
  for (let n = 0; n < 30; n++) {
    const article = {
      title: `${word()} article ${n}`,
      slug: `more-${n}`,
      code: `MM-${n}`,
      summary: maybe(word()),
      body: maybe(`# ${word()}`),
      kind: maybe(random.one(['news', 'opinion', 'review'])),
      contactEmail: maybe(`a${n % 5}@example.com`),
      internalNote: 'private',
      publishDate: maybe(`2024-0${(n % 9) + 1}-11`),
      publishTime: maybe(`0${n % 9}:30:00.${random.one(['000', '250'])}`),
      eventAt: maybe(`2024-0${(n % 9) + 1}-11T12:30:00.${random.one(['000', '123'])}Z`),
      stampedAt: maybe(`2024-0${(n % 9) + 1}-11T12:30:00.000Z`),
      rating: maybe((n % 10) + 1),
      views: maybe(String(n * 37)),
      score: maybe(((n * 7) % 10) / 10),
      price: maybe(((n * 13) % 1000) / 100),
      featured: maybe(n % 2 === 0),
      extra: maybe(random.one<unknown>([{ n }, [n, 'x'], n, 'text', true])),
      richBlocks: maybe([{ type: 'paragraph', children: [{ type: 'text', text: word() }] }]),
      cover: maybe((n % 3) + 1),
      attachments: random.some([1, 2, 3], 0, 3),
      seo: maybe({
        metaTitle: word(),
        noIndex: maybe(n % 2 === 0),
        canonical: maybe({ label: word(), hidden: 'hidden' }),
      }),
      links: Array.from({ length: random.integer(0, 3) }, () => ({ label: word(), url: maybe('https://example.com') })),
      zone: Array.from({ length: random.integer(0, 3) }, () => zoneItem(random, word(), ids.authors)),
      category: maybe(random.one(ids.categories)),
      author: maybe(random.one(ids.authors)),
      tags: random.some([1, 2, 3, ...ids.tags], 0, 4),
      mainTag: maybe(random.one(ids.tags)),
      related: random.some([1, 2, 3, ...ids.articles], 0, 3),
      ...state(),
    }
    const id = await create(strapi, 'articles', article)
    ids.articles.push(id)
    if (!random.chance(0.25)) continue
    const { category: _, ...translated } = article
    const path = `/api/articles/${id}/localizations`
    const body = { ...translated, locale: 'fr', title: `fr ${n}`, slug: `fr-${n}`, code: `FF-${n}` }
    await strapi.send({ method: 'POST', path, caller: 'full', body })
  }
  for (let n = 0; n < 6; n++) {
    const parent = maybe(random.integer(1, 5))
    await create(strapi, 'menu-items', { label: word(), position: maybe(n % 3), url: maybe(word()), parent })
    await create(strapi, 'details', { note: maybe(word()), article: maybe(random.one(ids.articles)) })
    const values = {
      str: maybe(word()),
      txt: maybe(word()),
      int: maybe(n % 3),
      flt: maybe(n / 3),
      flag: maybe(n % 2 === 0),
    }
    await create(strapi, 'specimens', { ...values, enm: maybe('beta'), day: maybe('2024-02-29'), dec: maybe(n / 4) })
  }
}

function zoneItem(random: Random, text: string, authors: readonly number[]): object {
  return random.chance(0.6)
    ? { __component: 'blocks.quote', text, stars: random.integer(0, 5), author: random.one(authors) }
    : { __component: 'blocks.gallery', title: text, images: random.some([1, 2, 3], 0, 2), links: [{ label: text }] }
}

async function create(strapi: HttpClient, path: string, data: object): Promise<number> {
  const answer = await strapi.send({ method: 'POST', path: `/api/${path}`, caller: 'full', body: { data } })
  if (answer.status !== 200)
    throw new Error(`Strapi can't create ${path}: ${answer.status} ${answer.text.slice(0, 400)}`)
  return (JSON.parse(answer.text) as { data: { id: number } }).data.id
}
