import { describe, expect, it } from 'vitest'
import {
  ApiError,
  createClient,
  graphql,
  locales,
  QueryError,
  ResponseShapeError,
  upload,
  users,
} from '../../src/index.js'
import { files, strapi5, type Strapi5Options } from '../../src/strapi5/index.js'
import { startServer } from '../support/start-server.js'
import { replay, responseOf } from './replay.js'

interface Data {
  readonly data: unknown
}

async function clientOf(ids: string[], options?: Strapi5Options) {
  const { url, received } = await replay(...ids)
  const api = createClient({ baseURL: url, api: strapi5(options), defaults: { retry: 0 } })
  return { api: api.with(locales()).with(files()).with(upload()).with(users()).with(graphql()), received }
}
type TestClient = Awaited<ReturnType<typeof clientOf>>['api']

const article = 'article00000000000000001'

/** Calls that return the whole response or its `data`. */
const calls: [recorded: string, call: (api: TestClient) => Promise<unknown>][] = [
  ['env.list', async (api) => api.collection('tags').find({ pagination: { pageSize: 2 } })],
  ['env.article-single', async (api) => api.collection('articles').findOne(article)],
  [
    'locale.star',
    async (api) => api.collection('articles').find({ fields: ['title', 'locale'], sort: 'id', locale: '*' }),
  ],
  [
    'status.draft',
    async (api) => api.collection('articles').find({ fields: ['title', 'publishedAt'], sort: 'id', status: 'draft' }),
  ],
  [
    'status.one-modified-draft',
    async (api) =>
      api.collection('articles').findOne('article00000000000000004', {
        fields: ['title', 'rating'],
        populate: { tags: { fields: ['name'] }, category: { fields: ['name'] } },
        status: 'draft',
      }),
  ],
  [
    'populate.count',
    async (api) =>
      api.collection('articles').findOne(article, { fields: ['title'], populate: { tags: { count: true } } }),
  ],
  [
    'populate.zone-on-author',
    async (api) =>
      api.collection('articles').findOne(article, {
        fields: ['title'],
        populate: { zone: { on: { 'blocks.quote': { populate: { author: { fields: ['name'] } } } } } },
      }),
  ],
  ['single.get', async (api) => api.single('homepage').find({ fields: ['headline'] })],
  ['crud.create', async (api) => api.collection('tags').create({ name: 'created', color: 'pink', weight: 9 })],
  [
    'dp.create',
    async (api) =>
      api.collection('articles').create({ title: 'DP default' }, { fields: ['title', 'publishedAt', 'rating'] }),
  ],
  [
    'dp.create-draft',
    async (api) =>
      api
        .collection('articles')
        .create({ title: 'DP draft' }, { fields: ['title', 'publishedAt', 'rating'], status: 'draft' }),
  ],
  ['locale.list-full', async (api) => api.locales()],
  ['up.users-fields', async (api) => api.users.find({ fields: ['username'], sort: 'username:desc' })],
  ['up.user', async (api) => api.users.findOne(1)],
  [
    'up.user-create',
    async (api) => api.users.create({ username: 'frank', email: 'Frank@Example.com', password: 'Passw0rd!', role: 1 }),
  ],
  ['upload.files-page', async (api) => api.files.page({ sort: 'id', pagination: { pageSize: 2 }, fields: ['name'] })],
  ['upload.files-start', async (api) => api.files.find({ sort: 'id', start: 1, limit: 1, fields: ['name'] })],
  ['upload.one', async (api) => api.upload(new File(['x'], 'pixel one.png', { type: 'image/png' }))],
  [
    'gql.list-default',
    async (api) =>
      api.graphql(
        '{ articles { documentId title } articles_connection { pageInfo { total page pageSize pageCount } nodes { documentId } } }',
      ),
  ],
]

