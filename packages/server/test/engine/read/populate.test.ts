import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentApi } from '../../../src/index.js'
import { databases } from '../../../../../tests/support/postgres.js'
import { openReadingRoom, reader } from '../../support/reading-room.js'

const alpha = 'filters[title]=Alpha&fields=title'

/** Queries and the attributes that they populate in the entry Alpha, beside its title. */
const populated: readonly (readonly [query: string, attributes: Record<string, unknown>])[] = [
  ['populate[category][fields]=name', { category: { data: { id: 1, attributes: { name: 'Tech' } } } }],
  ['populate[detail]=true', { detail: { data: null } }],
  // In the order of the relation, in another order, limited, filtered, counted.
  ['populate[tags][fields]=name', { tags: tags('green', 'red') }],
  ['populate[tags][fields]=name&populate[tags][sort]=name:desc', { tags: tags('red', 'green') }],
  ['populate[tags][fields]=name&populate[tags][limit]=1', { tags: tags('green') }],
  ['populate[tags][fields]=name&populate[tags][start]=1', { tags: tags('red') }],
  ['populate[tags][fields]=name&populate[tags][filters][name]=red', { tags: tags('red') }],
  ['populate[tags][count]=true', { tags: { data: { attributes: { count: 2 } } } }],
  ['populate[wayTags]=true', { wayTags: { data: [] } }],
  // Drafts are only populated with publicationState=preview.
  ['populate[related][fields]=title', { related: { data: [{ id: 2, attributes: { title: 'Bravo' } }] } }],
  [
    'publicationState=preview&populate[related][fields]=title',
    {
      related: {
        data: [
          { id: 2, attributes: { title: 'Bravo' } },
          { id: 5, attributes: { title: 'Draft' } },
        ],
      },
    },
  ],
  ['populate[localizations][fields]=locale', { localizations: { data: [{ id: 6, attributes: { locale: 'fr' } }] } }],
  // Media: an empty value is null, for one file and for several.
  ['populate[cover]=true&populate[attachments]=true', { cover: { data: null }, attachments: { data: null } }],
  // Components, nested.
  ['populate[seo][fields]=metaTitle', { seo: { id: 1, metaTitle: 'Alpha SEO' } }],
  [
    'populate[seo][fields]=metaTitle&populate[seo][populate][canonical][fields]=label',
    { seo: { id: 1, metaTitle: 'Alpha SEO', canonical: { id: expect.any(Number), label: 'canon' } } },
  ],
  [
    'populate[links][fields]=label',
    {
      links: [
        { id: expect.any(Number), label: 'one' },
        { id: expect.any(Number), label: 'two' },
      ],
    },
  ],
  [
    'populate[zone][on][blocks.quote][fields]=text',
    {
      zone: [
        { id: 1, __component: 'blocks.quote', text: 'To be' },
        { id: 2, __component: 'blocks.quote', text: 'Or not' },
      ],
    },
  ],
  [
    'populate[zone][on][blocks.quote][fields]=text&populate[zone][on][blocks.quote][filters][text][$contains]=not&populate[zone][on][blocks.gallery][fields]=title',
    {
      zone: [
        { id: 1, __component: 'blocks.gallery', title: 'Shots' },
        { id: 2, __component: 'blocks.quote', text: 'Or not' },
      ],
    },
  ],
  [
    'populate[zone][on][blocks.quote][fields]=text&populate[zone][on][blocks.gallery][populate][links][fields]=label&populate[zone][on][blocks.gallery][fields]=title',
    {
      zone: [
        { id: 1, __component: 'blocks.quote', text: 'To be' },
        { id: 1, __component: 'blocks.gallery', title: 'Shots', links: [{ id: expect.any(Number), label: 'g1' }] },
        { id: 2, __component: 'blocks.quote', text: 'Or not' },
      ],
    },
  ],
  // Back to the first type.
  [
    'populate[category][fields]=name&populate[category][populate][articles][fields]=title&populate[category][populate][articles][populate][tags][fields]=name',
    {
      category: {
        data: {
          id: 1,
          attributes: {
            name: 'Tech',
            articles: {
              data: [
                { id: 1, attributes: { title: 'Alpha', tags: tags('green', 'red') } },
                { id: 2, attributes: { title: 'Bravo', tags: tags('blue') } },
                { id: 6, attributes: { title: 'Alpha fr', tags: { data: [] } } },
              ],
            },
          },
        },
      },
    },
  ],
]

function tags(...names: readonly string[]) {
  const ids = { red: 1, green: 2, blue: 3 }
  return { data: names.map((name) => ({ id: ids[name as keyof typeof ids], attributes: { name } })) }
}

const orders: readonly (readonly [query: string, ids: readonly number[]])[] = [
  ['sort=title:desc', [4, 3, 2, 1]],
  ['sort[0]=category.name&sort[1]=title:desc', [4, 3, 2, 1]],
  // A missing value comes first ascending and last descending; each entry is returned once.
  ['sort=tags.name', [4, 2, 1, 3]],
  ['sort=tags.name:desc', [1, 3, 2, 4]],
  ['sort=category.articles.title:desc', [3, 1, 2, 4]],
  ['sort=seo.metaTitle:desc', [1, 2, 3, 4]],
  ['sort=seo.noIndex', [2, 3, 4, 1]],
  ['sort=seo.noIndex:desc', [1, 2, 3, 4]],
]

describe.each(await databases())('a response with populate on $name', ({ connection }) => {
  let api: ContentApi
  beforeAll(async () => {
    api = await openReadingRoom(connection)
  })
  afterAll(() => api.close())

  it.each(populated)('has the expected attributes: %s', async (query, attributes) => {
    const before = api.database.statements()
    const { data } = await reader(api).get(`/api/articles?${alpha}&${query}`)
    expect(data.map((entry) => entry.attributes)).toEqual([{ title: 'Alpha', ...attributes }])
    expect(api.database.statements() - before).toBe(1)
  })

  it('is the same for entries that are read in one turn', async () => {
    const paths = populated.flatMap(([query]) => [1, 2, 99, 6].map((id) => `/api/articles/${id}?${query}`))
    const textOf = async (path: string) => (await api.fetch(new Request(`http://reading.room${path}`))).text()
    const alone: string[] = []
    for (const path of paths) alone.push(await textOf(path))
    expect(await Promise.all(paths.map(textOf))).toEqual(alone)
  })

  it.each(orders)('has the expected order: %s', async (query, ids) => {
    expect(await reader(api).ids(`/api/articles?${query}`)).toEqual(ids)
  })

  it('limits a list per parent', async () => {
    const query = 'fields=name&populate[articles][fields]=title&populate[articles][limit]=1&sort=id'
    const { data } = await reader(api).get(`/api/categories?${query}`)
    expect(data.map(({ attributes }) => attributes.articles)).toEqual([
      { data: [{ id: 1, attributes: { title: 'Alpha' } }] },
      { data: [{ id: 3, attributes: { title: 'Charlie' } }] },
    ])
  })

  it('has everything one level deep, read with one statement', async () => {
    const before = api.database.statements()
    const { data } = await reader(api).get('/api/articles?populate=*&sort=id')
    expect(data).toHaveLength(4)
    expect(Object.keys(data[0]?.attributes ?? {})).toEqual(
      expect.arrayContaining(['cover', 'attachments', 'seo', 'links', 'zone', 'category', 'tags', 'localizations']),
    )
    expect(api.database.statements() - before).toBe(1)
  })
})
