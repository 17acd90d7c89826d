import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  AbortError,
  auth,
  type AuthEvent,
  cookieStorage,
  createClient,
  localStorageStorage,
  memoryStorage,
  users,
} from '../src/index.js'
import { startAccounts } from './support/start-accounts.js'
import { sendError, startServer } from './support/start-server.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a login', () => {
  it('returns a token that all requests send until logout', async () => {
    const { url, received } = await startAccounts(['jwt-1', 'api-token'], ['jwt-1'])
    const api = createClient({ baseURL: url, token: 'api-token' }).with(auth())
    expect(await api.auth.login({ identifier: 'ada', password: 'pw' })).toEqual({
      jwt: 'jwt-1',
      user: { id: 1, username: 'ada' },
    })
    expect(await api.auth.me()).toEqual({ id: 1, username: 'ada' })
    await api.auth.logout()
    await api.collection('articles').find()
    expect(received.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/api/auth/local', 'Bearer api-token'],
      ['/api/users/me', 'Bearer jwt-1'],
      ['/api/articles', 'Bearer api-token'],
    ])
    expect(JSON.parse(received[0]?.text ?? '')).toEqual({ identifier: 'ada', password: 'pw' })
  })

  it('of a new account may require a confirmed address first', async () => {
    const { url } = await startAccounts([])
    const api = createClient({ baseURL: url }).with(auth())
    expect(await api.auth.register({ username: 'ada', email: 'a@b.c', password: 'secret' })).toMatchObject({
      user: { id: 1 },
    })
    expect(await api.auth.token()).toBeUndefined()
  })
})

it('sends a token that was read from a file without the line break at its end', async () => {
  const { url, received } = await startServer(() => ({ data: [], meta: { pagination: {} } }))
  await createClient({ baseURL: url, token: 'of-a-file\n' }).collection('articles').find()
  expect(received[0]?.headers.authorization).toBe('Bearer of-a-file')
})

describe('a login while somebody is logged in', () => {
  const bea = { identifier: 'bea', password: 'wrong' }

  it('keeps the previous login if it fails', async () => {
    const { url, received } = await startServer(({ path }, response) =>
      path === '/api/auth/local'
        ? sendError(response, 400, 'ValidationError', 'Invalid identifier or password')
        : { id: 1, username: 'ada' },
    )
    const storage = memoryStorage('of-ada')
    const api = createClient({ baseURL: url }).with(auth({ storage }))
    const events: AuthEvent[] = []
    api.auth.onChange((event) => events.push(event))
    await expect(api.auth.login(bea)).rejects.toMatchObject({ status: 400 })
    expect(await api.auth.token()).toBe('of-ada')
    expect(await api.auth.me()).toEqual({ id: 1, username: 'ada' })
    expect(received.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer of-ada'])
    expect(events).toEqual([])
  })

  it('sends other requests with the token of the previous login', async () => {
    const { url, received } = await startServer(async ({ path }) => {
      if (path === '/api/users/me') return { id: 1 }
      // Responds after the other request has arrived.
      await expect.poll(() => received.length).toBe(2)
      return { jwt: 'of-bea', user: { id: 2 } }
    })
    const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('of-ada') }))
    await Promise.all([api.auth.login(bea), api.auth.me()])
    const sent = new Map(received.map(({ path, headers }) => [path, headers.authorization]))
    expect(sent.get('/api/auth/local')).toBeUndefined()
    expect(sent.get('/api/users/me')).toBe('Bearer of-ada')
    expect(await api.auth.token()).toBe('of-bea')
  })

  it('keeps the previous login if the new account must be confirmed first', async () => {
    const { url } = await startAccounts([])
    const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('of-ada') }))
    await api.auth.register({ username: 'bea', email: 'bea@example.org', password: 'secret' })
    expect(await api.auth.token()).toBe('of-ada')
  })
})

