import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  AbortError,
  ApiError,
  createClient,
  NetworkError,
  QueryError,
  type RequestContext,
  TimeoutError,
} from '../src/index.js'
import { failureOf } from './support/failure-of.js'
import { sendError, startServer } from './support/start-server.js'

const empty = { data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } }

afterEach(() => vi.restoreAllMocks())

describe('a request', () => {
  it('contains the token, the headers and the query', async () => {
    const { url, received } = await startServer(() => empty)
    const api = createClient({ baseURL: `${url}/`, token: 'secret', defaults: { headers: { 'x-team': 'web' } } })
    await api.collection('articles').find({ filters: { title: 'x' } }, { headers: { 'x-page': 'home' } })
    expect(received[0]).toMatchObject({ method: 'GET', path: '/api/articles', query: { filters: { title: 'x' } } })
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-team': 'web', 'x-page': 'home' })
  })

  it('requests the token each time, and sends none if there is none', async () => {
    const { url, received } = await startServer(() => empty)
    const tokens = ['one', undefined]
    const api = createClient({ baseURL: url, token: async () => tokens.shift() })
    await api.collection('articles').find()
    await api.collection('articles').find()
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', undefined])
  })

  it("encodes characters of a token that headers can't contain, because the error of fetch would contain the token", async () => {
    const { url, received } = await startServer(() => empty)
    await createClient({ baseURL: url, token: 's3cr3t\nabc' }).collection('articles').find()
    expect(received[0]?.headers.authorization).toBe('Bearer s3cr3t%0Aabc')
  })

  it('times out while the token is pending, and throws the errors of its source', async () => {
    const { url, received } = await startServer(() => empty)
    const late = createClient({ baseURL: url, token: () => new Promise(() => {}), defaults: { timeout: 50 } })
    expect((await failureOf(late.collection('articles').find())).error).toBeInstanceOf(TimeoutError)
    const broken = createClient({
      baseURL: url,
      token: () => {
        throw new Error('no storage')
      },
    })
    const { error } = await failureOf(broken.collection('articles').find())
    expect(error).toEqual(new Error('no storage'))
    expect(received).toEqual([])
  })

  it('can use another prefix', async () => {
    const { url, received } = await startServer(() => empty)
    await createClient({ baseURL: url, prefix: '/content/v1' }).collection('articles').find()
    expect(received[0]?.path).toBe('/content/v1/articles')
  })

  it('passes the options of fetch to fetch', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(empty))
    const api = createClient({ baseURL: 'http://cms.test', fetch })
    await api.collection('articles').find({}, { cache: 'no-store', next: { revalidate: 60, tags: ['articles'] } })
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ cache: 'no-store', next: { revalidate: 60, tags: ['articles'] } })
  })

  it('runs the hooks around every attempt', async () => {
    const { url, received } = await startServer((_, response, count) => {
      if (count === 1) return sendError(response, 503, 'Busy', 'later')
      return empty
    })
    const statuses: number[] = []
    const api = createClient({
      baseURL: url,
      defaults: {
        onRequest: ({ options }) => options.headers.set('x-trace', 'abc'),
        onResponse: ({ response }) => void statuses.push(response.status),
      },
    })
    await api.collection('articles').find()
    expect(statuses).toEqual([503, 200])
    expect(received.map(({ headers }) => headers['x-trace'])).toEqual(['abc', 'abc'])
  })
})

describe('the address of a client', () => {
  it.each(['', '/', '/cms', 'https://cms.example.org', 'HTTP://localhost:1337/', 'http://[::1]:1/a'])(
    'may be %j',
    (baseURL) => {
      expect(() => createClient({ baseURL })).not.toThrow()
    },
  )

  it.each([
    undefined,
    null,
    7,
    'cms.example.org',
    'ftp://cms.example.org',
    'https://user:secret@cms.example.org',
    'https://cms.example.org?x=1',
    '/cms#x',
    ' https://cms.example.org',
  ])('is not %j', (baseURL) => {
    expect(() => createClient({ baseURL: baseURL as string })).toThrow(
      `baseURL is '${baseURL}', not an http(s) URL or a path`,
    )
  })
})

