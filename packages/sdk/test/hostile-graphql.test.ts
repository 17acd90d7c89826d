import { inspect } from 'node:util'
import { cacheExchange, Client, type CombinedError, fetchExchange, gql } from '@urql/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, createClient, flattenGraphQL, graphql, ResponseShapeError, TimeoutError } from '../src/index.js'
import { authExchange, createUrqlClient, flattenExchange } from '../src/urql/index.js'
import { type Respond, startServer } from './support/start-server.js'

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
afterEach(() => vi.restoreAllMocks())

const text = '{ articles { title } }'
const document = gql(text)
const token = 'secret-token'
type Token = Parameters<typeof authExchange>[0]

const client = (baseURL: string, source: Token = token, timeout = 30_000) =>
  createClient({ baseURL, token: source, defaults: { timeout } }).with(graphql())

/** Returns the error: for urql, the `networkError`, which contains the errors of this package. */
const failureOf = async (urql: Client): Promise<unknown> => {
  const { error } = await urql.query(document, {}).toPromise()
  return error?.networkError ?? error
}
const reason = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

const throughClient = [
  ['api.graphql', (url: string, ...how: [Token?, number?]) => reason(client(url, ...how).graphql(text))],
  [
    'urql through a client',
    (url: string, ...how: [Token?, number?]) => failureOf(createUrqlClient({ api: client(url, ...how) })),
  ],
] as const
const ways = [
  ...throughClient,
  [
    'urql without a client',
    (baseURL: string, source: Token = token) => failureOf(createUrqlClient({ baseURL, token: source })),
  ],
] as const

/** Responds with a string, unchanged. */
const raw =
  (body: string, status = 200, type = 'application/json'): Respond =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)

const deep = (start: string, end: string, depth = 100_000) => start.repeat(depth) + end.repeat(depth)

describe.each(ways)('%s', (_, failure) => {
  it.each([
    ['HTML', raw('<h1>Welcome</h1>', 200, 'text/html')],
    ['JSON that is cut off', raw('{"data":{"articles":[{"ti')],
    ['a multipart response', raw('--x\r\n\r\n{"data":{}}\r\n', 200, 'multipart/mixed; boundary=x')],
    ['an event', raw('data: {"data":{}}\n\n', 200, 'text/event-stream')],
    ['nothing', raw('')],
    ['status 204 without a body', raw('', 204)],
    ['null', raw('null')],
    ['a number', raw('7')],
    ['a list', raw('[]')],
    ['an object without data and errors', raw('{}')],
    ['no data and an empty list of errors', raw('{"data":null,"errors":[]}')],
    ['a list for data', raw('{"data":[]}')],
    ['text for data', raw('{"data":"x"}')],
    ['deeply nested lists', raw(`{"data":{"articles":${deep('[', ']')}}}`)],
    ['deeply nested errors', raw(`{"errors":${deep('[', ']')}}`)],
    ['an error with deeply nested data', raw(`{"data":${deep('{"a":', '}').replace('}', '1}')},"errors":[{}]}`, 400)],
  ])('rejects %s as a response of another API', async (_, response) => {
    const { url } = await startServer(response)
    expect(await failure(url)).toBeInstanceOf(ResponseShapeError)
  })

  it.each([
    ['an object', { message: 'no' }],
    ['text', 'no'],
    ['a list of text', ['no']],
    ['a list of null', [null]],
    ['a list of objects without a message', [{ message: {}, extensions: 'x', path: 5, locations: 7, nodes: 1 }]],
  ])('treats %s as errors, whatever the rest of the result', async (_, errors) => {
    const { url } = await startServer(() => ({ data: { articles: [] }, errors }))
    expect(await failure(url)).toMatchObject({ message: expect.stringMatching(/GraphQL/) as unknown })
  })

  it.each([301, 302, 303, 307, 308])(
    'follows no redirect of status %d, so that the token stays with the server',
    async (status) => {
      const other = await startServer(() => ({ data: { articles: [] } }))
      for (const location of [`${other.url}/graphql`, '/graphql']) {
        const { url, received } = await startServer(
          (_, response) => void response.writeHead(status, { location }).end(),
        )
        const thrown = await failure(url)
        expect(ApiError.is(thrown) && thrown.status).toBe(status)
        expect(received).toHaveLength(1)
      }
      expect(other.received).toEqual([])
    },
  )

  it.each([
    ['a message', 200, { errors: [{ message: `Bearer ${token} may not`, extensions: { seen: [{ token }] } }] }],
    ['the message for an invalid document', 400, { errors: [{ message: `${token} is unknown`, path: [token] }] }],
    ['a rejection', 401, { data: null, error: { status: 401, name: 'UnauthorizedError', message: `no ${token}` } }],
  ])('removes the token from errors when %s repeats it', async (_, status, response) => {
    const { url } = await startServer(raw(JSON.stringify(response), status))
    const error = await failure(url)
    expect((error as Error).message).toContain('token')
    expect(inspect(error, { depth: 9 })).not.toContain(token)
  })

  it('works with a token that is part of every response', async () => {
    const { url } = await startServer(() => ({
      data: null,
      errors: [{ message: 'no title', extensions: { code: 1 } }],
    }))
    for (const short of ['t', '1', 'errors', '{', '"']) {
      expect(await failure(url, short)).toHaveProperty('message', expect.stringMatching(/GraphQL/))
    }
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('no token')
      },
    ],
    ['rejects', () => Promise.reject(new Error('no token'))],
  ])('passes on what a token source %s', async (_, source) => {
    const { url, received } = await startServer(() => ({ data: { articles: [] } }))
    expect(await failure(url, source)).toMatchObject({ message: 'no token' })
    expect(received).toEqual([])
  })
})