describe('a login with a late response', () => {
  const ada = { identifier: 'ada', password: 'pw' }
  const bea = { identifier: 'bea', password: 'pw' }

  /** Starts a server that responds to a login, with the user's token or an error, when the test decides. */
  async function whileLoggingIn() {
    const waiting = new Map<string, (how?: 'rejected') => void>()
    const { url } = await startServer(async ({ text }, response) => {
      const { identifier } = JSON.parse(text) as { identifier: string }
      const how = await new Promise((resolve) => waiting.set(identifier, resolve))
      if (how === 'rejected') return sendError(response, 400, 'ValidationError', 'Invalid identifier or password')
      return { jwt: `of-${identifier}`, user: { id: 1, username: identifier } }
    })
    const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('of-cleo') }))
    const events: string[] = []
    api.auth.onChange(({ type, jwt }) => events.push(`${type} ${jwt}`))
    /** Begins a login, waits until the server has received it, and returns the promise of its error. */
    const begin = async (credentials: typeof ada): Promise<{ readonly outcome: Promise<unknown> }> => {
      const outcome = api.auth.login(credentials).then(
        () => undefined,
        (error: unknown) => error,
      )
      await expect.poll(() => waiting.has(credentials.identifier)).toBe(true)
      return { outcome }
    }
    const respond = (identifier: string, how?: 'rejected') => waiting.get(identifier)?.(how)
    return { api, events, begin, respond }
  }

  it('does not log in after a later logout', async () => {
    const { api, events, begin, respond } = await whileLoggingIn()
    const { outcome } = await begin(ada)
    await api.auth.logout()
    respond('ada')
    expect(AbortError.is(await outcome)).toBe(true)
    expect(await api.auth.token()).toBeUndefined()
    expect(events).toEqual(['logout undefined'])
  })

  it('does not log in after a later login', async () => {
    const { api, events, begin, respond } = await whileLoggingIn()
    const first = await begin(ada)
    const second = await begin(bea)
    respond('bea')
    expect(await second.outcome).toBeUndefined()
    respond('ada')
    expect(AbortError.is(await first.outcome)).toBe(true)
    expect(await api.auth.token()).toBe('of-bea')
    expect(events).toEqual(['login of-bea'])
  })

  it('logs in after an earlier logout, if the later login fails', async () => {
    const { api, begin, respond } = await whileLoggingIn()
    await api.auth.logout()
    const first = await begin(ada)
    const second = await begin(bea)
    respond('bea', 'rejected')
    expect(await second.outcome).toMatchObject({ status: 400 })
    respond('ada')
    expect(await first.outcome).toBeUndefined()
    expect(await api.auth.token()).toBe('of-ada')
  })
})

describe('me', () => {
  it('sends no request when nobody is logged in', async () => {
    const { url, received } = await startAccounts(['of-ada'], ['of-ada'])
    const api = createClient({ baseURL: url }).with(auth())
    await expect(api.auth.me()).rejects.toMatchObject({
      name: 'ApiError',
      status: 401,
      kind: 'UnauthorizedError',
      message: 'GET /users/me was not sent: nobody is logged in',
    })
    expect(received).toEqual([])
    await api.auth.login({ identifier: 'ada', password: 'pw' })
    expect(await api.auth.me()).toMatchObject({ username: 'ada' })
  })

  it.each([
    ['a token of the client', { token: 'of-ada' }, {}],
    ['a header of the client', { defaults: { headers: { Authorization: 'Bearer of-ada' } } }, {}],
    ['a header of the call', {}, { headers: { authorization: 'Bearer of-ada' } }],
    ['cookies', {}, { credentials: 'include' }],
    ['a hook', { defaults: { onRequest: () => undefined } }, {}],
  ] as const)('sends a request with %s', async (_, options, call) => {
    const { url, received } = await startAccounts(['of-ada'])
    const api = createClient({ baseURL: url, ...options }).with(auth())
    expect(await api.auth.me({}, call)).toMatchObject({ username: 'ada' })
    expect(received).toHaveLength(1)
  })
})

