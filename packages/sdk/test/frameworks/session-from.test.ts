import { describe, expect, it, vi } from 'vitest'
import { type CookieJar, type SessionOptions, sessionFrom } from '../../src/frameworks/index.js'
import { auth, createClient, refreshSessions } from '../../src/index.js'
import { sendError, startServer } from '../support/start-server.js'

const login = { identifier: 'ada', password: 'pw' }
const requestOf = (cookie = '', url = 'https://app.example.org/', headers: Record<string, string> = {}) =>
  new Request(url, { headers: { ...(cookie && { cookie }), ...headers } })

/** A service whose client logs in as Ada and gets the token `a.b-c`. */
const respond: typeof fetch = async () => Response.json({ jwt: 'a.b-c', user: { id: 1, username: 'ada' } })

async function cookiesOfLogin(request: Request, options?: SessionOptions) {
  const session = sessionFrom(request, options)
  await createClient({ baseURL: '', fetch: respond }).with(auth(session)).auth.login(login)
  return session.cookies()
}

describe('a session of a request', () => {
  it('reads the token, and writes a login to the response', async () => {
    const session = sessionFrom(requestOf('theme=dark; content-api.token=old'))
    const api = createClient({ baseURL: '', fetch: respond }).with(auth(session))
    expect(await api.auth.token()).toBe('old')
    expect(session.cookies()).toEqual([])
    await api.auth.login(login)
    expect(await api.auth.token()).toBe('a.b-c')
    const response = session.applyTo(new Response('page', { headers: { 'set-cookie': 'theme=light' } }))
    expect(response.headers.getSetCookie()).toEqual([
      'theme=light',
      'content-api.token=a.b-c; Path=/; SameSite=Lax; Max-Age=2592000; Secure; HttpOnly',
    ])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it('deletes the cookie after a logout', async () => {
    const session = sessionFrom(requestOf('content-api.token=old'))
    const api = createClient({ baseURL: '', fetch: respond }).with(auth(session))
    await api.auth.logout()
    expect(session.cookies()).toEqual(['content-api.token=; Path=/; SameSite=Lax; Max-Age=0; Secure; HttpOnly'])
  })

  it('leaves a response without changes as it is', () => {
    const response = new Response('page', { headers: { 'cache-control': 'max-age=60' } })
    expect(sessionFrom(requestOf('content-api.token=old')).applyTo(response)).toBe(response)
    expect([...response.headers.keys()]).toEqual(['cache-control', 'content-type'])
  })

  it('copies responses whose headers cannot be changed, and accepts headers', async () => {
    const session = sessionFrom(requestOf())
    await session.storage.set('t')
    const redirect = session.applyTo(Response.redirect('https://app.example.org/me', 303))
    expect([redirect.status, redirect.headers.get('location')]).toEqual([303, 'https://app.example.org/me'])
    expect(redirect.headers.getSetCookie()).toHaveLength(1)
    expect(session.applyTo(new Headers()).getSetCookie()).toEqual(session.cookies())
  })

  it.each([
    ['https://app.example.org/', {}, undefined, true],
    ['http://127.0.0.1:3000/', {}, undefined, false],
    ['http://10.0.0.1/', { 'x-forwarded-proto': 'https, http' }, undefined, true],
    ['http://10.0.0.1/', { 'x-forwarded-proto': 'http' }, undefined, false],
    ['http://10.0.0.1/', {}, true, true],
    ['https://app.example.org/', {}, false, false],
  ])('with the URL %s, the headers %j and the option %s sets Secure: %s', async (url, headers, secure, expected) => {
    const [cookie] = await cookiesOfLogin(requestOf('', url, headers), secure === undefined ? {} : { secure })
    expect(cookie?.includes('; Secure')).toBe(expected)
  })

  it('encodes any token, and reads it again', async () => {
    const token = 'a=b; Domain=evil.example "ü\n'
    const session = sessionFrom(requestOf(), { prefix: '__Host-app', maxAge: 60 })
    await session.storage.set(token)
    const [cookie = ''] = session.cookies()
    expect(cookie).toMatch(/^__Host-app\.token=[\w%.-]+; Path=\/; SameSite=Lax; Max-Age=60; Secure; HttpOnly$/)
    const next = sessionFrom(requestOf(cookie.split(';')[0]), { prefix: '__Host-app' })
    expect(await next.storage.get()).toBe(token)
  })

  it('keeps a sign-in with a provider for the request of the callback', async () => {
    const started = sessionFrom(requestOf())
    const options = { callback: 'https://app.example.org/connect/github' }
    const url = await createClient({ baseURL: 'https://cms.example.org' })
      .with(auth(started))
      .auth.providerURL('github', options)
    const state = new URL(new URL(url).searchParams.get('callback') ?? '').searchParams.get('state')
    const [cookie = ''] = started.cookies()
    expect(cookie).toContain('Max-Age=600')
    const session = sessionFrom(requestOf(cookie.split(';')[0]))
    const api = createClient({ baseURL: '', fetch: respond }).with(auth(session))
    await api.auth.callback(`?access_token=x&state=${state}`)
    expect(session.cookies().map((each) => each.slice(0, 26))).toEqual([
      'content-api.sign-in=; Path',
      'content-api.token=a.b-c; P',
    ])
  })
})

describe('a session of the cookies of a framework', () => {
  const jarOf = (values: Record<string, string>, asObject: boolean) => {
    const changes: unknown[] = []
    const jar: CookieJar = {
      get(name) {
        const value = values[name]
        return value === undefined || !asObject ? value : { value }
      },
      set: (...change) => changes.push(change),
    }
    return { jar, changes }
  }

  it.each([true, false])('reads values (as objects: %s), and sets and deletes cookies', async (asObject) => {
    const { jar, changes } = jarOf({ 'content-api.token': 'old', 'content-api.sign-in': '' }, asObject)
    const session = sessionFrom(jar, { secure: false })
    const api = createClient({ baseURL: '', fetch: respond }).with(auth(session))
    expect([await api.auth.token(), await session.signInStorage.get()]).toEqual(['old', undefined])
    await api.auth.login(login)
    expect(await api.auth.token()).toBe('a.b-c')
    await api.auth.logout()
    const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: false }
    expect(changes).toEqual([
      ['content-api.token', 'a.b-c', { ...attributes, maxAge: 2_592_000 }],
      ['content-api.token', '', { ...attributes, maxAge: 0 }],
    ])
  })

  it('sets Secure by default', async () => {
    const { jar, changes } = jarOf({}, false)
    await sessionFrom(jar).storage.set('t')
    expect(changes).toMatchObject([['content-api.token', 't', { secure: true }]])
  })
})

describe('a session with a refresh token', () => {
  /** Exchanges each refresh token once: `r1` for `a2` and `r2`, and so on. Only the latest access token is valid. */
  async function startSessions() {
    vi.spyOn(console, 'warn').mockReturnValue()
    let current = 1
    return startServer(({ path, headers, text }, response) => {
      const reject = () => sendError(response, 401, 'UnauthorizedError', 'Invalid token')
      if (path === '/api/auth/refresh') {
        if (JSON.parse(text).refreshToken !== `${url}r${current}`) return reject()
        current++
        return { jwt: `a${current}`, refreshToken: `${url}r${current}` }
      }
      return headers.authorization === `Bearer a${current}` && current > 1 ? { id: 1, username: 'ada' } : reject()
    })
  }
  let url = ''

  it('is renewed once for concurrent requests of a browser, and for those that arrive later', async () => {
    const server = await startSessions()
    url = encodeURIComponent(server.url)
    const cookie = `content-api.token=a1; content-api.refresh-token=${encodeURIComponent(`${url}r1`)}`
    const visit = async () => {
      const session = sessionFrom(requestOf(cookie))
      const api = createClient({ baseURL: server.url, defaults: { retry: 0 } }).with(refreshSessions(session))
      const user = await api.auth.me()
      return [user.username, ...session.cookies().map((each) => each.slice(0, each.indexOf(';')))]
    }
    const expected = ['ada', `content-api.refresh-token=${encodeURIComponent(`${url}r2`)}`, 'content-api.token=a2']
    expect(await Promise.all([visit(), visit(), visit()])).toEqual([expected, expected, expected])
    expect(await visit()).toEqual(expected)
    expect(server.received.filter(({ path }) => path === '/api/auth/refresh')).toHaveLength(1)
  })

  it('deletes both cookies when it has ended', async () => {
    const server = await startSessions()
    url = server.url
    const session = sessionFrom(requestOf('content-api.token=a1; content-api.refresh-token=used'))
    const api = createClient({ baseURL: server.url, defaults: { retry: 0 } }).with(refreshSessions(session))
    await expect(api.auth.me()).rejects.toMatchObject({ status: 401 })
    expect(session.cookies().map((each) => each.split(';')[0])).toEqual([
      'content-api.refresh-token=',
      'content-api.token=',
    ])
  })
})