describe('a header', () => {
  it.each([
    ['x y', 'a'],
    ['', 'a'],
    ['x-secret', 'a\nb'],
    ['x-secret', 'ł'],
  ])("must not be %j: %j, and errors don't repeat it", async (name, value) => {
    const { url, received } = await startServer(() => empty)
    const articles = createClient({ baseURL: url }).collection('articles')
    const { error } = await failureOf(articles.find({}, { headers: { [name]: value } }))
    expect(error).toMatchObject({ name: 'QueryError', message: `headers[${name}] is not a valid header` })
    expect(received).toEqual([])
  })

  it('may have every form that fetch accepts', async () => {
    const { url, received } = await startServer(() => empty)
    const headers = new Headers({ 'x-a': 'b' }) as never
    await createClient({ baseURL: url }).collection('articles').find({}, { headers })
    expect(received[0]?.headers['x-a']).toBe('b')
  })
})

it.each([-1, Number.NaN])('a time limit of %d ends immediately', async (timeout) => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined))
  const { error } = await failureOf(
    createClient({ baseURL: '', fetch }).send({ method: 'GET', path: '/', options: { timeout } }),
  )
  expect(error).toMatchObject({
    name: 'TimeoutError',
    message: `GET / took over ${timeout} ms, waiting for the response`,
  })
})

it.each([2 ** 31, 1e300, Number.POSITIVE_INFINITY])(
  'a time limit of %d ms does not end immediately',
  async (timeout) => {
    const fetch = async () => Response.json(empty)
    expect(await createClient({ baseURL: '', fetch }).collection('articles').find({}, { timeout })).toEqual(empty)
  },
)

it('keeps no timer and no listener after the response', async () => {
  const { url } = await startServer(() => empty)
  const cleared = vi.spyOn(globalThis, 'clearTimeout')
  const set = vi.spyOn(globalThis, 'setTimeout')
  const { signal } = new AbortController()
  const removed = vi.spyOn(signal, 'removeEventListener')
  await createClient({ baseURL: url }).collection('articles').find({}, { timeout: 12_345, signal })
  const isLimit = (delay = 0) => delay > 12_000 && delay <= 12_345
  const timer = set.mock.results.find((_, index) => isLimit(set.mock.calls[index]?.[1]))
  expect(cleared).toHaveBeenCalledWith(timer?.value)
  expect(removed).toHaveBeenCalled()
})

