import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi, type EntryLine } from '../src/index.js'
import { askGraphql } from './support/ask-graphql.js'
import { databases } from './support/postgres.js'
import { project } from './support/reading-room.js'

const next = (index: number, count: number) => (index % count) + 1
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Rings: whoever follows a link finds another one, however deep. */
const content: readonly EntryLine[] = [
  {
    type: 'plugin::upload.file',
    id: 1,
    attributes: { name: 'a.png', hash: 'a', ext: '.png', mime: 'image/png', size: 1, url: '/a', provider: 'local' },
  },
  ...numbers(3).map((id) => ({ type: 'api::tag.tag', id, attributes: { name: `Tag ${id}`, weight: id } })),
  ...numbers(2).map((id) => ({ type: 'api::category.category', id, attributes: { name: `Category ${id}` } })),
  ...numbers(2).map((id) => ({ type: 'api::author.author', id, attributes: { name: `Author ${id}` } })),
  ...numbers(5).map((id) => ({
    type: 'api::menu-item.menu-item',
    id,
    attributes: { label: `Item ${id}`, position: id, parent: next(id, 5) },
  })),
  ...numbers(4).map((id) => ({
    type: 'api::article.article',
    id,
    attributes: {
      title: `"Article" ${id}: é, €, 😀`,
      publishedAt: id === 4 ? null : '2024-01-01T00:00:00.000Z',
      category: next(id, 2),
      author: next(id, 2),
      tags: [next(id, 3), id === 3 ? 3 : next(id + 1, 3)],
      related: [next(id, 4), next(id + 1, 4)],
      cover: 1,
      seo: { metaTitle: `Seo ${id}`, canonical: { label: `canonical ${id}` } },
      zone: [
        { __component: 'blocks.quote', text: `Quote ${id}`, author: next(id, 2) },
        { __component: 'blocks.gallery', title: `Gallery ${id}`, images: [1], links: [{ label: `link ${id}` }] },
      ],
    },
  })),
  ...numbers(3).map((id) => ({
    type: 'api::article.article',
    id: 10 + id,
    localizationOf: id,
    attributes: { title: `Article ${id} fr`, locale: 'fr', related: [10 + next(id, 3)] },
  })),
  { type: 'api::note.note', id: 1, attributes: { subject: { type: 'api::article.article', id: 1 } } },
]

type Attributes = Record<string, unknown>
interface Entry {
  readonly id: number
  readonly attributes: Attributes
}

/** One link, or a component and the link in it. */
interface Step {
  /** What `populate` holds; `below` is the populate of the entries that it leads to. */
  readonly populate: (below: unknown) => Record<string, unknown>
  /** The type that it leads to, as paths spell it. */
  readonly to: string
  readonly found: (attributes: Attributes) => readonly Entry[]
}

const envelope = (value: unknown): readonly Entry[] => {
  const { data } = value as { data: Entry | Entry[] | null }
  return data === null ? [] : [data].flat()
}

/** A relation, with options beside its populate. */
function relation(name: string, to: string, options: Record<string, unknown> = {}): Step {
  return {
    populate: (below) => ({
      [name]:
        below === undefined && Object.keys(options).length === 0
          ? true
          : { ...options, ...(below !== undefined && { populate: below }) },
    }),
    to,
    found: (attributes) => envelope(attributes[name]),
  }
}

/** The author of the quote in the zone, beside whatever the gallery holds. */
const quoted: Step = {
  populate: (below) => ({
    zone: {
      on: {
        'blocks.quote': { populate: { author: below === undefined ? true : { populate: below } } },
        'blocks.gallery': { populate: '*' },
      },
    },
    seo: { populate: '*' },
    cover: true,
  }),
  to: 'authors',
  found: ({ zone }) => (zone as Attributes[]).flatMap(({ author }) => (author === undefined ? [] : envelope(author))),
}

const options = {
  fields: ['title'],
  sort: 'title:desc',
  filters: { title: { $contains: '€' }, $not: { tags: { name: 'Nothing' } } },
  start: '0',
  limit: '1',
}

const paths: Readonly<Record<string, readonly [start: string, cycle: readonly Step[], query?: string]>> = {
  'to one': ['menu-items/1', [relation('parent', 'menu-items')]],
  'to many': ['menu-items/1', [relation('children', 'menu-items')]],
  'many to many': [
    'articles/1',
    [
      relation('tags', 'tags'),
      relation('articles', 'articles', { limit: '1' }),
      relation('tags', 'tags', { limit: '1' }),
      relation('articles', 'articles', { limit: '1', sort: 'title:desc' }),
    ],
  ],
  'one way': ['articles/1', [relation('related', 'articles', { start: '1' })]],
  'one to many and back': [
    'articles/1',
    [relation('category', 'categories'), relation('articles', 'articles', { limit: '1', sort: 'title:desc' })],
  ],
  'fields, sort, filters and limits': ['articles/1', [relation('related', 'articles', options)]],
  'components, zones and media': ['articles/1', [quoted, relation('articles', 'articles', { limit: '1' })]],
  drafts: ['articles/1', [relation('related', 'articles', { start: '1' })], 'publicationState=preview'],
  localizations: [
    'articles/1',
    [
      relation('localizations', 'articles'),
      relation('localizations', 'articles'),
      relation('related', 'articles', { limit: '1' }),
    ],
  ],
}

