import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  ApiError,
  auth,
  createClient,
  createLocalization,
  graphql,
  ResponseShapeError,
  upload,
  users,
} from '../src/index.js'
import { startServer } from './support/start-server.js'

afterEach(() => vi.restoreAllMocks())

const reason = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

async function drain(entries: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of entries);
}

const counted = { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } }

describe('a list', () => {
  it.each([
    ['no meta', { data: [{ id: 1, attributes: {} }] }],
    ['a meta of null', { data: [], meta: null }],
    ['a meta without pagination', { data: [], meta: {} }],
    ['an entry for data', { data: { id: 1, attributes: {} }, meta: { pagination: {} } }],
    ['text for data', { data: 'articles', meta: { pagination: {} } }],
    ['null for an entry', { data: [null], meta: counted }],
    ['text for an entry', { data: [{ id: 1, attributes: {} }, 'x'], meta: counted }],
    ['a list for an entry', { data: [[{ id: 1 }]], meta: counted }],
    ['an entry without an id', { data: [{ attributes: {} }], meta: counted }],
    ['an entry without attributes', { data: [{ id: 1, title: 'x' }], meta: counted }],
    ['null for attributes', { data: [{ id: 1, attributes: null }], meta: counted }],
  ])('with %s is rejected as a list by every method', async (_, response) => {
    const { url } = await startServer(() => response)
    const articles = createClient({ baseURL: url }).collection('articles')
    const calls = [
      articles.find(),
      articles.first(),
      articles.count(),
      articles.all(),
      drain(articles.iterate()),
      drain(articles.pages()),
    ]
    for (const thrown of await Promise.all(calls.map(reason))) {
      expect(thrown).toBeInstanceOf(ResponseShapeError)
    }
  })

  it('is rejected if a later page is invalid', async () => {
    const { url } = await startServer(({ query }) => {
      const { page } = query['pagination'] as { page: string }
      return page === '1'
        ? { data: [{ id: 1, attributes: {} }], meta: { pagination: { pageCount: 2 } } }
        : { data: [{}] }
    })
    expect(await reason(createClient({ baseURL: url }).collection('articles').all())).toBeInstanceOf(ResponseShapeError)
  })
})

it.each([{}, { total: 3 }, { pageCount: null }, { pageCount: '3' }, { pageCount: [] }])(
  'pagination must not be %j for a call that needs its totals',
  async (pagination) => {
    const { url } = await startServer(() => ({ data: [{ id: 1, attributes: {} }], meta: { pagination } }))
    const articles = createClient({ baseURL: url }).collection('articles')
    expect(await articles.find()).toHaveProperty('data.length', 1)
    const counted = 'total' in pagination ? [] : [articles.count()]
    for (const call of [...counted, articles.all(), drain(articles.pages())]) {
      expect(await reason(call)).toBeInstanceOf(ResponseShapeError)
    }
  },
)

it.each([Promise.resolve({ title: 'x' }), new Map([['title', 'x']]), new Set(['x'])])(
  'filters of the class %o are rejected',
  async (filters) => {
    const { url, received } = await startServer(() => ({ data: [], meta: counted }))
    const thrown = await reason(
      createClient({ baseURL: url })
        .collection('articles')
        .find({ filters: filters as never }),
    )
    expect(thrown).toMatchObject({ name: 'QueryError', path: 'filters' })
    expect(received).toEqual([])
  },
)

it.each([null, 'x', 7, [], {}, [{ id: 1 }], { data: { id: 1, attributes: {} } }])(
  'a localisation is not %j',
  async (response) => {
    const { url } = await startServer(() => response)
    const call = createLocalization(createClient({ baseURL: url }), 'articles', 1, { locale: 'fr' })
    expect(await reason(call)).toBeInstanceOf(ResponseShapeError)
  },
)

describe('reading several pages', () => {
  const page = (number: string, length: number, pageCount?: number) => ({
    data: Array.from({ length }, (_, index) => ({ id: Number(number) * length + index, attributes: {} })),
    meta: { pagination: { page: Number(number), pageSize: length, ...(pageCount && { pageCount }) } },
  })

  it('requests the total explicitly, because services may omit it by default', async () => {
    const { url } = await startServer(({ query }) => {
      const { page: number, withCount } = query['pagination'] as { page: string; withCount?: string }
      return page(number, 2, withCount === 'true' ? 3 : undefined)
    })
    expect(await createClient({ baseURL: url }).collection('articles').all()).toHaveLength(6)
  })

  it.each([0, Number.NaN, -1])('works with a concurrency of %d', async (concurrency) => {
    const { url, received } = await startServer(({ query }) => {
      // Ends a loop that would be endless.
      if (received.length > 9) throw new Error('too many')
      return page((query['pagination'] as { page: string }).page, 2, 3)
    })
    const articles = createClient({ baseURL: url }).collection('articles')
    expect(await articles.all({}, { concurrency })).toHaveLength(6)
    expect(received).toHaveLength(3)
  })

  it('accepts a page of any length', async () => {
    const { url } = await startServer(() => page('1', 200_000, 1))
    expect(await createClient({ baseURL: url }).collection('articles').all()).toHaveLength(200_000)
  })
})

it.each([
  ['{"data":[', ']}'],
  ['[', ']'],
])('a response that repeats %s is scanned once', async (start, end) => {
  const depth = 100_000
  const deep = start.repeat(depth) + end.repeat(depth)
  const { url } = await startServer(
    (_, response) => void response.end(`{"data":{"id":1,"attributes":{"author":${deep}}}}`),
  )
  const articles = createClient({ baseURL: url }).collection('articles')
  expect(await articles.findOne(1, { populate: ['author'] })).toHaveProperty('author')
})