describe('an error of the server', () => {
  it('contains the request, the problem and its path', async () => {
    const { url } = await startServer((_, response) =>
      sendError(response, 400, 'ValidationError', '2 errors occurred', {
        errors: [{ path: ['seo', 'metaTitle'], message: 'must be defined', name: 'ValidationError' }],
      }),
    )
    vi.spyOn(console, 'warn').mockReturnValue()
    const { error } = await failureOf(createClient({ baseURL: url, token: 'secret' }).collection('articles').create({}))
    expect(ApiError.is(error, 'ValidationError')).toBe(true)
    expect(ApiError.is(error, 'NotFoundError')).toBe(false)
    expect(NetworkError.is(error)).toBe(false)
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 400,
      kind: 'ValidationError',
      message: 'POST /articles: 400 ValidationError 2 errors occurred',
      serverMessage: '2 errors occurred',
      requestId: 'r-1',
      issues: [{ path: ['seo', 'metaTitle'], message: 'must be defined' }],
      raw: { data: null },
    })
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('secret')
  })

  it.each(['secret', () => 'secret'])(
    'never contains the token, even if the server repeats the request',
    async (token) => {
      const { url } = await startServer(({ headers }, response) =>
        sendError(response, 401, `No ${headers.authorization}`, `${headers.authorization} is wrong`, {
          errors: [{ path: ['authorization'], message: `${headers.authorization} is wrong` }],
        }),
      )
      vi.spyOn(console, 'warn').mockReturnValue()
      const { error } = await failureOf(createClient({ baseURL: url, token }).collection('articles').find())
      expect(error).toMatchObject({
        message: 'GET /articles: 401 No Bearer token Bearer token is wrong',
        serverMessage: 'Bearer token is wrong',
      })
      expect(inspect(error, { depth: 9 })).not.toContain('secret')
    },
  )

  it.each([
    ['a call', {}, { headers: { authorization: 'Bearer secret' } }],
    [
      'a hook',
      { onRequest: ({ options }: RequestContext) => options.headers.set('authorization', 'Bearer secret') },
      {},
    ],
  ])('never contains the token of %s', async (_, defaults, options) => {
    const { url } = await startServer(({ headers }, response) =>
      sendError(response, 401, 'X', `no ${headers.authorization}`),
    )
    vi.spyOn(console, 'warn').mockReturnValue()
    const { error } = await failureOf(createClient({ baseURL: url, defaults }).collection('articles').find({}, options))
    expect((error as Error).message).toContain('no Bearer token')
    expect(inspect(error, { depth: 9 })).not.toContain('secret')
  })

  it('may be the page of a proxy', async () => {
    const { url } = await startServer((_, response) => void response.writeHead(500).end('<h1>Oops</h1>'))
    const { error } = await failureOf(createClient({ baseURL: url }).collection('articles').find())
    expect(error).toMatchObject({ status: 500, kind: 'HttpError', issues: [], serverMessage: '', raw: '<h1>Oops</h1>' })
  })

  it.each([
    [404, ' HTML, not JSON: is baseURL the address of the content service?'],
    [502, ' '],
  ])('with status %i names a page instead of JSON, if the address may be wrong', async (status, hint) => {
    const { url } = await startServer((_, response) => void response.writeHead(status).end('<!DOCTYPE html>'))
    const { error } = await failureOf(
      createClient({ baseURL: url, defaults: { retry: 0 } })
        .collection('articles')
        .findOne(1),
    )
    expect(error).toMatchObject({ message: `GET /articles/1: ${status} HttpError${hint}`, serverMessage: '' })
  })

  it('is identified by its name if the package is loaded twice', () => {
    const twin = Object.assign(new Error('x'), { kind: 'NotFoundError' })
    twin.name = 'ApiError'
    expect(ApiError.is(twin, 'NotFoundError')).toBe(true)
    expect(TimeoutError.is(twin)).toBe(false)
    expect([undefined, null, 'ApiError', {}].some((value) => ApiError.is(value))).toBe(false)
  })
})

describe('a failed attempt', () => {
  it.each(['GET', 'PUT', 'DELETE'] as const)('of %s is retried', async (method) => {
    const { url, received } = await startServer((_, response, count) =>
      count < 3 ? sendError(response, 503, 'Busy', 'x') : {},
    )
    await createClient({ baseURL: url }).send({ method, path: '/articles/1' })
    expect(received).toHaveLength(3)
  })

  it('of POST is not retried, and neither is one that would fail again', async () => {
    const { url, received } = await startServer(({ path }, response) =>
      sendError(response, path.endsWith('busy') ? 503 : 400, 'X', 'x'),
    )
    const { send } = createClient({ baseURL: url })
    await failureOf(send({ method: 'POST', path: '/busy' }))
    await failureOf(send({ method: 'GET', path: '/wrong' }))
    expect(received).toHaveLength(2)
  })

  it('SDK-04: of POST is not retried if the response is lost', async () => {
    const { url, received } = await startServer((_, response) => void response.destroy())
    const { error } = await failureOf(createClient({ baseURL: url }).send({ method: 'POST', path: '/articles' }))
    expect(NetworkError.is(error)).toBe(true)
    expect(received).toHaveLength(1)
  })

  it('is retried after the Retry-After of the server', async () => {
    const { url, received } = await startServer((_, response, count) => {
      if (count > 1) return empty
      response.setHeader('retry-after', '1')
      return sendError(response, 429, 'RateLimitError', 'slow down')
    })
    const started = performance.now()
    await createClient({ baseURL: url }).collection('articles').find()
    expect(performance.now() - started).toBeGreaterThan(990)
    expect(received).toHaveLength(2)
  })

  it('is final if Retry-After is over maxRetryDelay', async () => {
    const { url, received } = await startServer((_, response) => {
      response.setHeader('retry-after', '2')
      sendError(response, 503, 'Busy', 'x')
    })
    const { error } = await failureOf(
      createClient({ baseURL: url }).collection('articles').find({}, { maxRetryDelay: 1000 }),
    )
    expect(ApiError.is(error) && error.status).toBe(503)
    expect(received).toHaveLength(1)
  })

  it('is final if Retry-After is over the time limit', async () => {
    const { url, received } = await startServer((_, response) => {
      response.setHeader('retry-after', new Date(Date.now() + 600_000).toUTCString())
      sendError(response, 429, 'RateLimitError', 'slow down')
    })
    const { error } = await failureOf(createClient({ baseURL: url }).collection('articles').find())
    expect(ApiError.is(error, 'RateLimitError')).toBe(true)
    expect(received).toHaveLength(1)
  })
})

