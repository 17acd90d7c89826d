import { cacheExchange, Client, fetchExchange, gql } from '@urql/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, auth, createClient, type GraphQLDocument, memoryStorage, NetworkError } from '../src/index.js'
import { authExchange, type AuthExchangeOptions, createUrqlClient, flat } from '../src/urql/index.js'
import { startAccounts } from './support/start-accounts.js'
import { type Received, sendError, startServer } from './support/start-server.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const articles = gql`query ($title: String) { articles(title: $title) { data { id attributes { title } } } }`
const tags = gql`{ tags { data { id } } }`
const tokensOf = (received: readonly Received[]) => received.map(({ headers }) => headers.authorization)

/** Returns a client whose token is rejected, and an urql client that uses it. */
async function withStaleToken(onExpired?: () => Promise<string | undefined>) {
  const { url, received } = await startAccounts(['fresh'])
  const storage = memoryStorage('stale')
  const api = createClient({ baseURL: url }).with(auth({ storage, ...(onExpired && { onExpired }) }))
  return { api, urql: createUrqlClient({ api }), received }
}

describe('urql through a client', () => {
  it("sends the client's token and headers, and flattens", async () => {
    const { url, received } = await startServer(() => ({
      data: { articles: { data: [{ id: '1', attributes: { title: 'x' } }] } },
    }))
    const api = createClient({ baseURL: `${url}/`, token: 't', defaults: { headers: { 'x-team': 'web' } } })
    const urql = createUrqlClient({ api, endpoint: '/api/graphql', fetchOptions: { headers: { 'x-a': 'b' } } })
    const { data, error } = await urql.query(articles, { title: 'x' }).toPromise()
    expect(error).toBeUndefined()
    expect(data).toEqual({ articles: [{ id: '1', title: 'x' }] })
    expect(received).toMatchObject([
      {
        method: 'POST',
        path: '/api/graphql',
        headers: { authorization: 'Bearer t', 'x-team': 'web', 'x-a': 'b', 'content-type': 'application/json' },
      },
    ])
    expect(JSON.parse(received[0]?.text ?? '')).toMatchObject({ variables: { title: 'x' } })
  })

  it('accepts string documents of the client preset', async () => {
    const extra = { data: { id: '2' } }
    const { url, received } = await startServer(() => ({
      data: { articles: { data: [{ id: '1', attributes: { extra } }] } },
    }))
    const text = 'query Extras { articles { data { id attributes { extra } } } }'
    const document = Object.assign(new String(text), { __meta__: {} }) as GraphQLDocument<
      { articles: { data: { id: string; attributes: { extra: unknown } }[] } },
      Record<string, never>
    >
    const urql = createUrqlClient({ api: createClient({ baseURL: url }) })
    for (let i = 0; i < 2; i++) {
      const { data } = await urql.query(flat(document), {}).toPromise()
      expect(data?.articles).toEqual([{ id: '1', extra }])
    }
    expect(received).toHaveLength(1)
  })

  it('renews a rejected token once for all operations, and sends them again', async () => {
    const onExpired = vi.fn<() => Promise<string>>(async () => 'fresh')
    const { api, urql, received } = await withStaleToken(onExpired)
    const results = await Promise.all([
      urql.query(articles, {}).toPromise(),
      urql.query(tags, {}).toPromise(),
      api.collection('articles').find(),
    ])
    expect(results.map((result) => ('error' in result ? result.error : undefined))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(onExpired).toHaveBeenCalledOnce()
    expect(await api.auth.token()).toBe('fresh')
    expect(tokensOf(received).filter((token) => token === 'Bearer fresh')).toHaveLength(3)
  })

  it('reports a token that is not replaced, and continues without one', async () => {
    const { api, urql, received } = await withStaleToken()
    const { data, error } = await urql.query(articles, {}).toPromise()
    expect(data).toBeUndefined()
    expect(error?.response).toMatchObject({ status: 401 })
    expect(error?.graphQLErrors[0]?.extensions).toMatchObject({ error: { name: 'UnauthorizedError' } })
    expect(await api.auth.token()).toBeUndefined()
    await urql.query(articles, {}).toPromise()
    expect(tokensOf(received)).toEqual(['Bearer stale', undefined])
  })

  it('returns GraphQL errors, whatever their status', async () => {
    const { url } = await startServer(
      (_, response) => void response.writeHead(400).end('{"errors":[{"message":"Cannot query field"}]}'),
    )
    const { error } = await createUrqlClient({ api: createClient({ baseURL: url }) })
      .query(tags, {})
      .toPromise()
    expect(error?.message).toBe('[GraphQL] Cannot query field')
    expect(error?.response).toMatchObject({ status: 400 })
  })

  it('returns errors of the client if there is no response, or no JSON', async () => {
    const { url } = await startServer((_, response) => void response.writeHead(502).end('<h1>Oops</h1>'))
    const ask = async (baseURL: string) =>
      (
        await createUrqlClient({ api: createClient({ baseURL }) })
          .query(tags, {})
          .toPromise()
      ).error?.networkError
    const failed = await ask(url)
    expect(ApiError.is(failed) && failed.status).toBe(502)
    expect(NetworkError.is(await ask('http://127.0.0.1:1'))).toBe(true)
  })
})

describe('urql without a client', () => {
  it('accepts the token option of a client', async () => {
    const { url, received } = await startServer(() => ({ data: { tags: { data: [] } } }))
    for (const token of ['a', () => 'b', async () => 'c', () => undefined, undefined]) {
      await createUrqlClient({ baseURL: url, token }).query(tags, {}).toPromise()
    }
    expect(tokensOf(received)).toEqual(['Bearer a', 'Bearer b', 'Bearer c', undefined, undefined])
  })

  it.each(['stale', () => 'stale', undefined])('renews the token %s once for all operations', async (token) => {
    const { url, received } = await startAccounts(['fresh'])
    const onExpired = vi.fn<() => Promise<string>>(async () => 'fresh')
    const storage = token === undefined ? { storage: memoryStorage('stale') } : {}
    const urql = createUrqlClient({ baseURL: url, token, onExpired, ...storage })
    const results = await Promise.all([urql.query(articles, {}).toPromise(), urql.query(tags, {}).toPromise()])
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined])
    await urql.query(tags, {}, { requestPolicy: 'network-only' }).toPromise()
    expect(onExpired).toHaveBeenCalledOnce()
    expect(tokensOf(received).filter((token) => token === 'Bearer fresh')).toHaveLength(3)
  })

  it('reports the REST errors of requests that are rejected before GraphQL handles them', async () => {
    const { url } = await startServer((_, response) =>
      sendError(response, 401, 'UnauthorizedError', 'Missing credentials'),
    )
    const { data, error } = await createUrqlClient({ baseURL: url }).query(tags, {}).toPromise()
    expect(data).toBeUndefined()
    expect(error?.graphQLErrors).toMatchObject([
      { message: 'Missing credentials', extensions: { error: { status: 401, name: 'UnauthorizedError' } } },
    ])
    expect(error?.response).toMatchObject({ status: 401 })
  })
})