const drip: Respond = (_, response) => {
  const timer = setInterval(() => response.write(' '), 5)
  response.on('close', () => clearInterval(timer))
}

describe.each(throughClient)('%s', (_, failure) => {
  it.each([
    ['a response that is sent byte by byte', drip],
    ['no response at all', () => undefined],
  ])("waits for %s until the client's timeout", async (_, response) => {
    const { url } = await startServer(response)
    expect(await failure(url, token, 50)).toBeInstanceOf(TimeoutError)
  })

  it("waits for a token until the client's timeout", async () => {
    const { url } = await startServer(() => ({ data: { articles: [] } }))
    expect(await failure(url, () => new Promise(() => {}), 50)).toBeInstanceOf(TimeoutError)
  })
})

describe('flattening', () => {
  const lists = (depth: number) => JSON.parse(`{"articles":${deep('[', ']', depth)}}`) as object

  it('flattens lists of lists up to a limit', () => {
    const entry = { data: { id: '1', attributes: { title: 'x' } } }
    const nested = { grid: [[[entry]], [[{ data: null }]]] }
    const grid = [[[{ id: '1', title: 'x' }]], [[null]]]
    expect(flattenGraphQL(nested)).toEqual({ grid })
    expect(flattenGraphQL(nested, '{ grid { data { id attributes { title } } } }')).toEqual({ grid })
    expect(flattenGraphQL(lists(400), text)).toEqual(lists(400))
    const tooDeep = [lists(100_000), JSON.parse(`{"a":${deep('{"a":', '}').replace('}', '1}')}}`) as object]
    for (const data of tooDeep) expect(() => flattenGraphQL(data)).toThrow(ResponseShapeError)
    expect(() => flattenGraphQL(lists(100_000), text)).toThrow('nested too deep')
  })

  it('returns JSON of any depth', async () => {
    const { url } = await startServer(raw(`{"data":{"json":${deep('[', ']')}}}`))
    expect(await client(url).graphql('{ json }')).toHaveProperty('json')
  })

  it('keeps data that is not the result of a query', () => {
    expect(flattenGraphQL(null)).toBeNull()
    expect(flattenGraphQL([{ data: { id: 1, attributes: { title: 'x' } } }])).toEqual([{ id: 1, title: 'x' }])
  })

  it('ends an operation whose data is nested too deep, in any urql client', async () => {
    const { url } = await startServer(() => ({ data: lists(1000) }))
    const urql = new Client({ url, preferGetMethod: false, exchanges: [flattenExchange(), fetchExchange] })
    const { data, error } = await urql.query(document, {}).toPromise()
    expect(data).toBeUndefined()
    expect(error?.networkError).toBeInstanceOf(ResponseShapeError)
  })
})