it.each(calls)('%s: the request and the response are those of Strapi 5.54', async (recorded, call) => {
  const { api } = await clientOf([recorded])
  const response = responseOf<Partial<Data>>(recorded)
  const isWhole = !response.data || 'pagination' in ((response as { meta?: object }).meta ?? {})
  expect(await call(api)).toEqual(isWhole ? response : response.data)
})

describe('lists', () => {
  it('are counted', async () => {
    const { url } = await startServer(() => responseOf('pubfilter.count'))
    const articles = createClient({ baseURL: url, api: strapi5() }).collection('articles')
    expect(await articles.count({ status: 'draft', publicationFilter: 'modified', locale: '*' })).toBe(2)
    expect(await articles.first({ status: 'draft' })).toEqual(
      responseOf<{ data: unknown[] }>('pubfilter.count').data[0],
    )
  })

  it('are walked in an order without ties, also over locales', async () => {
    const { url, received } = await startServer(() => responseOf('locale.star'))
    const articles = createClient({ baseURL: url, api: strapi5() }).collection('articles')
    const all = await articles.all({ sort: 'title', locale: ['en', 'fr'] }, { pageSize: 25 })
    expect(all).toEqual(responseOf<Data>('locale.star').data)
    expect(received.map(({ query }) => query)).toEqual([
      {
        sort: ['title', 'documentId', 'id'],
        locale: ['en', 'fr'],
        pagination: { page: '1', pageSize: '25', withCount: 'true' },
      },
    ])
    const walked = []
    for await (const entry of articles.iterate()) walked.push(entry)
    expect(walked).toEqual(all)
  })
})

it('polymorphic relations are populated by content type', async () => {
  const { url, received } = await startServer(() => responseOf('env.list'))
  const notes = createClient({ baseURL: url, api: strapi5() }).collection('notes')
  await notes.find({ populate: { subject: { on: { 'api::article.article': { fields: ['title'] } } } } })
  expect(received[0]?.query).toEqual({
    populate: { subject: { on: { 'api::article.article': { fields: ['title'] } } } },
  })
})

