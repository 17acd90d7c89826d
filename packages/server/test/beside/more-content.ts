import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import type { Random } from '../strapi-starts/random.js'
import type { Call, HttpClient } from './http-client.js'
import { recordedVersions } from './recorded-versions.js'

const words = ['alpha', 'Bravo', 'été', 'ÉTÉ', '100% sure_thing', 'under_score', 'x', 'straße', 'Zulu', 'mid way']

/** The id of an entry in paths and relations: a number in Strapi 4, that of a document in Strapi 5. */
type Id = number | string

/** How a version of Strapi writes entries. */
interface Writing {
  /** Returns the request that creates an entry. */
  readonly create: (path: string, data: object, isDraft: boolean) => Pick<Call, 'path' | 'body'>
  /** Returns the request that adds a localization to an article. */
  readonly localize: (id: Id, data: object) => Pick<Call, 'method' | 'path' | 'body'>
  readonly idOf: (created: { readonly id: number; readonly documentId: string }) => Id
}

const writings: Readonly<Record<StrapiVersion, Writing>> = {
  4: {
    create: (path, data, isDraft) => ({
      path: `/api/${path}`,
      body: { data: { ...data, ...(isDraft && { publishedAt: null }) } },
    }),
    localize: (id, data) => ({
      method: 'POST',
      path: `/api/articles/${id}/localizations`,
      body: { ...data, locale: 'fr' },
    }),
    idOf: ({ id }) => id,
  },
  5: {
    create: (path, data, isDraft) => ({ path: `/api/${path}${isDraft ? '?status=draft' : ''}`, body: { data } }),
    localize: (id, data) => ({ method: 'PUT', path: `/api/articles/${id}?locale=fr`, body: { data } }),
    idOf: ({ documentId }) => documentId,
  },
}

/** Creates entries through Strapi, in addition to the few recorded ones: drafts, empty values, equal values. */
export async function createMoreContent(strapi: HttpClient, random: Random, version: StrapiVersion): Promise<void> {
  const { localize, ...writing } = writings[version]
  const { idOf } = recordedVersions[version]
  const create = async (path: string, data: object, isDraft = false): Promise<Id> => {
    const answer = await strapi.send({ method: 'POST', caller: 'full', ...writing.create(path, data, isDraft) })
    if (answer.status >= 300)
      throw new Error(`Strapi can't create ${path}: ${answer.status} ${answer.text.slice(0, 400)}`)
    return writing.idOf((JSON.parse(answer.text) as { data: { id: number; documentId: string } }).data)
  }
  const recordedOf = (type: string) => [1, 2, 3].map((n) => idOf(type, n))
  const word = () => random.one(words)
  const maybe = <Value>(value: Value): Value | null => (random.chance(0.75) ? value : null)
  const isDraft = () => !random.chance(0.7)
  // Strapi 5 stores a string as it is, which must be JSON on PostgreSQL.
  const jsonText = version === 5 ? '"text"' : 'text'
  const ids = { tags: [] as Id[], authors: [] as Id[], categories: [] as Id[], articles: [] as Id[] }
  for (let n = 0; n < 6; n++) {
    ids.tags.push(await create('tags', { name: `${word()} tag ${n}`, color: maybe(word()), weight: maybe(n % 3) }))
    ids.categories.push(await create('categories', { name: `${word()} category ${n}`, rank: maybe(n % 3) }))
    ids.authors.push(
      await create('authors', { name: `${word()} ${n}`, country: maybe(word()), bio: maybe(word()) }, isDraft()),
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
      extra: maybe(random.one<unknown>([{ n }, [n, 'x'], n, jsonText, true])),
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
      tags: random.some([...recordedOf('tag'), ...ids.tags], 0, 4),
      mainTag: maybe(random.one(ids.tags)),
      related: random.some([...recordedOf('article'), ...ids.articles], 0, 3),
    }
    const id = await create('articles', article, isDraft())
    ids.articles.push(id)
    if (!random.chance(0.25)) continue
    const { category: _, ...translated } = article
    const data = { ...translated, title: `fr ${n}`, slug: `fr-${n}`, code: `FF-${n}` }
    await strapi.send({ caller: 'full', ...localize(id, data) })
  }
  for (let n = 0; n < 6; n++) {
    const parent = maybe(idOf('menuitem', random.integer(1, 5)))
    await create('menu-items', { label: word(), position: maybe(n % 3), url: maybe(word()), parent })
    await create('details', { note: maybe(word()), article: maybe(random.one(ids.articles)) })
    const values = {
      str: maybe(word()),
      txt: maybe(word()),
      int: maybe(n % 3),
      flt: maybe(n / 3),
      flag: maybe(n % 2 === 0),
    }
    await create('specimens', { ...values, enm: maybe('beta'), day: maybe('2024-02-29'), dec: maybe(n / 4) })
  }
}

function zoneItem(random: Random, text: string, authors: readonly Id[]): object {
  return random.chance(0.6)
    ? { __component: 'blocks.quote', text, stars: random.integer(0, 5), author: random.one(authors) }
    : { __component: 'blocks.gallery', title: text, images: random.some([1, 2, 3], 0, 2), links: [{ label: text }] }
}