it.each(['x', 7, [[]], [[null]]])('GraphQL data must not be %j', async (data) => {
  const { url } = await startServer(() => ({ data }))
  expect(await reason(createClient({ baseURL: url }).with(graphql()).graphql('{ x }'))).toBeInstanceOf(
    ResponseShapeError,
  )
})

it.each([[[null]], [['x']], [[[]]], [[{}]]])('an upload must not return %j', async (response) => {
  const { url } = await startServer(() => response)
  const thrown = await reason(
    createClient({ baseURL: url })
      .with(upload())
      .upload(new Blob(['x'])),
  )
  expect(thrown).toBeInstanceOf(ResponseShapeError)
})

it.each([undefined, null, '', '\ud800', 'a b', 'a\nb'])('a login must not return the token %j', async (jwt) => {
  const { url } = await startServer(() => ({ jwt, user: { id: 1, username: 'ada' } }))
  const api = createClient({ baseURL: url }).with(auth())
  expect(await reason(api.auth.login({ identifier: 'ada', password: 'x' }))).toBeInstanceOf(ResponseShapeError)
  expect(await api.auth.token()).toBeUndefined()
})

it.each([null, [], [{ id: 1, attributes: {} }], 'x', 7, { data: [] }, { data: null }, {}, { data: { id: 1 } }])(
  'an entry is not %j',
  async (response) => {
    const { url } = await startServer(() => response)
    const api = createClient({ baseURL: url })
    expect(await reason(api.collection('articles').findOne(1))).toBeInstanceOf(ResponseShapeError)
    expect(await reason(api.single('homepage').find())).toBeInstanceOf(ResponseShapeError)
  },
)

it('one entry may have no meta', async () => {
  const { url } = await startServer(() => ({ data: { id: 1, attributes: { title: 'x' } } }))
  expect(await createClient({ baseURL: url }).collection('articles').findOne(1)).toEqual({ id: 1, title: 'x' })
})

describe('the error of a server', () => {
  const issue = { path: ['seo', 'title'], message: 'must be defined', name: 'ValidationError' }
  it.each([
    ['text', 'x', 'HttpError', '', []],
    ['null', null, 'HttpError', '', []],
    ['a list', [], 'HttpError', '', []],
    ['an object whose name and message are not text', { name: {}, message: { toString: 1 } }, 'HttpError', '', []],
    ['an object without details', { name: 'A', message: 'b', details: null }, 'A', 'b', []],
    ['an object with text for issues', { name: 'A', message: 'b', details: { errors: 'x' } }, 'A', 'b', []],
    ['an object with an object for issues', { name: 'A', message: 'b', details: { errors: { map: 1 } } }, 'A', 'b', []],
    [
      'an object with some invalid issues',
      {
        name: 'A',
        message: 'b',
        details: { errors: [null, 1, 'x', {}, { path: 'a', message: 'b' }, { path: [], message: {} }, issue] },
      },
      'A',
      'b',
      [issue],
    ],
  ])('that is %s has members of the declared types', async (_, error, kind, serverMessage, issues) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { url } = await startServer((_, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
    })
    const thrown = await reason(createClient({ baseURL: url }).collection('articles').find())
    expect(thrown).toBeInstanceOf(ApiError)
    expect(thrown).toMatchObject({ status: 400, kind, serverMessage, issues, raw: { error } })
  })

  it.each([
    [[null]],
    [[{ message: {}, path: 'x', extensions: null }]],
    [[{ message: 1, path: [{ toString: 1 }], extensions: { code: {}, error: { name: 1, details: { errors: 'x' } } } }]],
  ])('of GraphQL has members of the declared types: %j', async (errors) => {
    const { url } = await startServer(() => ({ errors }))
    const thrown = await reason(createClient({ baseURL: url }).with(graphql()).graphql('{ x }'))
    expect(thrown).toBeInstanceOf(ApiError)
    expect(thrown).toMatchObject({ kind: 'GraphQLError', serverMessage: '', issues: [] })
  })
})

describe('an account', () => {
  it.each([null, [], 'x', 7, {}, { data: { id: 1 } }, { user: { username: 'ada' } }])(
    'must not be %j',
    async (response) => {
      const { url } = await startServer(() => response)
      const api = createClient({ baseURL: url, token: 't' }).with(auth()).with(users())
      const account = { username: 'ada', email: 'ada@example.org', password: 'secret' }
      const calls = [
        api.auth.me(),
        api.auth.login({ identifier: 'ada', password: 'secret' }),
        api.auth.register(account),
        api.users.findOne(1),
        api.users.create({ ...account, role: 1 }),
        api.users.update(1, { username: 'ada' }),
        api.users.delete(1),
      ]
      for (const thrown of await Promise.all(calls.map(reason))) {
        expect(thrown).toBeInstanceOf(ResponseShapeError)
      }
      expect(await api.auth.token()).toBeUndefined()
    },
  )

  it.each([null, {}, 'x', [null], [[]], [{}]])('is not read from the list %j', async (response) => {
    const { url } = await startServer(() => response)
    const api = createClient({ baseURL: url }).with(users())
    expect(await reason(api.users.find())).toBeInstanceOf(ResponseShapeError)
    expect(await reason(api.users.count())).toBeInstanceOf(ResponseShapeError)
  })

  it.each([{ jwt: {}, user: { id: 1 } }, { jwt: 'x', user: [] }, { jwt: 'x' }])(
    'is not logged in by %j',
    async (response) => {
      const { url } = await startServer(() => response)
      const api = createClient({ baseURL: url }).with(auth())
      const thrown = await reason(api.auth.login({ identifier: 'ada', password: 'secret' }))
      expect(thrown).toBeInstanceOf(ResponseShapeError)
      expect(await api.auth.token()).toBeUndefined()
    },
  )
})
