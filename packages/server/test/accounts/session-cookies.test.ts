import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { databases } from '../../../../tests/support/postgres.js'
import type { ConfigInput } from '../../src/index.js'
import { multipart } from '../support/multipart.js'
import { type JsonResponse, type TestService, openService, password, permissions } from '../support/service.js'

const trusted = 'https://app.example'
const users = 'plugin::users-permissions'
const writer = [
  ...permissions.editor,
  ...['find', 'findOne', 'upload', 'destroy'].map((action) => `plugin::upload.content-api.${action}`),
]
const config = {
  // The service alone decides which pages may use cookies.
  cors: { origins: ['*'] },
  events: true,
  permissions: { ...permissions, editor: writer, authenticated: [...permissions.authenticated, `${users}.user.me`] },
  auth: {
    sessions: { httpOnly: true, accessCookie: true, cookie: { secure: true }, trustedOrigins: [trusted] },
  },
} satisfies ConfigInput

/** What browsers send with the requests of pages of other sites. */
const otherSites: readonly (readonly [string, Record<string, string>])[] = [
  ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a page of another host of the domain', { origin: 'https://evil.service.example', 'sec-fetch-site': 'same-site' }],
  ['a page without an origin', { origin: 'null' }],
  ['a page without a referrer', { 'sec-fetch-site': 'cross-site' }],
  ['a page over HTTP, whose browser sends no Sec-Fetch-Site', { origin: 'http://evil.example' }],
  ['a page on another port', { origin: 'http://service.example:8080' }],
  ['a page with a similar name', { origin: 'https://app.example.evil.example' }],
]

