import { describe, expect, it } from 'vitest'
import {
  auth,
  createClient,
  createLocalization,
  limitConcurrency,
  memoryStorage,
  publish,
  QueryError,
  shareReads,
  unpublish,
} from '../src/index.js'
import type { ContentTypes } from './fixtures/content-types.gen.js'
import { startServer } from './support/start-server.js'

const entry = (id: number, attributes: object = {}) => ({ id, attributes: { title: `t${id}`, ...attributes } })

/** A list of entries with the pagination of the specification. */
const listOf =
  (total: number) =>
  ({ query }: { query: Record<string, unknown> }) => {
    const { page, pageSize, start, limit } = (query.pagination ?? {}) as Record<string, string>
    const size = Math.min(Number(pageSize ?? limit ?? 25), 30)
    const first = limit ? Number(start ?? 0) : (Number(page ?? 1) - 1) * size
    const data = Array.from({ length: Math.max(0, Math.min(size, total - first)) }, (_, index) =>
      entry(first + index + 1),
    )
    const counted = { total, ...(limit ? {} : { pageCount: Math.ceil(total / size) }) }
    return {
      data,
      meta: {
        pagination: {
          ...(limit ? { start: first, limit: size } : { page: Number(page ?? 1), pageSize: size }),
          ...counted,
        },
      },
    }
  }

const clientOf = (url: string) => createClient<ContentTypes>({ baseURL: url })

describe('reading', () => {
  it('flattens only populated links', async () => {
    const json = { data: [{ id: 1, attributes: { not: 'an entry' } }] }
    const { url } = await startServer(() => ({
      data: {
        id: 1,
        attributes: {
          title: 'x',
          extra: json,
          cover: { data: null },
          author: {
            data: { id: 2, attributes: { name: 'Ada', team: { data: { id: 3, attributes: { name: 'A' } } } } },
          },
          tags: { data: [{ id: 4, attributes: { name: 'js' } }] },
          seo: { id: 5, metaTitle: 'm', metaImage: { data: { id: 6, attributes: { url: '/a.png' } } } },
          zone: [
            { id: 1, __component: 'blocks.quote', text: 'q', author: { data: { id: 2, attributes: { name: 'Ada' } } } },
            { id: 1, __component: 'blocks.gallery', title: null },
          ],
        },
      },
      meta: {},
    }))
    const article = await clientOf(url)
      .collection('articles')
      .findOne(1, {
        populate: {
          cover: true,
          author: { populate: ['team'] },
          tags: true,
          seo: { populate: '*' },
          zone: { on: { 'blocks.quote': { populate: { author: true } }, 'blocks.gallery': true } },
        },
      })
    expect(article).toEqual({
      id: 1,
      title: 'x',
      extra: json,
      cover: null,
      author: { id: 2, name: 'Ada', team: { id: 3, name: 'A' } },
      tags: [{ id: 4, name: 'js' }],
      seo: { id: 5, metaTitle: 'm', metaImage: { id: 6, url: '/a.png' } },
      zone: [
        { id: 1, __component: 'blocks.quote', text: 'q', author: { id: 2, name: 'Ada' } },
        { id: 1, __component: 'blocks.gallery', title: null },
      ],
    })
  })

  it('flattens along dotted paths', async () => {
    const { url } = await startServer(() => ({
      data: [
        entry(1, {
          author: { data: { id: 2, attributes: { name: 'Ada', team: { data: { id: 3, attributes: {} } } } } },
        }),
      ],
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
    }))
    const { data } = await clientOf(url)
      .collection('articles')
      .find({ populate: ['author.team'] })
    expect(data).toEqual([{ id: 1, title: 't1', author: { id: 2, name: 'Ada', team: { id: 3 } } }])
  })

  it('keeps JSON unchanged below *, which does not name links', async () => {
    const attributes = {
      extra: { data: { x: 1 } },
      twin: { id: 3, attributes: { y: 1 } },
      author: { data: { id: 2, attributes: { name: 'Ann' } } },
      tags: { data: [{ id: 4, attributes: { name: 'sea' } }] },
      cover: { data: null },
      links: [{ id: 1, data: { id: 9, attributes: {} } }],
    }
    const { url } = await startServer(() => ({ data: { id: 1, attributes }, meta: {} }))
    expect(await clientOf(url).collection('articles').findOne(1, { populate: '*' })).toEqual({
      id: 1,
      ...attributes,
      author: { id: 2, name: 'Ann' },
      tags: [{ id: 4, name: 'sea' }],
      cover: null,
    })
  })

  it('keeps the envelope', async () => {
    const { url } = await startServer(listOf(1))
    const api = createClient<ContentTypes>({ baseURL: url, shape: 'envelope' })
    expect((await api.collection('articles').find()).data).toEqual([entry(1)])
  })

  it('finds the first, or null', async () => {
    const { url, received } = await startServer(({ query }) => listOf(query.filters ? 0 : 3)({ query }))
    const articles = clientOf(url).collection('articles')
    expect(await articles.first({ sort: 'title:desc' })).toEqual({ id: 1, title: 't1' })
    expect(await articles.first({ filters: { slug: 'none' } })).toBeNull()
    expect(received[0]?.query).toEqual({ sort: 'title:desc', pagination: { pageSize: '1', withCount: 'false' } })
  })

  it('counts', async () => {
    const { url, received } = await startServer(listOf(41))
    expect(
      await clientOf(url)
        .collection('articles')
        .count({ filters: { rating: { $gt: 3 } } }),
    ).toBe(41)
    expect(received[0]?.query).toEqual({
      filters: { rating: { $gt: '3' } },
      pagination: { pageSize: '1', withCount: 'true' },
    })
  })

  it('reads single types', async () => {
    const { url, received } = await startServer(() => ({ data: entry(1), meta: {} }))
    const homepage = clientOf(url).single('homepage')
    await homepage.find({ populate: '*' })
    await homepage.update({ headline: 'x' })
    await homepage.delete()
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/homepage',
      'PUT /api/homepage',
      'DELETE /api/homepage',
    ])
    expect(received[1]?.text).toBe('{"data":{"headline":"x"}}')
  })
})

