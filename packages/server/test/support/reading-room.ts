import { fileURLToPath } from 'node:url'
import type { Connection } from '@content-api/engine/database'
import { type ContentApi, type ContentApiOptions, createContentApi, type EntryLine } from '../../src/index.js'

export const project = fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url))

/** Content of every kind, for tests that only read. */
export async function openReadingRoom(
  database: Connection,
  more: Pick<ContentApiOptions, 'development'> = {},
): Promise<ContentApi> {
  const api = await createContentApi({ project, database, config: { i18n: { locales: ['fr'] } }, ...more })
  await api.importEntries(content)
  return api
}

interface Body {
  readonly data: readonly { readonly id: number; readonly attributes: Record<string, unknown> }[]
  readonly meta: { readonly pagination?: { readonly total: number } }
}

/** Returns functions that request lists and report an error response. */
export function reader(api: ContentApi) {
  const get = async (path: string): Promise<Body> => {
    const response = await api.fetch(new Request(`http://reading.room${path}`))
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`)
    return JSON.parse(text) as Body
  }
  return { get, ids: async (path: string) => (await get(path)).data.map(({ id }) => id) }
}

const specimen = (id: number, attributes: Record<string, unknown>): EntryLine => ({
  type: 'api::specimen.specimen',
  id,
  attributes,
})
const midnight = '2024-01-01T00:00:00.000Z'
const afternoon = '2024-06-15T12:34:56.789Z'
const newYearsEve = '2023-12-31T23:59:59.999Z'

const specimens: readonly EntryLine[] = [
  specimen(1, {
    str: 'Alpha',
    int: 1,
    big: '1',
    flt: 1.5,
    dec: 1.25,
    flag: true,
    obj: { k: 1 },
    day: '2024-01-01',
    tod: '00:00:00.000',
    at: midnight,
    stamp: midnight,
  }),
  specimen(2, {
    str: 'alpha',
    int: 2,
    big: '9223372036854775807',
    flt: -0.1,
    dec: 1234567890.12,
    flag: false,
    obj: [1, 'two'],
    day: '2024-06-15',
    tod: '12:34:56.789',
    at: afternoon,
    stamp: afternoon,
  }),
  specimen(3, {
    str: 'ALPHA%100',
    int: -3,
    big: '-9223372036854775808',
    flt: 3,
    dec: 0.1,
    flag: false,
    obj: 'str',
    day: '2023-12-31',
    tod: '23:59:59.999',
    at: newYearsEve,
    stamp: newYearsEve,
  }),
  specimen(4, { str: 'under_[x*', int: null, flag: true }),
  specimen(5, { str: 'Été', int: 10, big: '10', flt: 10.25, dec: 10.005 }),
  specimen(6, { str: 'ÉTÉ', int: 10, big: '9007199254740993', flt: 0.30000000000000004, dec: 99999999.99 }),
  specimen(7, { str: 'straße', int: 7 }),
  specimen(8, { str: null }),
]

const tag = (id: number, name: string, weight: number): EntryLine => ({
  type: 'api::tag.tag',
  id,
  attributes: { name, weight },
})
const category = (id: number, name: string): EntryLine => ({ type: 'api::category.category', id, attributes: { name } })
const article = (id: number, attributes: Record<string, unknown>): EntryLine => ({
  type: 'api::article.article',
  id,
  attributes,
})

const link = (label: string) => ({ label })

export const content: readonly EntryLine[] = [
  ...specimens,
  tag(1, 'red', 1),
  tag(2, 'green', 2),
  tag(3, 'blue', 3),
  category(1, 'Tech'),
  category(2, 'Food'),
  { type: 'api::author.author', id: 1, attributes: { name: 'Ada' } },
  { type: 'api::author.author', id: 2, attributes: { name: 'Draft', publishedAt: null } },
  article(1, {
    title: 'Alpha',
    category: 1,
    tags: [2, 1],
    related: [2, 5],
    author: 1,
    seo: { metaTitle: 'Alpha SEO', canonical: link('canon') },
    links: [link('one'), link('two')],
    zone: [
      { __component: 'blocks.quote', text: 'To be', author: 1 },
      { __component: 'blocks.gallery', title: 'Shots', links: [link('g1')] },
      { __component: 'blocks.quote', text: 'Or not' },
    ],
  }),
  article(2, { title: 'Bravo', category: 1, tags: [3], author: 2 }),
  article(3, { title: 'Charlie', category: 2, tags: [1] }),
  article(4, { title: 'Delta' }),
  article(5, { title: 'Draft', category: 2, tags: [2], publishedAt: null }),
  { ...article(6, { title: 'Alpha fr', category: 1, locale: 'fr' }), localizationOf: 1 },
]