describe('writes', () => {
  it('publish without fields, which would empty relations of other documents', async () => {
    const { url, received } = await startServer(() => responseOf('env.article-single'))
    const articles = createClient({ baseURL: url, api: strapi5() }).collection('articles')
    const query = { fields: ['title'], populate: ['tags'] }
    const expected = { id: 23, documentId: article, title: 'Alpha launch' }
    expect(await articles.update(article, { title: 'x' }, query)).toEqual(expected)
    expect(await articles.publish(article, query)).toEqual(expected)
    await articles.update(article, { title: 'x' }, { ...query, status: 'draft' })
    expect(received.map(({ method, query, text }) => [method, query, text])).toEqual([
      ['PUT', { populate: ['tags'] }, '{"data":{"title":"x"}}'],
      ['PUT', { populate: ['tags'] }, '{"data":{}}'],
      ['PUT', { ...query, status: 'draft' }, '{"data":{"title":"x"}}'],
    ])
  })

  it('publish without fields also where those name the locale or all, and populate in each form', async () => {
    const { data: read } = responseOf<{ data: { id: number } }>('env.article-single')
    const document = {
      id: read.id,
      documentId: article,
      title: 'Alpha launch',
      rating: 7,
      locale: 'en',
      author: { documentId: 'a' },
    }
    const { url, received } = await startServer(() => ({ data: document }))
    const articles = createClient({ baseURL: url, api: strapi5() }).collection('articles')
    const named = { id: 23, documentId: article, title: 'Alpha launch', author: { documentId: 'a' } }
    for (const populate of ['*', ['author.team'], { author: { fields: ['id'] } }] as const) {
      expect(await articles.update(article, {}, { fields: ['title'], populate })).toEqual(named)
    }
    expect(await articles.update(article, {}, { fields: ['locale', 'title'] })).toEqual({
      id: 23,
      documentId: article,
      title: 'Alpha launch',
      locale: 'en',
    })
    expect(await articles.update(article, {}, { fields: '*' })).toEqual(document)
    expect(received.filter(({ query }) => 'fields' in (query as object))).toEqual([])
    // A create has no links from other documents.
    await articles.create({ title: 'x' }, { fields: ['title'] })
    expect(received.at(-1)?.query).toEqual({ fields: ['title'] })
  })

  it('take files by documentId', async () => {
    const { url, received } = await startServer(() => responseOf('env.article-single'))
    const articles = createClient({ baseURL: url, api: strapi5() }).collection('articles')
    const data = { cover: 'file00000000000000000002', attachments: ['file00000000000000000001', 3] }
    await articles.update(article, data)
    expect(JSON.parse(received[0]?.text ?? '')).toEqual({ data })
  })

  it('send relations by documentId, with their position', async () => {
    const { url, received } = await startServer(() => responseOf('rel.position-disconnected'))
    const connect = [{ documentId: 'tag000000000000000000003', position: { after: 'tag000000000000000000002' } }]
    const updated = await createClient({ baseURL: url, api: strapi5() })
      .collection('articles')
      .update(article, { tags: { connect } }, { populate: { tags: { fields: ['name'] } } })
    expect(updated).toEqual(responseOf<Data>('rel.position-disconnected').data)
    expect(JSON.parse(received.map(({ text }) => text).join())).toEqual({ data: { tags: { connect } } })
  })

  it('change one locale of a single type', async () => {
    const { url, received } = await startServer(() => responseOf('single.put-xx'))
    const homepage = createClient({ baseURL: url, api: strapi5() }).single('homepage')
    expect(await homepage.update({ headline: 'xx' }, { locale: 'xx', fields: ['headline', 'locale'] })).toEqual(
      responseOf<Data>('single.put-xx').data,
    )
    await homepage.publish({ locale: 'xx' })
    expect(received.map(({ query }) => query)).toEqual([{ locale: 'xx' }, { locale: 'xx' }])
  })

  it('delete without a response', async () => {
    const missing = await clientOf(['crud.delete-missing'])
    expect(await missing.api.collection('tags').delete('tag000000000000000000999')).toBeUndefined()
    const { api } = await clientOf(['single.delete'])
    expect(await api.single('setting').delete()).toBeUndefined()
  })

  it('unpublish and discard drafts through routes of the project', async () => {
    const none = await clientOf([])
    await expect(none.api.collection('articles').unpublish(article)).rejects.toThrow(
      /^unpublish has no route in the REST API of Strapi 5.*draftRoutes.*path: '\/articles\/:id\/unpublish'/s,
    )
    await expect(none.api.single('homepage').discardDraft()).rejects.toThrow("path: '/homepage/discard-draft'")
    const { url, received } = await startServer(() => responseOf('status.one-modified-draft'))
    const api = createClient({ baseURL: url, api: strapi5({ draftRoutes: true }) })
    const draft = await api.collection('articles').unpublish(article, { locale: 'fr', fields: ['title'] })
    expect(draft).toEqual(responseOf<Data>('status.one-modified-draft').data)
    await api.collection('articles').discardDraft(article)
    await api.single('homepage').unpublish()
    await api.single('homepage').discardDraft()
    expect(received.map(({ method, path, query }) => [method, path, query])).toEqual([
      ['POST', `/api/articles/${article}/unpublish`, { locale: 'fr' }],
      ['GET', `/api/articles/${article}`, { locale: 'fr', fields: ['title'], status: 'draft' }],
      ['POST', `/api/articles/${article}/discard-draft`, {}],
      ['GET', `/api/articles/${article}`, { status: 'draft' }],
      ['POST', '/api/homepage/unpublish', {}],
      ['GET', '/api/homepage', { status: 'draft' }],
      ['POST', '/api/homepage/discard-draft', {}],
      ['GET', '/api/homepage', { status: 'draft' }],
    ])
  })
})

