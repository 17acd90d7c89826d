import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, auth, cookieStorage, createClient, localStorageStorage, memoryStorage, users } from '../src/index.js'
import { refuse, startServer } from './support/start-server.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Accepts the tokens named, logs anybody in with the next of `issued`. */
async function startAccounts(valid: string[], issued: string[] = []) {
  vi.spyOn(console, 'warn').mockReturnValue()
  return startServer(({ path, headers }, response) => {
    const token = headers.authorization?.replace('Bearer ', '')
    if (token && !valid.includes(token))
      return refuse(response, 401, 'UnauthorizedError', 'Missing or invalid credentials')
    if (path.startsWith('/api/auth/local')) return { jwt: issued.shift(), user: { id: 1, username: 'ada' } }
    if (path === '/api/users/me') return { id: 1, username: 'ada' }
    if (path === '/api/users/count') return 3
    return { data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } }
  })
}

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

describe('an expired token', () => {
  it('is renewed once for all that found it refused', async () => {
    const { url, received } = await startAccounts(['fresh'])
    const storage = memoryStorage('stale')
    const onExpired = vi.fn<() => Promise<string>>(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return 'fresh'
    })
    const api = createClient({ baseURL: url }).with(auth({ storage, onExpired }))
    await Promise.all(Array.from({ length: 5 }, () => api.collection('articles').find()))
    expect(onExpired).toHaveBeenCalledOnce()
    expect(received).toHaveLength(10)
    expect(await storage.get()).toBe('fresh')
  })

  it('is forgotten when there is no other, and the callers are told', async () => {
    const { url, received } = await startAccounts([])
    const storage = memoryStorage('stale')
    const api = createClient({ baseURL: url }).with(auth({ storage }))
    const results = await Promise.allSettled([api.collection('articles').find(), api.collection('articles').find()])
    for (const result of results)
      expect(ApiError.is((result as PromiseRejectedResult).reason, 'UnauthorizedError')).toBe(true)
    expect(await storage.get()).toBeUndefined()
    expect(received).toHaveLength(2)
    await api.collection('articles').find()
    expect(received[2]?.headers.authorization).toBeUndefined()
  })

  it('leaves the token of the client itself alone', async () => {
    const { url, received } = await startAccounts([])
    const onExpired = vi.fn<() => undefined>()
    const api = createClient({ baseURL: url, token: 'wrong' }).with(auth({ onExpired }))
    await expect(api.collection('articles').find()).rejects.toMatchObject({ status: 401 })
    expect(onExpired).not.toHaveBeenCalled()
    expect(received).toHaveLength(1)
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