describe.each(await databases())('deep populates from $name', ({ connection }) => {
  let api: ContentApi
  beforeAll(async () => {
    const config = {
      i18n: { locales: ['fr'] },
      limits: { answerBytes: 400_000 },
      graphql: { config: { depthLimit: 200, costLimit: 1_000_000 } },
    }
    api = await createContentApi({ project, database: connection, config })
    await api.importEntries(content)
  })
  afterAll(() => api.close())

  const send = async (path: string, init?: RequestInit) => {
    const response = await api.fetch(new Request(`http://deep.test/api/${path}`, init))
    return { status: response.status, body: (await response.json()) as { data: Entry; error?: { message: string } } }
  }
  const get = async (path: string): Promise<Entry> => {
    const { status, body } = await send(path)
    expect([path, status, body.error?.message]).toEqual([path, 200, undefined])
    return body.data
  }
  const withQuery = (path: string, populate: unknown, query: string) =>
    `${path}?${qs.stringify({ populate }, { encodeValuesOnly: true })}&${query}`

  /** What the first of the steps populates, put together by a request for each entry of each level. */
  const byLevel = async (start: string, all: readonly Step[], query: string): Promise<Attributes> => {
    const known = new Map<string, Promise<Attributes>>()
    const read = async (path: string, [step, ...below]: readonly Step[]): Promise<Attributes> => {
      if (!step) return {}
      const populate = step.populate(undefined)
      const { attributes } = await get(withQuery(path, populate, query))
      for (const entry of step.found(attributes)) {
        Object.assign(entry.attributes, await readOnce(`${step.to}/${entry.id}`, below))
      }
      return pick(attributes, Object.keys(populate))
    }
    const readOnce = (path: string, steps: readonly Step[]) => {
      const key = `${path} ${steps.length}`
      const reading = known.get(key) ?? read(path, steps)
      known.set(key, reading)
      return reading
    }
    return read(start, all)
  }

  it.each(Object.entries(paths))('%s: as read level by level', async (_name, [start, cycle, query = '']) => {
    for (const depth of [5, 6, 7, 8, 14, 15, 25]) {
      const steps = Array.from({ length: depth }, (_, index) => cycle[index % cycle.length] as Step)
      const populate = nest(steps) as Record<string, unknown>
      const { attributes } = await get(withQuery(start, populate, query))
      expect(pick(attributes, Object.keys(populate))).toEqual(await byLevel(start, steps, query))
    }
  })

  it('takes one statement as far as most go, then one for every six links more', async () => {
    const statements = async (levels: number) => {
      const before = api.database.statements()
      await get(
        `menu-items/1?populate=${numbers(levels)
          .map(() => 'parent')
          .join('.')}`,
      )
      return api.database.statements() - before
    }
    expect([await statements(1), await statements(6), await statements(7), await statements(15)]).toEqual([1, 1, 2, 3])
  })

  it('takes more than one where it goes in many directions, too, with the same answer', async () => {
    const links = ['related', 'category', 'tags', 'author', 'localizations', 'seo', 'cover', 'detail']
    const everything = { populate: '*' }
    const wide = (depth: number): Record<string, unknown> =>
      Object.fromEntries(
        links.map((name) => [name, name === 'related' && depth > 1 ? { populate: wide(depth - 1) } : everything]),
      )
    const before = api.database.statements()
    const { attributes } = await get(withQuery('articles/1', wide(3), 'publicationState=preview'))
    expect(api.database.statements() - before).toBeGreaterThan(1)
    for (const name of links.slice(1)) {
      const alone = await get(withQuery('articles/1', { [name]: everything }, 'publicationState=preview'))
      expect(pick(attributes, [name])).toEqual(pick(alone.attributes, [name]))
    }
    for (const { id, attributes: of } of envelope(attributes['related'])) {
      const alone = await get(withQuery(`articles/${id}`, wide(2), 'publicationState=preview'))
      expect(of).toEqual(alone.attributes)
    }
  })

  it('reads every form to a thousand levels, and says where it ends', async () => {
    const forms: readonly ((levels: number) => string)[] = [
      (levels) =>
        `populate=${numbers(levels)
          .map(() => 'parent')
          .join('.')}`,
      (levels) =>
        `populate[0]=${numbers(levels)
          .map(() => 'parent')
          .join('.')}`,
      (levels) => `populate${'[parent][populate]'.repeat(levels - 1)}=parent`,
      (levels) => `populate${'[parent][populate]'.repeat(levels - 1)}=*`,
      (levels) => `populate${'[parent][populate]'.repeat(levels - 1)}[parent][fields]=label`,
    ]
    for (const form of forms) {
      for (const levels of [80, 1_000]) {
        let entry = await get(`menu-items/1?${form(levels)}`)
        for (const level of numbers(levels)) {
          const [parent] = envelope(entry.attributes['parent'])
          expect(parent?.id).toBe(next(level, 5))
          entry = parent as Entry
        }
        expect(entry.attributes['parent']).toBeUndefined()
      }
      const { status, body } = await send(`menu-items/1?${form(1_001)}`)
      expect([status, body.error?.message]).toEqual([
        400,
        expect.stringMatching(/1000 levels deep; read deeper levels with another request/),
      ])
    }
  })

  it('populates deep below a polymorphic relation, whose entries are flat', async () => {
    const below = nest(Array.from({ length: 20 }, () => relation('related', 'articles', { start: '1' })))
    const populate = { subject: { on: { 'api::article.article': { populate: below } } } }
    const { attributes } = await get(withQuery('notes/1', populate, ''))
    const article = await get(withQuery('articles/1', below, ''))
    expect(attributes['subject']).toEqual(flat({ id: article.id, attributes: article.attributes }))
  })

  it('answers writes and GraphQL as deep', async () => {
    const populate = nest(Array.from({ length: 20 }, () => relation('parent', 'menu-items'))) as object
    const body = JSON.stringify({ data: { position: 1 } })
    const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body }
    const { status, body: written } = await send(withQuery('menu-items/1', populate, ''), init)
    const read = await get(withQuery('menu-items/1', populate, ''))
    expect([status, pick(written.data.attributes, ['parent'])]).toEqual([200, pick(read.attributes, ['parent'])])

    const selection = numbers(20).reduce((inner) => `parent { data { id attributes { ${inner} } } }`, 'label')
    const answer = await askGraphql(api)(`{ menuItem(id: 1) { data { id attributes { ${selection} } } } }`)
    let place = (answer.data as Record<string, { data: Entry }>)['menuItem']?.data as Entry
    for (const level of numbers(20)) {
      place = (place.attributes['parent'] as { data: Entry }).data
      expect(place.id).toBe(String(next(level, 5)))
    }
    expect(place.attributes).toEqual({ label: 'Item 1' })
  })

  it('refuses what comes to more than an answer may hold before it is put together', async () => {
    const path = numbers(60)
      .map(() => 'related')
      .join('.')
    const { status, body } = await send(`articles/1?publicationState=preview&populate=${path}`)
    expect([status, body.error?.message]).toEqual([400, 'The response would be too large: request less data'])
  })

  it('shows one state, however many statements it takes', async () => {
    await api.importEntries([{ type: 'api::menu-item.menu-item', id: 9, attributes: { label: '0', parent: 9 } }])
    const over = new AbortController()
    const write = async () => {
      for (let count = 1; !over.signal.aborted; count++) {
        const body = JSON.stringify({ data: { label: String(count) } })
        await send('menu-items/9', { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
      }
    }
    const labelsOfOne = async () => {
      let entry: Entry | undefined = await get(
        `menu-items/9?populate=${numbers(200)
          .map(() => 'parent')
          .join('.')}`,
      )
      const labels = new Set<unknown>()
      while (entry) {
        labels.add(entry.attributes['label'])
        entry = envelope(entry.attributes['parent'] ?? { data: null })[0]
      }
      return [...labels]
    }
    const writing = write()
    const seen = new Set<unknown>()
    try {
      for (let reads = 0; reads < 20 || (seen.size < 3 && reads < 2_000); reads++) {
        const labels = await labelsOfOne()
        expect(labels).toHaveLength(1)
        seen.add(labels[0])
      }
    } finally {
      over.abort()
      await writing
    }
    expect(seen.size).toBeGreaterThan(1)
  })
})

function nest(steps: readonly Step[]): unknown {
  return steps.reduceRight<unknown>((below, step) => step.populate(below), undefined)
}

function pick(attributes: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(names.map((name) => [name, attributes[name]]))
}

/** An entry as it stands below a polymorphic relation. */
function flat(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flat)
  if (typeof value !== 'object' || value === null) return value
  const { data, id, attributes, ...others } = value as Record<string, unknown>
  if (data !== undefined) return flat(data)
  if (attributes === undefined) return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, flat(of)]))
  return { id, ...(flat(attributes) as object), ...others }
}