/** Data that JSON can't represent. */
function containingItself(): object {
  const seo: Record<string, unknown> = {}
  seo['seo'] = seo
  return { seo }
}

describe('reading several pages', () => {
  it('iterates over all entries in a stable order, even with smaller pages than requested', async () => {
    const { url, received } = await startServer(listOf(70))
    const ids = []
    for await (const { id } of clientOf(url).collection('articles').iterate({ sort: 'title' })) ids.push(id)
    expect(ids).toEqual(Array.from({ length: 70 }, (_, index) => index + 1))
    expect(received.map(({ query }) => query)).toEqual(
      ['1', '2', '3'].map((page) => ({
        sort: ['title', 'id'],
        pagination: { page, pageSize: '100', withCount: 'true' },
      })),
    )
  })

  it('stops requesting pages when the caller stops', async () => {
    const { url, received } = await startServer(listOf(70))
    for await (const { id } of clientOf(url).collection('articles').iterate()) if (id === 30) break
    expect(received).toHaveLength(1)
  })

  it('yields pages', async () => {
    const { url } = await startServer(listOf(70))
    const sizes = []
    for await (const page of clientOf(url).collection('articles').pages({}, { pageSize: 20 })) sizes.push(page.length)
    expect(sizes).toEqual([20, 20, 20, 10])
  })

  it('returns all entries in order, requesting several pages at a time', async () => {
    let running = 0
    let most = 0
    const { url, received } = await startServer(async (one) => {
      most = Math.max(most, ++running)
      // The first page is requested alone.
      await expect.poll(() => received.length === 1 || most === 3).toBe(true)
      running--
      return listOf(300)(one)
    })
    const all = await clientOf(url).collection('articles').all({}, { concurrency: 3 })
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
    expect(received).toHaveLength(10)
    expect(most).toBe(3)
  })

  it('ends at an empty page, whatever number of pages the server reports', async () => {
    const { url, received } = await startServer(() => ({ data: [], meta: { pagination: { page: 1, pageCount: 1e9 } } }))
    expect(await clientOf(url).collection('articles').all()).toEqual([])
    expect(received.length).toBe(1)
  })

  it.each(['all', 'pages'] as const)('detects a server that ignores the page, with %s', async (method) => {
    const { url } = await startServer(() => ({
      data: [{ id: 1, attributes: {} }],
      meta: { pagination: { page: 1, pageSize: 1, pageCount: 3, total: 3 } },
    }))
    const pages = clientOf(url).collection('articles')[method]()
    const drain = async () => {
      if (method === 'all') await pages
      else for await (const _ of pages as AsyncIterable<unknown>);
    }
    await expect(drain()).rejects.toMatchObject({
      name: 'ResponseShapeError',
      message: 'articles returned no page 2',
    })
  })

  it('ends after one request if there are no entries', async () => {
    const { url, received } = await startServer(listOf(0))
    expect(await clientOf(url).collection('articles').all()).toEqual([])
    expect(received).toHaveLength(1)
  })
})