describe('what Strapi 5 would misread is not sent', () => {
  it.each<[string, string, (api: TestClient) => Promise<unknown>]>([
    ['an empty status', 'status is "", not', async (api) => api.collection('articles').find({ status: '' as 'draft' })],
    [
      'an empty status in a write',
      'status is "", not',
      async (api) => api.collection('articles').create({ title: 'x' }, { status: '' as 'draft' }),
    ],
    [
      'a status of null',
      'status is null, not',
      async (api) => api.single('homepage').find({ status: null as unknown as 'draft' }),
    ],
    [
      'over 100 values',
      'filters[str][$in] has 101 items',
      async (api) =>
        api.collection('specimens').find({ filters: { str: { $in: Array.from({ length: 101 }, String) } } }),
    ],
    [
      'over 100 values in a populated relation',
      'populate[specimens][filters][str][$notIn] has 101 items',
      async (api) =>
        api.collection('authors').find({
          populate: { specimens: { filters: { str: { $notIn: Array.from({ length: 101 }, String) } } } },
        }),
    ],
    [
      'a limit of a populated relation',
      'populate[author][populate][articles][limit] is rejected by Strapi 5',
      async (api) =>
        api.collection('articles').findOne(article, { populate: { author: { populate: { articles: { limit: 3 } } } } }),
    ],
    [
      'a page of a relation in a component of a zone',
      'populate[zone][on][blocks.quote][populate][author][pagination] is',
      async (api) =>
        api.collection('articles').find({
          populate: { zone: { on: { 'blocks.quote': { populate: { author: { pagination: { page: 1 } } } } } } },
        }),
    ],
    [
      'a query that contains itself',
      'contains itself',
      async (api) => {
        const link: Record<string, unknown> = {}
        link['populate'] = { author: link }
        return api.single('homepage').publish({ populate: { author: link } })
      },
    ],
    [
      'a file in data',
      'data.cover is [object File]',
      async (api) => api.collection('articles').update(article, { cover: new File(['x'], 'a.png') }),
    ],
    ['a row id', 'documentId must be a string, not 1', async (api) => api.collection('tags').delete(1 as never)],
    ['a row id as text', "not '1'", async (api) => api.collection('tags').delete('1')],
    ['another path', "not '../users'", async (api) => api.collection('tags').findOne('../users')],
    [
      'several locales of one document',
      'locale is ["en","fr"]',
      async (api) => api.collection('articles').findOne(article, { locale: ['en', 'fr'] as never }),
    ],
    ['all locales', 'locale is "*"', async (api) => api.single('homepage').update({}, { locale: '*' })],
    [
      'an entry as it was read',
      'data.id is set by Strapi 5',
      async (api) =>
        api.collection('articles').update(article, responseOf<{ data: object }>('env.article-single').data),
    ],
    [
      'an entry as it was read, in a create',
      'data.id is set by Strapi 5',
      async (api) =>
        api.collection('articles').create(responseOf<{ data: object }>('env.article-single').data, { status: 'draft' }),
    ],
    [
      'publishedAt in data',
      "data.publishedAt is ignored by Strapi 5 in data: pass status: 'draft'",
      async (api) => api.collection('articles').update(article, { publishedAt: null }),
    ],
    [
      'a locale in data',
      'data.locale is ignored by Strapi 5',
      async (api) => api.collection('articles').create({ title: 'x', locale: 'fr' }),
    ],
  ])('%s', async (_, message, call) => {
    const { api, received } = await clientOf([])
    const error = await call(api).catch((reason: unknown) => reason)
    expect(QueryError.is(error)).toBe(true)
    expect((error as Error).message).toContain(message)
    expect(received).toEqual([])
  })
})