describe('urql', () => {
  const ask = async (baseURL: string) => createUrqlClient({ baseURL }).query(document, {}).toPromise()

  it('without a client times out after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined))
    const call = createUrqlClient({ baseURL: 'https://cms.example.org', fetch }).query(document, {}).toPromise()
    let ended = false
    void call.then(() => (ended = true))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(ended).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect((await call).error?.networkError).toBeInstanceOf(TimeoutError)
    vi.useRealTimers()
  })

  it('does not wait after a response with hasNext', async () => {
    const { url } = await startServer(() => ({ data: { articles: [] }, hasNext: true, payload: { data: null } }))
    expect(await ask(url)).toMatchObject({ data: { articles: [] }, hasNext: false, error: undefined })
  })

  it('returns partial data, its errors and its extensions', async () => {
    const { url } = await startServer((_, response) => {
      response.writeHead(200, { 'x-request-id': 'r-1', 'content-type': 'text/event-stream' })
      response.end('{"data":{"a":null},"errors":[{"message":"no","path":["a"]}],"extensions":{"cost":1}}')
    })
    const { data, error, extensions } = await ask(url)
    expect({ data, extensions }).toEqual({ data: { a: null }, extensions: { cost: 1 } })
    expect(error?.graphQLErrors).toMatchObject([{ message: 'no', path: ['a'] }])
    const response = error?.response as Response | undefined
    expect(response?.headers.get('x-request-id')).toBe('r-1')
  })

  it.each([502, 599, 999])('reports GraphQL errors with status %d', async (status) => {
    const { url } = await startServer(raw('{"errors":[{"message":"no"}]}', status))
    expect((await ask(url)).error?.message).toBe('[GraphQL] no')
  })
})

describe('the auth exchange', () => {
  const withToken = (url: string, source: Token, exchanges = [cacheExchange, authExchange(source), fetchExchange]) =>
    new Client({ url: `${url}/graphql`, preferGetMethod: false, exchanges })

  it('requests a token once per request, also for refetches after a mutation', async () => {
    const { url, received } = await startServer(({ text }) => ({
      data: text.includes('mutation') ? { like: { __typename: 'Tag' } } : { tags: [{ __typename: 'Tag' }] },
    }))
    let requests = 0
    const source = () => `t-${++requests}`
    const urql = withToken(url, source)
    const subscription = urql.query(gql`{ tags { __typename } }`, {}).subscribe(() => {})
    for (let count = 2; count <= 6; count += 2) {
      await urql.mutation(gql`mutation { like { __typename } }`, {}).toPromise()
      await expect.poll(() => received.length).toBe(count + 1)
    }
    subscription.unsubscribe()
    const tokens = received.map(({ headers }) => headers.authorization)
    expect(tokens).toEqual([
      'Bearer t-1',
      'Bearer t-2',
      'Bearer t-3',
      'Bearer t-4',
      'Bearer t-5',
      'Bearer t-6',
      'Bearer t-7',
    ])
    expect(requests).toBe(7)
  })

  it("keeps an operation's own authorization header", async () => {
    const { url, received } = await startServer(() => ({ data: { articles: [] } }))
    const fetchOptions = { headers: { Authorization: 'Basic x' } }
    await withToken(url, token).query(document, {}, { fetchOptions }).toPromise()
    expect(received[0]?.headers.authorization).toBe('Basic x')
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('no token')
      },
    ],
    ['rejects', () => Promise.reject(new Error('no token'))],
  ])('ends an operation whose token source %s', async (_, source) => {
    const { url, received } = await startServer(() => ({ data: { articles: [] } }))
    expect(await failureOf(withToken(url, source))).toMatchObject({ message: 'no token' })
    expect(received).toEqual([])
  })

  it('does not follow redirects, and does not repeat invalid tokens in errors', async () => {
    const other = await startServer(() => ({ data: { articles: [] } }))
    const { url, received } = await startServer(
      (_, response) => void response.writeHead(307, { location: `${other.url}/graphql` }).end(),
    )
    const failure = (await withToken(url, 'a\nsecret').query(document, {}).toPromise()).error as CombinedError
    expect(failure.response).toMatchObject({ status: 307 })
    expect(inspect(failure)).not.toContain('secret')
    expect(received[0]?.headers.authorization).toBe('Bearer a%0Asecret')
    expect(other.received).toEqual([])
  })

  it('is not needed with a client that sends the token, whatever its exchanges', async () => {
    const { url, received } = await startServer(() => ({ data: { articles: [] } }))
    await createUrqlClient({ baseURL: url, token, exchanges: [fetchExchange] })
      .query(document, {})
      .toPromise()
    expect(received[0]?.headers.authorization).toBe(`Bearer ${token}`)
  })
})