describe('an end before the response', () => {
  it.each([
    ['no response at all', () => undefined],
    [
      'a slow drip',
      (_: unknown, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const timer = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('by time: %s', async (_, respond) => {
    const { url } = await startServer(respond)
    const { error } = await failureOf(createClient({ baseURL: url }).collection('articles').find({}, { timeout: 200 }))
    expect(TimeoutError.is(error)).toBe(true)
    expect((error as Error).message).toBe('GET /articles took over 200 ms, waiting for the response')
  })

  it.each(['before', 'while'])('by the caller, %s it runs', async (when) => {
    const controller = new AbortController()
    const { url, received } = await startServer(() => controller.abort(new Error('left the page')))
    if (when === 'before') controller.abort(new Error('left the page'))
    const { error } = await failureOf(
      createClient({ baseURL: url }).collection('articles').find({}, { signal: controller.signal }),
    )
    expect(AbortError.is(error)).toBe(true)
    expect((error as Error).cause).toEqual(new Error('left the page'))
    expect(received).toHaveLength(when === 'before' ? 0 : 1)
  })

  it('by the caller while it waits to try again', async () => {
    const { url } = await startServer((_, response) => {
      // Longer than the test's timeout.
      response.setHeader('retry-after', '60')
      sendError(response, 503, 'Busy', 'x')
    })
    const { error } = await failureOf(
      createClient({ baseURL: url })
        .collection('articles')
        .find({}, { signal: AbortSignal.timeout(100), timeout: 120_000 }),
    )
    expect(AbortError.is(error)).toBe(true)
  })
})

describe('invalid requests', () => {
  it.each([
    ['../users/1', 1],
    ['articles', '1?populate=*'],
    ['articles', '../users/1'],
    ['articles', '1#x'],
    ['..%2f', 1],
    ['articles', 0],
    ['articles', undefined],
    ['articles', ''],
    ['articles', -1],
    ['articles', 1.5],
    ['articles', '01'],
    ['', 1],
  ])('%s / %s', async (name, id) => {
    const { url, received } = await startServer(() => empty)
    const { error } = await failureOf(
      (async () =>
        createClient({ baseURL: url })
          .collection(name)
          .findOne(id as number))(),
    )
    expect(QueryError.is(error)).toBe(true)
    expect(received).toEqual([])
  })

  it('a URL over the limit', async () => {
    const { url, received } = await startServer(() => empty)
    const api = createClient({ baseURL: url })
    const { error } = await failureOf(api.collection('articles').find({ filters: { title: 'x'.repeat(9000) } }))
    expect((error as Error).message).toMatch(/^URL has 9\d{3} characters, over urlLimit \(8192\)$/)
    expect(received).toEqual([])
  })
})