describe('errors', () => {
  it('have the issues of all forms of details', async () => {
    const issuesOf = async (recorded: string, call: (api: TestClient) => Promise<unknown>) => {
      const { url } = await startServer((_, response) => {
        response.statusCode = 400
        return responseOf(recorded)
      })
      const api = createClient({ baseURL: url, api: strapi5(), defaults: { retry: 0 } })
      const error = await call(api as TestClient).catch((reason: unknown) => reason)
      return ApiError.is(error) ? [error.kind, error.issues] : error
    }
    const find = async (api: TestClient) => api.collection('tags').find()
    expect(await issuesOf('unknown.top', find)).toEqual([
      'ValidationError',
      [{ path: ['foo'], message: 'Invalid key foo' }],
    ])
    expect(await issuesOf('populate.limit', find)).toEqual([
      'ValidationError',
      [{ path: ['populate', 'tags', 'limit'], message: 'Invalid key limit at tags' }],
    ])
    expect(await issuesOf('crud.create-id', find)).toEqual([
      'ValidationError',
      [{ path: ['id'], message: 'Invalid key id' }],
    ])
    expect(await issuesOf('dp.publish-empty', find)).toMatchObject([
      'ValidationError',
      [{ path: ['title'], message: 'title must be a `string` type, but the final value was: `null`.' }],
    ])
    expect(await issuesOf('crud.get-deleted', find)).toEqual(['NotFoundError', []])
    expect(await issuesOf('body.malformed', find)).toEqual(['SyntaxError', []])
  })

  it('of GraphQL name the attribute', async () => {
    const { url } = await startServer(() => responseOf('gqlw.update-invalid'))
    const api = createClient({ baseURL: url, api: strapi5() }).with(graphql())
    await expect(api.graphql('mutation { updateArticle { rating } }')).rejects.toMatchObject({
      kind: 'ValidationError',
      issues: [{ path: ['rating'] }],
    })
  })

  it.each([
    ['a list of Strapi 4', { data: [{ id: 1, attributes: {} }], meta: { pagination: {} } }, 'remove the option api'],
    [
      'the header of Strapi 4',
      { data: [{ id: 1, documentId: 'a', attributes: {} }], meta: { pagination: {} } },
      'remove this header',
    ],
    ['no documents', { data: [{ name: 'x' }], meta: { pagination: {} } }, 'returned no document'],
    ['no list', { data: null }, 'returned no list'],
  ])('name what to change for %s', async (_, response, message) => {
    const { url } = await startServer(() => response)
    const found = createClient({ baseURL: url, api: strapi5() }).collection('articles').find()
    const error = await found.catch((reason: unknown) => reason)
    expect(ResponseShapeError.is(error)).toBe(true)
    expect((error as Error).message).toContain(message)
  })
})

it.each([
  ['up.user-missing', async (api: TestClient) => api.users.findOne(999)],
  ['up.user-delete-missing', async (api: TestClient) => api.users.delete(6)],
] as const)('%s: an account that does not exist is reported', async (recorded, call) => {
  const { api } = await clientOf([recorded])
  await expect(call(api)).rejects.toMatchObject({ name: 'ApiError', status: 404, kind: 'NotFoundError' })
})

it('the files of Strapi 5 are edited and replaced', async () => {
  const { api, received } = await (async () => {
    const server = await startServer(({ text }) =>
      responseOf(text.includes('repl.png') ? 'upload.replace' : 'upload.update-info'),
    )
    return { api: createClient({ baseURL: server.url, api: strapi5() }).with(files()), received: server.received }
  })()
  expect(await api.files.update(4, { name: 'info.png' })).toEqual(responseOf('upload.update-info'))
  expect(await api.files.replace(4, new File(['x'], 'repl.png'))).toEqual(responseOf('upload.replace'))
  expect(received.map(({ method, path, query }) => [method, path, query])).toEqual([
    ['POST', '/api/upload', { id: '4' }],
    ['POST', '/api/upload', { id: '4' }],
  ])
})
