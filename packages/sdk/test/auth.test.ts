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
import { refuse, startServer } from './support/start-server.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a login', () => {
  it('gives a token that all requests carry until logout', async () => {
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

  it('of a new account may still wait for its address to be confirmed', async () => {
    const { url } = await startAccounts([])
    const api = createClient({ baseURL: url }).with(auth())
    expect(await api.auth.register({ username: 'ada', email: 'a@b.c', password: 'secret' })).toMatchObject({
      user: { id: 1 },
    })
    expect(await api.auth.token()).toBeUndefined()
  })
})

describe('a login while somebody is logged in', () => {
  const bea = { identifier: 'bea', password: 'wrong' }

  it('leaves them logged in when it fails', async () => {
    const { url, received } = await startServer(({ path }, response) =>
      path === '/api/auth/local'
        ? refuse(response, 400, 'ValidationError', 'Invalid identifier or password')
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

  it('lets their requests go on as theirs', async () => {
    const { url, received } = await startServer(async ({ path }) => {
      if (path === '/api/users/me') return { id: 1 }
      // Answered after the other request has come in.
      while (received.length < 2) await new Promise((resolve) => setTimeout(resolve, 1))
      return { jwt: 'of-bea', user: { id: 2 } }
    })
    const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('of-ada') }))
    await Promise.all([api.auth.login(bea), api.auth.me()])
    const sent = new Map(received.map(({ path, headers }) => [path, headers.authorization]))
    expect(sent.get('/api/auth/local')).toBeUndefined()
    expect(sent.get('/api/users/me')).toBe('Bearer of-ada')
    expect(await api.auth.token()).toBe('of-bea')
  })

  it('leaves them logged in when the new account is to be confirmed first', async () => {
    const { url } = await startAccounts([])
    const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('of-ada') }))
    await api.auth.register({ username: 'bea', email: 'bea@example.org', password: 'secret' })
    expect(await api.auth.token()).toBe('of-ada')
  })
})

describe('a login that is answered late', () => {
  const ada = { identifier: 'ada', password: 'pw' }
  const bea = { identifier: 'bea', password: 'pw' }

  /** Answers each login with the token of who logs in, or refuses it, when the test says so. */
  async function whileLoggingIn() {
    const waiting = new Map<string, (answer?: 'refused') => void>()
    const { url } = await startServer(async ({ text }, response) => {
      const { identifier } = JSON.parse(text) as { identifier: string }
      const how = await new Promise((resolve) => waiting.set(identifier, resolve))
      if (how === 'refused') return refuse(response, 400, 'ValidationError', 'Invalid identifier or password')
      return { jwt: `of-${identifier}`, user: { id: 1, username: identifier } }
    })
    const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('of-cleo') }))
    const events: string[] = []
    api.auth.onChange(({ type, jwt }) => events.push(`${type} ${jwt}`))
    /** Begins a login, which is under way at the server then, and gives what it rejects with. */
    const begin = async (credentials: typeof ada): Promise<{ readonly outcome: Promise<unknown> }> => {
      const outcome = api.auth.login(credentials).then(
        () => undefined,
        (error: unknown) => error,
      )
      while (!waiting.has(credentials.identifier)) await new Promise((resolve) => setTimeout(resolve, 1))
      return { outcome }
    }
    const answer = (identifier: string, how?: 'refused') => waiting.get(identifier)?.(how)
    return { api, events, begin, answer }
  }

  it('logs in nobody when somebody logged out since', async () => {
    const { api, events, begin, answer } = await whileLoggingIn()
    const { outcome } = await begin(ada)
    await api.auth.logout()
    answer('ada')
    expect(AbortError.is(await outcome)).toBe(true)
    expect(await api.auth.token()).toBeUndefined()
    expect(events).toEqual(['logout undefined'])
  })

  it('logs in nobody when somebody logged in who began later', async () => {
    const { api, events, begin, answer } = await whileLoggingIn()
    const first = await begin(ada)
    const second = await begin(bea)
    answer('bea')
    expect(await second.outcome).toBeUndefined()
    answer('ada')
    expect(AbortError.is(await first.outcome)).toBe(true)
    expect(await api.auth.token()).toBe('of-bea')
    expect(events).toEqual(['login of-bea'])
  })

  it('holds when the one that began later is refused, and when the logout was before it', async () => {
    const { api, begin, answer } = await whileLoggingIn()
    await api.auth.logout()
    const first = await begin(ada)
    const second = await begin(bea)
    answer('bea', 'refused')
    expect(await second.outcome).toMatchObject({ status: 400 })
    answer('ada')
    expect(await first.outcome).toBeUndefined()
    expect(await api.auth.token()).toBe('of-ada')
  })
})

describe('a listener', () => {
  const ada = { identifier: 'ada', password: 'pw' }
  const user = { id: 1, username: 'ada' }

  it('hears of logins and logouts before they are answered, until it is taken off', async () => {
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

  it('hears once of a token that was renewed, and of one that could not be', async () => {
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

  it('hears that nobody is logged in when renewing fails', async () => {
    const { url } = await startAccounts([])
    const onExpired = () => Promise.reject(new Error('no network'))
    const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('stale'), onExpired }))
    const events: string[] = []
    api.auth.onChange(({ type }) => events.push(type))
    await expect(api.auth.me()).rejects.toThrow('no network')
    expect(events).toEqual(['expired'])
  })

  it('hears of other tabs through localStorage', () => {
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
  it('in localStorage, and nowhere on a server', async () => {
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

  it('in a cookie of a request and its response', async () => {
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
