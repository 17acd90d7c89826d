import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareType, type FoundDifference } from '@content-api/migrate/compare'
import type { ContentApi } from '../../src/content-api.js'
import { createContentApi } from '../../src/service.js'

const string = { type: 'string' }
const page = 'api::page.page'
const tag = 'api::tag.tag'
const contentTypes = {
  [page]: {
    info: { singularName: 'page', pluralName: 'pages' },
    options: { draftAndPublish: true },
    pluginOptions: { i18n: { localized: true } },
    attributes: {
      slug: string,
      big: { type: 'biginteger' },
      tags: { type: 'relation', relation: 'oneToMany', target: tag },
    },
  },
  [tag]: { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: string } },
  'api::home.home': {
    kind: 'singleType',
    info: { singularName: 'home', pluralName: 'homes' },
    attributes: { name: string },
  },
}
const entry = (type: string, id: number, attributes: Record<string, unknown>) => ({ type, id, attributes })
const time = { createdAt: '2024-01-01T00:00:00.000Z', updatedAt: '2024-01-01T00:00:00.000Z', publishedAt: null }
const { publishedAt: _, ...times } = time
const query = 'locale=all&publicationState=preview&populate=*&sort=id'

let apis: ContentApi[]
let urls: string[]
beforeAll(async () => {
  apis = await Promise.all([0, 1].map(() => createContentApi({ contentTypes, database: ':memory:' })))
  const tags = Array.from({ length: 205 }, (_, index) => entry(tag, index + 1, { name: `t${index + 1}`, ...times }))
  const both = [...tags, entry('api::home.home', 1, { name: 'home', ...times })]
  await apis[0]?.importEntries([
    ...both,
    entry(page, 1, { slug: 'a', big: '9007199254740992', tags: [1, 2], ...time }),
    entry(page, 2, { slug: 'b', ...time }),
    entry(page, 3, { slug: 'gone', ...time }),
  ])
  await apis[1]?.importEntries([
    ...both.slice(1),
    entry(tag, 206, { name: 't1', ...times }),
    entry(page, 1, { slug: 'a', big: '9007199254740993', tags: [2, 3], ...time }),
    entry(page, 7, { slug: 'b', ...time }),
  ])
  urls = await Promise.all(apis.map(async (api) => (await api.listen({ port: 0 })).url))
})
afterAll(() => Promise.all(apis.map((api) => api.close())))

async function compare(type: string, by?: string) {
  const found: FoundDifference[] = []
  const [strapi = '', here = ''] = urls
  const services = { strapi: { url: strapi }, here: { url: here } }
  const counts = await compareType({ ...services, type, by, query, onDifference: (it) => void found.push(it) })
  return { counts, found: found.map(({ entry, path, expected }) => [entry, path.join('.'), expected?.decision]) }
}

it('reports different values and entries, and marks expected differences', async () => {
  expect(await compare('pages')).toEqual({
    counts: { compared: 1, differences: 7, expected: 1 },
    found: [
      ['1', 'attributes.big', '0032'],
      ['1', 'attributes.tags.data.0.id', undefined],
      ['1', 'attributes.tags.data.0.attributes.name', undefined],
      ['1', 'attributes.tags.data.1.id', undefined],
      ['1', 'attributes.tags.data.1.attributes.name', undefined],
      ['2', '', undefined],
      ['3', '', undefined],
      ['7', '', undefined],
    ],
  })
})

it('matches entries by an attribute, even with other ids and on other pages', async () => {
  const { counts, found } = await compare('pages', 'slug')
  expect(counts).toMatchObject({ compared: 2 })
  expect(found.at(-1)).toEqual(['gone en', '', undefined])
  expect(await compare('tags', 'name')).toEqual({ counts: { compared: 205, differences: 0, expected: 0 }, found: [] })
  expect((await compare('tags')).counts).toEqual({ compared: 204, differences: 2, expected: 0 })
})

it('compares single types', async () => {
  expect((await compare('home')).counts).toEqual({ compared: 1, differences: 0, expected: 0 })
})

it("says what to do when a type can't be read", async () => {
  await expect(compare('pagez')).rejects.toThrow(/pagez.* returned status 404\. Is it the plural name of a type/)
  await expect(compare('pages', 'slugs')).rejects.toThrow('An entry of pages has no "slugs".')
})
