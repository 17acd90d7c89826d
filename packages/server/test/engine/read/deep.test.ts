import qs from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../../src/index.js'
import {
  type Attributes,
  content,
  type Entry,
  envelope,
  next,
  numbers,
  paths,
  relation,
  type Step,
} from './deep-paths.js'
import { askGraphql } from '../../support/ask-graphql.js'
import { databases } from '../../../../../tests/support/postgres.js'
import { project } from '../../support/reading-room.js'

describe.each(await databases())('a deep populate on $name', ({ connection }) => {
  let api: ContentApi
  beforeAll(async () => {
    const config = {
      i18n: { locales: ['fr'] },
      limits: { responseBytes: 400_000 },
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

  /** Requests each entry of each level with one step as its populate, and combines the responses. */
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

  it.each(Object.entries(paths))(
    'returns the same as separate requests for each level: %s',
    async (_name, [start, cycle, query = '']) => {
      for (const depth of [5, 6, 7, 8, 14, 15, 25]) {
        const steps = Array.from({ length: depth }, (_, index) => cycle[index % cycle.length] as Step)
        const populate = nest(steps) as Record<string, unknown>
        const { attributes } = await get(withQuery(start, populate, query))
        expect(pick(attributes, Object.keys(populate))).toEqual(await byLevel(start, steps, query))
      }
    },
  )

  it('runs one statement for up to six levels, and one more for every six further levels', async () => {
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

  it('runs several statements when it has many relations per level, with the same result', async () => {
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

  it('reads every form, as deep as the cost of a query allows', async () => {
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
    const readParents = async (path: string, levels: number) => {
      let entry = await get(path)
      for (const level of numbers(levels)) {
        const [parent] = envelope(entry.attributes['parent'])
        expect(parent?.id).toBe(next(level, 5))
        entry = parent as Entry
      }
      expect(entry.attributes['parent']).toBeUndefined()
    }
    for (const form of forms) {
      await readParents(`menu-items/1?${form(80)}`, 80)
      await readParents(`menu-items/1?${form(1_000)}`, 1_000)
    }
    const path = (levels: number) => `menu-items/1?populate=${Array(levels).fill('parent').join('.')}`
    await readParents(path(1_900), 1_900)
    const { status, body } = await send(path(2_300))
    expect([status, body.error?.message]).toEqual([400, expect.stringMatching(/at most 1000000 is allowed/)])
  })

  it('continues below a polymorphic relation, whose entries are flat', async () => {
    const below = nest(Array.from({ length: 20 }, () => relation('related', 'articles', { start: '1' })))
    const populate = { subject: { on: { 'api::article.article': { populate: below } } } }
    const { attributes } = await get(withQuery('notes/1', populate, ''))
    const article = await get(withQuery('articles/1', below, ''))
    const { id, attributes: expected } = article
    expect(attributes['subject']).toEqual({
      __type: 'api::article.article',
      ...(flat({ id, attributes: expected }) as object),
    })
  })

  it('works in responses to writes and in GraphQL, too', async () => {
    const populate = nest(Array.from({ length: 20 }, () => relation('parent', 'menu-items'))) as object
    const body = JSON.stringify({ data: { position: 1 } })
    const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body }
    const { status, body: written } = await send(withQuery('menu-items/1', populate, ''), init)
    const read = await get(withQuery('menu-items/1', populate, ''))
    expect([status, pick(written.data.attributes, ['parent'])]).toEqual([200, pick(read.attributes, ['parent'])])

    const selection = numbers(20).reduce((inner) => `parent { data { id attributes { ${inner} } } }`, 'label')
    const result = await askGraphql(api)(`{ menuItem(id: 1) { data { id attributes { ${selection} } } } }`)
    let place = (result.data as Record<string, { data: Entry }>)['menuItem']?.data as Entry
    for (const level of numbers(20)) {
      place = (place.attributes['parent'] as { data: Entry }).data
      expect(place.id).toBe(String(next(level, 5)))
    }
    expect(place.attributes).toEqual({ label: 'Item 1' })
  })

  it('gets 400 for a response over the limit, before the response is built', async () => {
    const path = numbers(60)
      .map(() => 'related')
      .join('.')
    const { status, body } = await send(`articles/1?publicationState=preview&populate=${path}`)
    expect([status, body.error?.message]).toEqual([400, 'The response would be too large: request less data'])
  })

  it('returns one state of the database, however many statements it runs', async () => {
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

/** Returns the flat form of an entry, as below a polymorphic relation. */
function flat(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flat)
  if (typeof value !== 'object' || value === null) return value
  const { data, id, attributes, ...others } = value as Record<string, unknown>
  if (data !== undefined) return flat(data)
  if (attributes === undefined) return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, flat(of)]))
  return { id, ...(flat(attributes) as object), ...others }
}