describe('the auth exchange of a custom urql client', () => {
  type Source = Parameters<typeof authExchange>[0]
  const clientWith = (url: string, source: Source, options: AuthExchangeOptions) =>
    new Client({
      url: `${url}/graphql`,
      preferGetMethod: false,
      exchanges: [cacheExchange, authExchange(source, options), fetchExchange],
    })
  const again = { requestPolicy: 'network-only' } as const

  it.each(['stale', () => 'stale'])('renews the token %s once for all operations', async (source) => {
    const { url, received } = await startAccounts(['fresh'])
    const onExpired = vi.fn<(expired: object) => Promise<string>>(async () => 'fresh')
    const urql = clientWith(url, source, { onExpired })
    const results = await Promise.all([urql.query(articles, {}).toPromise(), urql.query(tags, {}).toPromise()])
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined])
    expect((await urql.query(tags, {}, again).toPromise()).error).toBeUndefined()
    expect(onExpired.mock.calls).toEqual([[{ token: 'stale' }]])
    const tokens = tokensOf(received)
    expect(tokens.filter((token) => token === 'Bearer fresh')).toHaveLength(3)
    expect(tokens.at(-1)).toBe('Bearer fresh')
  })

  it('renews the replacement too, and accepts a token that is valid again', async () => {
    const valid = ['a']
    const { url, received } = await startAccounts(valid)
    const issued = ['b', 'a']
    const urql = clientWith(url, 'a', { onExpired: () => issued.shift() })
    for (const accepted of ['a', 'b', 'a']) {
      valid.splice(0, 1, accepted)
      expect((await urql.query(tags, {}, again).toPromise()).error).toBeUndefined()
    }
    expect(tokensOf(received)).toEqual(['Bearer a', 'Bearer a', 'Bearer b', 'Bearer b', 'Bearer a'])
  })

  it('continues without a token that is not replaced', async () => {
    const { url, received } = await startAccounts(['fresh'])
    const urql = clientWith(url, 'stale', { onExpired: () => undefined })
    // A REST error contains `data: null`, which urql treats as a result.
    expect((await urql.query(tags, {}).toPromise()).data).toBeNull()
    expect((await urql.query(tags, {}, again).toPromise()).data).toEqual({})
    expect(tokensOf(received)).toEqual(['Bearer stale', undefined])
  })

  it('reports an error of the renewal, and tries it again at the next rejection', async () => {
    const { url, received } = await startAccounts(['fresh'])
    const onExpired = vi.fn<() => Promise<string>>(async () => 'fresh').mockRejectedValueOnce(new Error('offline'))
    const urql = clientWith(url, 'stale', { onExpired })
    expect((await urql.query(tags, {}).toPromise()).error?.networkError?.message).toBe('offline')
    expect((await urql.query(tags, {}).toPromise()).error).toBeUndefined()
    expect(tokensOf(received)).toEqual(['Bearer stale', 'Bearer stale', 'Bearer fresh'])
  })

  it('returns the rejection if there is no renewal', async () => {
    const { url, received } = await startAccounts(['fresh'])
    const urql = clientWith(url, 'stale', {})
    expect((await urql.query(tags, {}).toPromise()).data).toBeNull()
    expect(tokensOf(received)).toEqual(['Bearer stale'])
  })
})