describe('an empty $in', () => {
  const never = () => {
    throw new Error('a request was sent')
  }
  it.each([{ id: { $in: [] } }, { author: { city: { $in: [] } } }, { $and: [{ title: 'x' }, { id: { $in: [] } }] }])(
    'that every entry must meet returns without a request: %j',
    async (filters) => {
      const { url } = await startServer(never)
      const articles = clientOf(url).collection('articles')
      expect(await articles.find({ filters })).toEqual({
        data: [],
        meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } },
      })
      expect(await articles.first({ filters })).toBeNull()
      expect(await articles.count({ filters })).toBe(0)
      expect(await articles.all({ filters })).toEqual([])
    },
  )

  it.each([
    { $or: [{ id: { $in: [] } }, { title: 'x' }] },
    { $not: { id: { $in: [] } } },
    { title: { $not: { $in: [] } } },
    { id: { $notIn: [] } },
  ])('in an alternative throws: %j', async (filters) => {
    const { url } = await startServer(never)
    await expect(clientOf(url).collection('articles').find({ filters })).rejects.toSatisfy((error) =>
      QueryError.is(error),
    )
  })

  it('inside populate throws, because the entries are still requested', async () => {
    const { url } = await startServer(never)
    const populate = { tags: { filters: { id: { $in: [] } } } } as const
    await expect(clientOf(url).collection('articles').find({ populate })).rejects.toSatisfy((error) =>
      QueryError.is(error),
    )
  })
})

describe('writing', () => {
  it('sends the input under data and returns the entry', async () => {
    const { url, received } = await startServer(({ path }) =>
      path.endsWith('localizations') ? { id: 8, title: 'Neuf' } : { data: entry(7), meta: {} },
    )
    const api = clientOf(url)
    const articles = api.collection('articles')
    expect(await articles.create({ title: 'New', author: 3, tags: { set: [1, 2] } }, { fields: ['title'] })).toEqual({
      id: 7,
      title: 't7',
    })
    await articles.update(7, {
      slug: null,
      tags: { connect: [6, { id: 8, position: { before: 2 } }], disconnect: [4] },
    })
    await articles.delete(7)
    await publish(api, 'articles', 7)
    await unpublish(api, 'articles', 7)
    await createLocalization(api, 'articles', 7, { locale: 'fr', title: 'Neuf' })
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/articles',
      'PUT /api/articles/7',
      'DELETE /api/articles/7',
      'PUT /api/articles/7',
      'PUT /api/articles/7',
      'POST /api/articles/7/localizations',
    ])
    expect(received[0]?.query).toEqual({ fields: ['title'] })
    expect(JSON.parse(received[1]?.text ?? '')).toEqual({
      data: { slug: null, tags: { connect: [6, { id: 8, position: { before: 2 } }], disconnect: [4] } },
    })
    expect(JSON.parse(received[3]?.text ?? '').data.publishedAt).toMatch(/^20\d\d-/)
    expect(JSON.parse(received[4]?.text ?? '')).toEqual({ data: { publishedAt: null } })
    expect(JSON.parse(received[5]?.text ?? '')).toEqual({ locale: 'fr', title: 'Neuf' })
  })

  it.each([[[3, 3]], [[3, { id: 3, position: { end: true } }]], [[{ id: 3 }, { id: '3' }]]])(
    'rejects an entry that is connected twice: %j',
    async (connect) => {
      const { url, received } = await startServer(() => ({}))
      const write = clientOf(url)
        .collection('articles')
        .update(1, { tags: { connect: connect as [number] } })
      await expect(write).rejects.toThrow('data.tags names an entry twice')
      expect(received).toEqual([])
    },
  )

  it.each([
    [{ price: Number('a lot') }, 'data.price is NaN'],
    [{ price: Number.POSITIVE_INFINITY }, 'data.price is Infinity'],
    [{ title: Number }, 'data.title is function Number() { [native code] }'],
    [{ seo: { prices: [1, Number.NaN] } }, 'data.seo.prices.1 is NaN'],
    [containingItself(), expect.stringMatching(/^data\.seo\S+ contains itself$/)],
    [{ at: new Date('') }, 'data.at is Invalid Date'],
    [{ seo: { views: 12n } }, 'data.seo.views is a bigint: write a string'],
    [{ cover: new File(['x'], 'a.png') }, 'data.cover is [object File]'],
    [{ extra: new Map([['a', 1]]) }, 'data.extra is [object Map]'],
    [{ tags: [Promise.resolve(1)] }, 'data.tags.0 is [object Promise]'],
  ])("rejects data that JSON can't represent: %o", async (data, message) => {
    const { url, received } = await startServer(() => ({}))
    const articles = createClient({ baseURL: url }).collection('articles')
    for (const write of [() => articles.update(1, data), () => articles.create(data)]) {
      await expect(write()).rejects.toMatchObject({ name: 'QueryError', message })
    }
    expect(received).toEqual([])
  })
})

