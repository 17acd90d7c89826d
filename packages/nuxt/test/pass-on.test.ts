import { afterEach, describe, expect, it, vi } from 'vitest'
import { passOn } from '../src/proxy/pass-on.js'

const service = 'http://cms.example.org'

/** The requests that the service received: method, address, `Authorization` and `Cookie`. */
const sent: unknown[][] = []

/** Responds as the service. */
function answer(respond: (path: string, token: string | null) => Response): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const headers = new Headers(init?.headers)
    const url = typeof input === 'string' ? input : (input as Request).url
    sent.push([init?.method, url, headers.get('authorization'), headers.get('cookie')])
    return respond(new URL(url).pathname, headers.get('authorization'))
  })
}

afterEach(() => {
  vi.restoreAllMocks()
  sent.length = 0
})

const call = (method: string, path: string, headers: Record<string, string> = {}, sessions = false) =>
  passOn(
    new Request(`http://app.example.org${path}`, {
      method,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      body: method === 'GET' || method === 'DELETE' ? null : '{}',
    }),
    { service, address: 'https://cms.example.com/', sessions },
  )

describe('a request of a browser', () => {
  it('gets the token of the cookie, and passes on nothing else of the browser', async () => {
    answer(() => Response.json({ data: [] }, { headers: { 'set-cookie': 'a=b', etag: '"1"', server: 'x' } }))
    const response = await call('GET', '/_content/api/articles?sort=title', {
      cookie: 'content-api.token=t; theme=dark',
      authorization: 'Bearer in-a-cookie',
    })
    expect(sent).toEqual([['GET', `${service}/api/articles?sort=title`, 'Bearer t', null]])
    expect([...response.headers.keys()]).toEqual(['content-type', 'etag'])
    expect(await response.json()).toEqual({ data: [] })
  })

  it('signs in without a token, and gets a stand-in for the new one', async () => {
    answer(() => Response.json({ jwt: 'secret', refreshToken: 'r', user: { id: 1 } }))
    const response = await call('POST', '/_content/api/auth/local', { cookie: 'content-api.token=old' })
    expect(sent).toEqual([['POST', `${service}/api/auth/local`, null, null]])
    expect(await response.json()).toEqual({ user: { id: 1 }, jwt: 'in-a-cookie', refreshToken: 'in-a-cookie' })
    const rest = 'Path=/; SameSite=Lax; Max-Age=2592000; HttpOnly'
    expect(response.headers.getSetCookie()).toEqual([
      `content-api.token=secret; ${rest}`,
      `content-api.refresh-token=r; ${rest}`,
    ])
  })

  it('ends its session', async () => {
    answer(() => Response.error())
    const response = await call('DELETE', '/_content/session', { cookie: 'content-api.token=old' })
    expect(response.status).toBe(204)
    expect(response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual([
      'content-api.token=',
      'content-api.refresh-token=',
    ])
    expect(sent).toEqual([])
  })

  it('is sent again with a renewed token', async () => {
    answer((path, token) => {
      if (path === '/api/auth/refresh') return Response.json({ jwt: 'new', refreshToken: 'r2' })
      return token === 'Bearer new' ? Response.json({ data: 1 }) : Response.json({ error: {} }, { status: 401 })
    })
    const cookie = 'content-api.token=old; content-api.refresh-token=r1'
    const response = await call('POST', '/_content/api/articles', { cookie }, true)
    expect(await response.json()).toEqual({ data: 1 })
    expect(sent.map(([, url, token]) => [new URL(String(url)).pathname, token])).toEqual([
      ['/api/articles', 'Bearer old'],
      ['/api/auth/refresh', null],
      ['/api/articles', 'Bearer new'],
    ])
    expect(response.headers.getSetCookie()).toHaveLength(2)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another host of the site', { 'sec-fetch-site': 'same-site' }, 403],
    ['the address bar', { 'sec-fetch-site': 'none' }, 200],
  ])('of %s with the cookie has the status %2$d', async (_, headers, status) => {
    answer(() => Response.json({}))
    const response = await call('POST', '/_content/api/articles', { cookie: 'content-api.token=t', ...headers })
    expect([response.status, sent.length]).toEqual([status, status === 403 ? 0 : 1])
  })

  it.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://app.example.org', 200],
  ])('without Sec-Fetch-Site, from %s, has the status %d', async (origin, status) => {
    answer(() => Response.json({}))
    const headers = { host: 'app.example.org', origin }
    const request = new Request('http://app.example.org/_content/api/articles', { method: 'POST', headers, body: '{}' })
    expect((await passOn(request, { service, address: service, sessions: false })).status).toBe(status)
  })

  it.each(['/_content/admin/login', '/_content/api/../admin/login', '/_content//evil.example/api/x', '/_content/api'])(
    'reaches only the API: %s has the status 404',
    async (path) => {
      answer(() => Response.json({}))
      expect((await call('GET', path)).status).toBe(404)
      expect(sent).toEqual([])
    },
  )

  it('may be a document of GraphQL, in a POST', async () => {
    answer(() => Response.json({ data: {} }))
    expect((await call('POST', '/_content/graphql', { cookie: 'content-api.token=t' })).status).toBe(200)
    expect(sent).toEqual([['POST', `${service}/graphql`, 'Bearer t', null]])
    expect((await call('GET', '/_content/graphql?query={a}')).status).toBe(404)
    expect((await call('POST', '/_content/graphql', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  it('goes to the service itself to sign in with a provider', async () => {
    answer(() => Response.error())
    const response = await call('GET', '/_content/api/connect/github?code_challenge=c', { 'sec-fetch-site': 'none' })
    const location = 'https://cms.example.com/api/connect/github?code_challenge=c'
    expect([response.status, response.headers.get('location')]).toEqual([302, location])
    expect(sent).toEqual([])
  })

  it('keeps errors and responses without a body', async () => {
    answer((path) =>
      path === '/api/gone'
        ? new Response(null, { status: 204 })
        : Response.json({ error: { name: 'x' } }, { status: 400 }),
    )
    const response = await call('POST', '/_content/api/articles')
    expect([response.status, await response.json()]).toEqual([400, { error: { name: 'x' } }])
    expect((await call('DELETE', '/_content/api/gone')).status).toBe(204)
  })
})