describe('a listener', () => {
  const ada = { identifier: 'ada', password: 'pw' }
  const user = { id: 1, username: 'ada' }

  it('is called for logins and logouts before their calls resolve, until it is removed', async () => {
    const { url } = await startAccounts(['jwt-1', 'jwt-2'], ['jwt-1', 'jwt-2'])
    const api = createClient({ baseURL: url }).with(auth())
    const events: AuthEvent[] = []
    const end = api.auth.onChange((event) => events.push(event))
    await api.auth.login(ada)
    expect(events).toEqual([{ type: 'login', jwt: 'jwt-1', user }])
    await api.auth.logout()
    expect(events[1]).toEqual({ type: 'logout', jwt: undefined, user: undefined })
    await api.auth.logout()
    end()
    await api.auth.login(ada)
    expect(events).toHaveLength(2)
  })

  it('is called once when a token is renewed, and once when it expires', async () => {
    const { url } = await startAccounts(['fresh'])
    const tokens = ['fresh', undefined]
    const storage = memoryStorage('stale')
    const api = createClient({ baseURL: url }).with(auth({ storage, onExpired: () => tokens.shift() }))
    const events: AuthEvent[] = []
    api.auth.onChange((event) => events.push(event))
    await Promise.all([api.collection('articles').find(), api.collection('articles').find()])
    expect(events).toEqual([{ type: 'renewed', jwt: 'fresh', user: undefined }])
    await storage.set('stale')
    await expect(api.auth.me()).rejects.toMatchObject({ status: 401 })
    expect(events[1]).toEqual({ type: 'expired', jwt: undefined, user: undefined })
    expect(events).toHaveLength(2)
  })

  it('is called with the logout if the renewal fails', async () => {
    const { url } = await startAccounts([])
    const onExpired = () => Promise.reject(new Error('no network'))
    const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('stale'), onExpired }))
    const events: string[] = []
    api.auth.onChange(({ type }) => events.push(type))
    await expect(api.auth.me()).rejects.toThrow('no network')
    expect(events).toEqual(['expired'])
  })

  it('is called for changes in other tabs through localStorage', () => {
    const localStorage = { removeItem: vi.fn<() => void>(), setItem: vi.fn<() => void>() }
    vi.stubGlobal('localStorage', localStorage)
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    const write = (key: string | null, newValue: string | null, storageArea: object = localStorage) =>
      page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea }))
    const api = createClient({ baseURL: 'http://cms.test' }).with(auth({ storage: localStorageStorage('t') }))
    const events: AuthEvent[] = []
    const end = api.auth.onChange((event) => events.push(event))
    write('t', 'jwt-1')
    write('other', 'x')
    write('t', 'x', {})
    write('t', null)
    write(null, null)
    end()
    write('t', 'jwt-2')
    expect(events.map(({ type, jwt }) => [type, jwt])).toEqual([
      ['login', 'jwt-1'],
      ['logout', undefined],
      ['logout', undefined],
    ])
  })
})

describe('storage', () => {
  it('uses localStorage, and nothing on a server', async () => {
    const storage = localStorageStorage()
    await storage.set('x')
    expect(storage.get()).toBeUndefined()
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
    await storage.set('x')
    expect([...kept]).toEqual([['content-api.token', 'x']])
    expect(storage.get()).toBe('x')
    await storage.set(undefined)
    expect(kept.size).toBe(0)
  })

  it('uses a cookie of a request and its response', async () => {
    const sent: string[] = []
    const storage = cookieStorage({
      name: 'jwt',
      read: () => 'a=1; jwt=one%3D; b=2',
      write: (cookie) => sent.push(cookie),
    })
    expect(storage.get()).toBe('one=')
    await storage.set('two')
    expect(storage.get()).toBe('two')
    await storage.set(undefined)
    expect(storage.get()).toBeUndefined()
    expect(sent).toEqual([
      'jwt=two; Path=/; SameSite=Lax; Max-Age=2592000; Secure',
      'jwt=; Path=/; SameSite=Lax; Max-Age=0; Secure',
    ])
  })

  it('hides the cookie of a server from scripts', async () => {
    const sent: string[] = []
    const storage = cookieStorage({ httpOnly: true, read: () => '', write: (cookie) => sent.push(cookie) })
    await storage.set('two')
    expect(sent).toEqual(['content-api.token=two; Path=/; SameSite=Lax; Max-Age=2592000; Secure; HttpOnly'])
    expect(() => cookieStorage({ httpOnly: true })).toThrow(
      'httpOnly needs `read` and `write`: scripts of a page have no access to such a cookie',
    )
  })

  it.each([null, '', 'xjwt=1', 'jwt=%E0%A4%A'])('finds no token in %j', (header) => {
    expect(cookieStorage({ name: 'jwt', read: () => header }).get()).toBeUndefined()
  })
})

describe('accounts', () => {
  it('are read and written without an envelope', async () => {
    const { url, received } = await startServer(({ path }) =>
      path.endsWith('count') ? 3 : path === '/api/users' ? [{ id: 1 }] : { id: 1 },
    )
    const api = createClient({ baseURL: url }).with(users())
    expect(await api.users.find({ filters: { username: 'ada' }, limit: 2 })).toEqual([{ id: 1 }])
    expect(await api.users.find({ filters: { id: { $in: [] } } })).toEqual([])
    await expect(api.users.find({ filters: { $not: { id: { $in: [] } } } })).rejects.toThrow('is empty')
    expect(await api.users.count()).toBe(3)
    await api.users.update(1, { username: 'bea' })
    await api.users.delete(1)
    expect(received.map(({ method, path, text }) => [method, path, text])).toEqual([
      ['GET', '/api/users', ''],
      ['GET', '/api/users/count', ''],
      ['PUT', '/api/users/1', '{"username":"bea"}'],
      ['DELETE', '/api/users/1', ''],
    ])
  })
})