describe('a server that responds in the format of Strapi 5', () => {
  const article = { id: 2, documentId: 'cjld2cjxh0000qzrmn831i7rn', title: 'x' }

  it.each([
    ['a list', { data: [article], meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } } }],
    ['an entry', { data: article, meta: {} }],
  ])('is reported when it returns %s', async (_, response) => {
    const { url } = await startServer(() => response)
    const articles = createClient({ baseURL: url }).collection('articles')
    await expect(Array.isArray(response.data) ? articles.find() : articles.findOne(2)).rejects.toMatchObject({
      name: 'ResponseShapeError',
      message: 'articles has the format of Strapi 5: pass the option api: strapi5()',
    })
  })
})

describe('extensions for traffic', () => {
  it('share equal concurrent reads, with a separate response for each', async () => {
    const { url, received } = await startServer(async (one) => {
      await expect.poll(() => received.length).toBeGreaterThan(1)
      return listOf(2)(one)
    })
    const articles = createClient<ContentTypes>({ baseURL: url, shape: 'envelope' })
      .with(shareReads())
      .collection('articles')
    const [first, second] = await Promise.all([articles.find(), articles.find(), articles.find({ sort: 'id' })])
    expect(received).toHaveLength(2)
    expect(first).toEqual(second)
    expect(first.data[0]).not.toBe(second.data[0])
    await articles.find()
    expect(received).toHaveLength(3)
  })

  it('do not share reads of different users', async () => {
    const { url, received } = await startServer(async (one) => {
      await expect.poll(() => received.length).toBeGreaterThan(1)
      return { data: [], meta: { pagination: {}, of: one.headers.authorization } }
    })
    const storage = memoryStorage('of-ada')
    const tags = createClient<ContentTypes>({ baseURL: url })
      .with(auth({ storage }))
      .with(shareReads())
      .collection('tags')
    const ofAda = [tags.find(), tags.find()]
    await expect.poll(() => received.length).toBe(1)
    await storage.set('of-bea')
    const responses = await Promise.all([...ofAda, tags.find()])
    expect(responses.map(({ meta }) => meta)).toEqual([
      { pagination: {}, of: 'Bearer of-ada' },
      { pagination: {}, of: 'Bearer of-ada' },
      { pagination: {}, of: 'Bearer of-bea' },
    ])
  })

  it('do not share reads with invalid queries', async () => {
    const { url } = await startServer(listOf(2))
    const articles = createClient<ContentTypes>({ baseURL: url }).with(shareReads()).collection('articles')
    const slug = undefined as unknown as string
    const [all, forgotten] = await Promise.allSettled([
      articles.find({ filters: {} }),
      articles.find({ filters: { slug: { $eq: slug } } }),
    ])
    expect(all.status).toBe('fulfilled')
    expect(forgotten).toMatchObject({ reason: { name: 'QueryError', path: 'filters[slug][$eq]' } })
  })

  it('limit concurrent requests', async () => {
    let running = 0
    let most = 0
    const { url } = await startServer(async (one) => {
      most = Math.max(most, ++running)
      await expect.poll(() => most).toBe(2)
      running--
      return listOf(one.path.endsWith('tags') ? 0 : 1)(one)
    })
    const api = createClient<ContentTypes>({ baseURL: url }).with(limitConcurrency(2))
    await Promise.all(Array.from({ length: 10 }, () => api.collection('articles').find()))
    expect(most).toBe(2)
  })
})
