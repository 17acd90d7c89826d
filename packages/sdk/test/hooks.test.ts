import { afterEach, describe, expect, it, vi } from 'vitest'
import { auth, createClient, memoryStorage, NetworkError } from '../src/index.js'
import { sendError, startServer } from './support/start-server.js'

afterEach(() => vi.restoreAllMocks())

const empty = { data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } }

describe('hooks', () => {
  it("of the client run before those of a call, around every attempt, and both hooks' headers are sent", async () => {
    const { url, received } = await startServer((_, response, count) =>
      count === 1 ? sendError(response, 503, 'Busy', 'later') : empty,
    )
    const ran: string[] = []
    const note = (what: string) => () => void ran.push(what)
    const api = createClient({
      baseURL: url,
      defaults: {
        onRequest: ({ options }) => {
          ran.push('client')
          options.headers.set('x-by', 'client')
          options.headers.set('x-trace', 'abc')
        },
        onResponse: note('client responded'),
      },
    })
    await api.collection('articles').find(
      {},
      {
        onRequest: async ({ options }) => {
          ran.push('call')
          options.headers.set('x-by', 'call')
        },
        onResponse: note('call responded'),
      },
    )
    const once = ['client', 'call', 'client responded', 'call responded']
    expect(ran).toEqual([...once, ...once])
    expect(received.map(({ headers }) => [headers['x-by'], headers['x-trace']])).toEqual([
      ['call', 'abc'],
      ['call', 'abc'],
    ])
  })

  it.each([new Error('no clock'), new TypeError('no clock', { cause: new Error('x') }), 'no clock', undefined])(
    'that throw before a request reject the call with that value, and nothing is sent: %j',
    async (thrown) => {
      const { url, received } = await startServer(() => empty)
      // JavaScript hooks may throw any value.
      const onRequest = vi.fn<() => Promise<void>>().mockRejectedValue(thrown)
      const api = createClient({ baseURL: url, defaults: { onRequest } })
      await expect(api.collection('articles').find()).rejects.toBe(thrown)
      expect(received).toEqual([])
    },
  )

  it('that throw after a response reject the call with that error, without a retry', async () => {
    const { url, received } = await startServer((_, response) => sendError(response, 503, 'Busy', 'later'))
    const thrown = new Error('no log')
    const options = { onResponse: () => Promise.reject(thrown) }
    await expect(createClient({ baseURL: url }).collection('articles').find({}, options)).rejects.toBe(thrown)
    expect(received).toHaveLength(1)
  })

  it('may throw errors that look like those of requests, without a retry', async () => {
    const { url } = await startServer(() => empty)
    const elsewhere = await startServer((_, response) => sendError(response, 400, 'X', 'x'))
    const onRequest = async () => {
      const response = await fetch(elsewhere.url)
      throw Object.assign(new Error('the log says no'), { response, request: elsewhere.url })
    }
    await expect(createClient({ baseURL: url, defaults: { onRequest } }).collection('articles').find()).rejects.toThrow(
      'the log says no',
    )
  })
})

describe('an authorization header', () => {
  it.each([
    ['a call', {}, { Authorization: 'Basic abc' }],
    ['the client', { Authorization: 'Basic abc' }, {}],
    ['a call, though the client has one', { AUTHORIZATION: 'Basic def' }, { authorization: 'Basic abc' }],
  ])('of %s replaces the token, which is not requested', async (_, ofClient, ofCall) => {
    const { url, received } = await startServer(() => empty)
    const token = vi.fn<() => string>(() => 'secret')
    const api = createClient({ baseURL: url, token, defaults: { headers: ofClient } })
    await api.collection('articles').find({}, { headers: ofCall })
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Basic abc'])
    expect(token).not.toHaveBeenCalled()
  })

  it("of a call replaces the user's token", async () => {
    const { url, received } = await startServer(() => empty)
    const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('of-ada') }))
    await api.collection('articles').find({}, { headers: { Authorization: 'Bearer of-bea' } })
    expect(received[0]?.headers.authorization).toBe('Bearer of-bea')
  })

  it('contains a token that is requested once, whatever the number of retries', async () => {
    const { url, received } = await startServer((_, response, count) =>
      count === 1 ? sendError(response, 503, 'Busy', 'later') : empty,
    )
    const token = vi.fn<() => string>(() => 'secret')
    await createClient({ baseURL: url, token }).collection('articles').find()
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', 'Bearer secret'])
    expect(token).toHaveBeenCalledOnce()
  })
})

describe('a request that was aborted before it began', () => {
  const never = () => new Promise<never>(() => {})
  it.each([
    ['a token', { token: never }],
    ['a hook', { defaults: { onRequest: never } }],
  ])('does not wait for a pending %s', async (_, options) => {
    const fetch = vi.fn<typeof globalThis.fetch>(never)
    const articles = createClient({ baseURL: 'http://cms.test', fetch, ...options }).collection('articles')
    await expect(articles.find({}, { signal: AbortSignal.abort('left') })).rejects.toMatchObject({
      name: 'AbortError',
      cause: 'left',
    })
    expect(fetch).not.toHaveBeenCalled()
  })

  it('requests no token, runs no hook and sends nothing, even if fetch ignores the signal', async () => {
    const spies = { token: vi.fn<() => string>(), fetch: vi.fn<typeof globalThis.fetch>() }
    const onRequest = vi.fn<() => void>()
    const articles = createClient({ baseURL: 'http://cms.test', ...spies }).collection('articles')
    const call = articles.create({ title: 'x' }, {}, { signal: AbortSignal.abort(), onRequest })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    for (const spy of [spies.token, spies.fetch, onRequest]) expect(spy).not.toHaveBeenCalled()
  })
})

it('an incomplete response is requested again if the method is safe to repeat', async () => {
  const { url, received } = await startServer((_, response, count) => {
    if (count > 1) return empty
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"data":[', () => response.destroy())
    return undefined
  })
  const { send } = createClient({ baseURL: url })
  expect(await send({ method: 'GET', path: '/articles' })).toEqual(empty)
  expect(received).toHaveLength(2)
  const broken = await startServer((_, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"data":{', () => response.destroy())
  })
  const written = createClient({ baseURL: broken.url }).send({ method: 'POST', path: '/articles', body: {} })
  await expect(written).rejects.toBeInstanceOf(NetworkError)
  expect(broken.received).toHaveLength(1)
})