const ownSite: readonly Record<string, string>[] = [
  { origin: 'http://service.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'http://service.example', host: 'service.example' },
  { origin: trusted, 'sec-fetch-site': 'cross-site' },
  {},
]

const cookiesOf = ({ headers }: JsonResponse) => headers.getSetCookie().map((cookie) => cookie.split(';')[0] as string)

describe.each(await databases())('cookies of sessions on $name', ({ connection }) => {
  let service: TestService
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'content-api-cookies-'))
    cleanUpAfterFile(() => rm(folder, { recursive: true }))
    service = await openService({
      connection,
      config: { ...config, upload: { directory: folder } },
      routes: [
        {
          method: 'POST',
          path: '/own',
          handler: (ctx) => ({ id: (ctx.state['user'] as { id?: number } | undefined)?.id ?? null }),
          config: { auth: false },
        },
      ],
    })
  })
  afterAll(() => service.close())

  const ask = (line: string, cookies: readonly string[], options: Parameters<TestService['ask']>[1] = {}) =>
    service.ask(line, { ...options, headers: { cookie: cookies.join('; '), ...options.headers } })
  const login = async (identifier: string, cookies: readonly string[] = []) => {
    const response = await ask('POST /api/auth/local', cookies, { body: { identifier, password } })
    expect(response.status, response.text).toBe(200)
    return { response, cookies: cookiesOf(response) }
  }
  const me = async (cookies: readonly string[]) => (await ask('GET /api/users/me', cookies)).body?.username

  it('a sign-in keeps the refresh token in a cookie, and requests may use a cookie in place of a header', async () => {
    const { response, cookies } = await login('alice')
    expect(Object.keys(response.body)).toEqual(['jwt', 'user'])
    const [refresh, access] = response.headers.getSetCookie()
    expect(refresh).toMatch(
      /^strapi_up_refresh=[\w-]{32}\.[\w-]{32}; Path=\/api\/auth; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(access).toBe(`content_api_access=${response.body.jwt}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`)
    const read = await ask('GET /api/users/me', cookies)
    expect(read.body.username).toBe('alice')
    expect([read.headers.get('vary'), read.headers.get('cache-control')]).toEqual([
      'Origin, Accept-Encoding, Authorization, Cookie',
      'private, no-cache',
    ])
    expect((await service.ask('GET /api/users/me')).headers.get('vary')).toContain('Cookie')
    // Clients that set the header for each request leave it empty for visitors.
    const empty = await ask('GET /api/users/me', cookies, { headers: { authorization: '' } })
    expect(empty.body.username).toBe('alice')
    const body = { query: '{ me { username } }' }
    const graphql = await ask('POST /graphql', cookies, { body, headers: { authorization: ' ' } })
    expect(graphql.body).toEqual({ data: { me: { username: 'alice' } } })
    const lines = ['GET /api/articles', 'GET /api/users/me'] as const
    const statuses = async (headers: Record<string, string>) =>
      Promise.all(lines.map(async (line) => (await service.ask(line, { headers })).status))
    expect(await statuses({ authorization: '' })).toEqual(await statuses({}))
    // A header takes precedence.
    expect((await ask('GET /api/users/me', cookies, { token: await service.tokenOf('erin') })).body.username).toBe(
      'erin',
    )
    const me = await ask('POST /graphql', cookies, { body: { query: '{ me { username } }' } })
    expect(me.body).toEqual({ data: { me: { username: 'alice' } } })
    expect(me.headers.get('vary')).toContain('Cookie')
  })

  it('a refresh and a logout change both cookies', async () => {
    const { cookies } = await login('alice')
    const refreshed = await ask('POST /api/auth/refresh', cookies, { body: {} })
    expect([refreshed.status, Object.keys(refreshed.body)]).toEqual([200, ['jwt']])
    const next = cookiesOf(refreshed)
    expect(await me(next)).toBe('alice')
    const out = await ask('POST /api/auth/logout', next, { body: {} })
    expect(out.body).toEqual({ ok: true })
    const ended = ['strapi_up_refresh=; Path=/api/auth; Max-Age=0;', 'content_api_access=; Path=/; Max-Age=0;']
    expect(out.headers.getSetCookie().map((cookie) => cookie.split(' HttpOnly')[0])).toEqual(ended)
    for (const old of [cookies, next]) expect(await me(old)).toBeUndefined()
    const again = await ask('POST /api/auth/refresh', next, { body: {} })
    expect([again.status, again.body.error.message]).toEqual([401, 'Invalid refresh token'])
    // So that the browser stops sending them.
    expect(again.headers.getSetCookie()).toHaveLength(2)
  })

  it('GraphQL and a change of the password set cookies, and a stale cookie does not prevent a sign-in', async () => {
    const query = 'mutation ($i: UsersPermissionsLoginInput!) { login(input: $i) { jwt user { username } } }'
    const body = { query, variables: { i: { identifier: 'erin', password } } }
    const first = await service.ask('POST /graphql', { body })
    expect(await me(cookiesOf(first))).toBe('erin')
    const change = { currentPassword: password, password: 'Other1!x', passwordConfirmation: 'Other1!x' }
    const changed = await ask('POST /api/auth/change-password', cookiesOf(first), { body: change })
    expect(changed.status).toBe(200)
    expect([await me(cookiesOf(first)), await me(cookiesOf(changed))]).toEqual([undefined, 'erin'])
    await service.api.accounts.setPassword('erin', password)
    const { cookies } = await login('erin', cookiesOf(changed))
    expect(await me(cookies)).toBe('erin')
  })

  const form = multipart([{ name: 'files', filename: 'a.txt', type: 'text/plain', value: 'a' }])
  const operations = multipart([
    {
      name: 'operations',
      value: JSON.stringify({ query: 'mutation { createTag(data: { name: "forged" }) { data { id } } }' }),
    },
    { name: 'map', value: '{}' },
  ])
  type Send = (cookies: readonly string[], headers: Record<string, string>) => Promise<JsonResponse>
  const json =
    (line: string, body: unknown): Send =>
    (cookies, headers) =>
      ask(line, cookies, { body, headers })
  const multi =
    (line: string, { contentType, body }: ReturnType<typeof multipart>): Send =>
    (cookies, headers) =>
      ask(line, cookies, { body: body.toString(), headers: { 'content-type': contentType, ...headers } })
  /** Requests that write, or return a token. */
  const writes: Record<string, Send> = {
    'REST: create': json('POST /api/tags', { data: { name: 'forged' } }),
    'REST: create by a form': (cookies, headers) =>
      ask('POST /api/tags', cookies, {
        body: 'data[name]=forged',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    'REST: update': json('PUT /api/homepage', { data: { title: 'forged' } }),
    'REST: delete': (cookies, headers) => ask('DELETE /api/tags/1', cookies, { headers }),
    'GraphQL: mutation': json('POST /graphql', {
      query: 'mutation { createTag(data: { name: "forged" }) { data { id } } }',
    }),
    'GraphQL: query': json('POST /graphql', { query: '{ me { username } }' }),
    'GraphQL: form': multi('POST /graphql', operations),
    'upload: create': multi('POST /api/upload', form),
    'upload: replace': multi('POST /api/upload?id=1', form),
    'upload: delete': (cookies, headers) => ask('DELETE /api/upload/files/1', cookies, { headers }),
    'users: create': json('POST /api/users', { username: 'forged', email: 'forged@example.com', password, role: 1 }),
    'users: update': json('PUT /api/users/1', { username: 'forged' }),
    'users: delete': (cookies, headers) => ask('DELETE /api/users/1', cookies, { headers }),
    'roles: create': json('POST /api/users-permissions/roles', { name: 'forged' }),
    'accounts: change of the password': json('POST /api/auth/change-password', {
      currentPassword: password,
      password: 'forged1!',
      passwordConfirmation: 'forged1!',
    }),
    'accounts: logout': json('POST /api/auth/logout', { scope: 'all' }),
    'accounts: refresh': json('POST /api/auth/refresh', {}),
    'accounts: sign-in': json('POST /api/auth/local', { identifier: 'alice', password }),
    'accounts: sign-in by GraphQL': json('POST /graphql', {
      query: `mutation { login(input: { identifier: "alice", password: "${password}" }) { jwt } }`,
    }),
    'accounts: registration': json('POST /api/auth/local/register', {
      username: 'forged',
      email: 'f@example.com',
      password,
    }),
    'a session': (cookies, headers) =>
      ask('DELETE /api/auth/sessions/0123456789abcdef0123456789abcdef', cookies, { headers }),
    'a route of the project': json('POST /api/own', {}),
  }

  it('AUTH-60 no write of a page of another site uses a cookie', async () => {
    const { cookies } = await login('erin')
    const before = await snapshot()
    for (const [site, headers] of otherSites) {
      for (const [name, send] of Object.entries(writes)) {
        const { status, body, headers: sent } = await send(cookies, headers)
        const { message }: { readonly message?: string } = body?.error ?? body?.errors?.[0] ?? {}
        expect(message, `${name} of ${site}, ${status}`).toMatch(/may not use cookies here/)
        expect([body.data ?? null, sent.getSetCookie()], `${name} of ${site}`).toEqual([null, []])
      }
    }
    expect(await snapshot()).toBe(before)
    expect(await me(cookies)).toBe('erin')
  })

  const snapshot = async () => {
    const token = await service.tokenOf('erin')
    const lines = ['/api/tags', '/api/homepage', '/api/users', '/api/upload/files', '/api/users-permissions/roles']
    const texts = []
    for (const path of lines) texts.push((await service.ask(`GET ${path}`, { token })).text)
    return texts.join('\n')
  }

  it('AUTH-60 writes of pages of the own site, of trusted origins and of programs use a cookie', async () => {
    let { cookies } = await login('erin')
    for (const headers of ownSite) {
      const site = JSON.stringify(headers)
      expect((await json('POST /api/tags', { data: { name: site } })(cookies, headers)).status, site).toBe(200)
      expect((await writes['upload: create']?.(cookies, headers))?.status, site).toBe(200)
      expect((await writes['GraphQL: query']?.(cookies, headers))?.body).toEqual({ data: { me: { username: 'erin' } } })
      expect((await writes['a route of the project']?.(cookies, headers))?.body).toEqual({ id: 4 })
      const refreshed = (await writes['accounts: refresh']?.(cookies, headers)) as JsonResponse
      expect(refreshed.status, site).toBe(200)
      cookies = cookiesOf(refreshed)
    }
  })

  it('AUTH-60 a page of another site can not read with a cookie, and GraphQL runs no mutation by GET', async () => {
    const { cookies } = await login('erin')
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const read = await ask('GET /api/users/me', cookies, { headers })
    expect(read.headers.get('access-control-allow-origin')).toBe('*')
    expect(read.headers.get('access-control-allow-credentials')).toBeNull()
    const mutation = encodeURIComponent('mutation { createTag(data: { name: "forged" }) { data { id } } }')
    expect((await ask(`GET /graphql?query=${mutation}`, cookies)).status).toBe(405)
  })

  it('AUTH-61 a cookie that was there before the sign-in is not the session of the user', async () => {
    const attacker = await login('alice')
    const victim = await login('erin', attacker.cookies)
    expect(victim.cookies).not.toEqual(attacker.cookies)
    expect([await me(victim.cookies), await me(attacker.cookies)]).toEqual(['erin', undefined])
    expect((await ask('POST /api/auth/refresh', attacker.cookies, { body: {} })).status).toBe(401)
    // A cookie that another host of the domain adds makes both invalid.
    const other = await login('alice')
    const both = [...victim.cookies, ...other.cookies]
    expect((await ask('GET /api/users/me', both)).status).toBe(401)
    expect((await ask('POST /api/auth/refresh', both, { body: {} })).status).toBe(400)
    expect([await me(victim.cookies), await me(other.cookies)]).toEqual(['erin', 'alice'])
  })

  it('AUTH-61 a cookie holds no API token, and no refresh token is an access token', async () => {
    const token = await service.api.accounts.createToken({ name: 'all', type: 'full-access' })
    const { cookies } = await login('alice')
    const refresh = cookies[0]?.split('=')[1] as string
    for (const value of [token, refresh, '', 'x.y.z'])
      expect((await ask('GET /api/tags', [`content_api_access=${value}`])).status, value).toBe(401)
  })

  it('live events use the cookie of their client only', async () => {
    const listen = async (cookies: readonly string[]) =>
      (await ask('HEAD /content-api/events?types=api::memo.memo', cookies)).status
    const [erin, alice] = [await login('erin'), await login('alice')]
    expect([await listen(erin.cookies), await listen(alice.cookies), await listen([])]).toEqual([200, 400, 400])
    await ask('POST /api/auth/logout', erin.cookies, { body: {} })
    expect(await listen(erin.cookies)).toBe(401)
  })

  it('a client of Strapi 5 may request the cookie without the setting', async () => {
    const plain = await openService({ connection, withUsers: false, config: { auth: { sessions: {} } } })
    onTestFinished(() => plain.close())
    const body = { identifier: 'alice', password }
    const headers = { 'x-strapi-refresh-cookie': 'httpOnly' }
    const response = await plain.ask('POST /api/auth/local', { body, headers })
    expect(Object.keys(response.body)).toEqual(['jwt', 'user'])
    // The access token is in no cookie, and cookies are no credentials.
    expect(cookiesOf(response)).toEqual([expect.stringMatching(/^strapi_up_refresh=/)])
    const cookie = [...cookiesOf(response), `content_api_access=${response.body.jwt}`].join('; ')
    expect((await plain.ask('GET /api/users/me', { headers: { cookie } })).status).toBe(403)
    expect((await plain.ask('POST /api/auth/refresh', { body: {}, headers: { ...headers, cookie } })).status).toBe(200)
    // The default of cors.origins, which production doesn't trust.
    const local = { ...headers, cookie, origin: 'http://localhost:3000' }
    expect((await plain.ask('POST /api/auth/refresh', { body: {}, headers: local })).status).toBe(403)
    const preflight = await plain.ask('OPTIONS /api/auth/local', {
      headers: { origin: 'http://localhost:3000', 'access-control-request-headers': 'x-strapi-refresh-cookie' },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-strapi-refresh-cookie')
  })
})
