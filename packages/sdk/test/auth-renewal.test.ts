import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  AbortError,
  ApiError,
  type Auth,
  auth,
  createClient,
  type ExpiredToken,
  type Extension,
  limitConcurrency,
  localStorageStorage,
  memoryStorage,
  type Send,
  TimeoutError,
  type TokenStorage,
  type User,
} from '../src/index.js'
import { startAccounts } from './support/start-accounts.js'
import { type Received, refuse, startServer } from './support/start-server.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const tokensOf = (received: readonly Received[]) =>
  received.map(({ headers }) => headers.authorization?.replace('Bearer ', ''))

/** What is asked within a test, and answered when the test says so. */
function question() {
  let settle: { readonly answer: (token: string | undefined) => void; readonly fail: (error: Error) => void }
  let tell: () => void
  const asked = new Promise<void>((resolve) => (tell = resolve))
  const ask = vi.fn<() => Promise<string | undefined>>(
    () =>
      new Promise((answer, fail) => {
        settle = { answer, fail }
        tell()
      }),
  )
  return {
    ask,
    asked,
    answer: (token?: string) => settle.answer(token),
    fail: (error: Error) => settle.fail(error),
  }
}

/** A client whose token is being renewed for a first request, whose outcome is `first`. */
async function whileRenewing({
  valid = ['fresh', 'of-bea'],
  issued = ['of-bea'],
  storage = memoryStorage('stale'),
} = {}) {
  const { url, received } = await startAccounts(valid, issued)
  const { asked, ...renewal } = question()
  const api = createClient({ baseURL: url }).with(auth({ storage, onExpired: renewal.ask }))
  const events: string[] = []
  api.auth.onChange(({ type }) => events.push(type))
  const first = Promise.allSettled([api.collection('articles').find()]).then(([outcome]) => outcome)
  await asked
  return { api, received, storage, events, first, ...renewal }
}

/** Long enough for a request to go out that doesn't wait. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 30))

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

describe('a request that begins while a token is renewed', () => {
  it('waits for it, and goes with the new one', async () => {
    const { api, received, ask, answer, first } = await whileRenewing()
    const second = api.auth.me()
    await aMoment()
    answer('fresh')
    expect(await second).toEqual({ id: 1, username: 'ada' })
    expect((await first).status).toBe('fulfilled')
    expect(tokensOf(received)).toEqual(['stale', 'fresh', 'fresh'])
    expect(ask).toHaveBeenCalledOnce()
  })

  it('is refused as the others are when there is no other, and never sent', async () => {
    const { api, received, answer, first } = await whileRenewing()
    const second = api.auth.me()
    await aMoment()
    answer(undefined)
    await expect(second).rejects.toMatchObject({
      name: 'ApiError',
      status: 401,
      kind: 'UnauthorizedError',
      requestId: 'r-1',
      message: expect.stringContaining('GET /users/me waited') as string,
    })
    expect(await first).toMatchObject({ reason: { status: 401 } })
    expect(tokensOf(received)).toEqual(['stale'])
  })

  it('fails as the others do when renewing fails', async () => {
    const { api, received, fail, first } = await whileRenewing()
    const second = api.auth.me()
    const error = new Error('no network')
    fail(error)
    await expect(second).rejects.toBe(error)
    expect(await first).toMatchObject({ reason: error })
    expect(received).toHaveLength(1)
  })

  it('can be given up', async () => {
    const { api, received } = await whileRenewing()
    const controller = new AbortController()
    const second = api.auth.me({}, { signal: controller.signal })
    const reason = new Error('left the page')
    controller.abort(reason)
    await expect(second).rejects.toSatisfy((error) => AbortError.is(error) && error.cause === reason)
    await expect(api.auth.me({}, { signal: controller.signal })).rejects.toSatisfy((error) => AbortError.is(error))
    expect(received).toHaveLength(1)
  })

  it('ends when its time is over', async () => {
    const { api, received } = await whileRenewing()
    await expect(api.auth.me({}, { timeout: 40 })).rejects.toSatisfy(
      (error) => TimeoutError.is(error) && error.message.startsWith('GET /users/me took over 40 ms'),
    )
    expect(received).toHaveLength(1)
  })
})

describe('a request whose token is renewed', () => {
  it('can be given up meanwhile', async () => {
    const { url, received } = await startAccounts(['fresh'])
    const controller = new AbortController()
    const onExpired = () => {
      controller.abort()
      return new Promise<undefined>(() => {})
    }
    const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('stale'), onExpired }))
    await expect(api.auth.me({}, { signal: controller.signal })).rejects.toSatisfy((error) => AbortError.is(error))
    expect(received).toHaveLength(1)
  })

  it('has one time limit for all of it', async () => {
    const { url } = await startAccounts(['fresh'])
    const limits: (number | undefined)[] = []
    const watch: Extension<object> = (context) => {
      const { send } = context
      context.send = (request) => {
        limits.push(request.options?.timeout)
        return send(request)
      }
      return {}
    }
    const onExpired = () => new Promise<string>((resolve) => setTimeout(resolve, 50, 'fresh'))
    const api = createClient({ baseURL: url })
      .with(watch)
      .with(auth({ storage: memoryStorage('stale'), onExpired }))
    await api.auth.me()
    await api.auth.me({}, { timeout: 20_000 })
    await api.auth.me()
    expect(limits).toEqual([undefined, expect.any(Number), 20_000, undefined])
    expect(limits[1]).toBeGreaterThan(0)
    expect(limits[1]).toBeLessThan(29_990)
  })

  it('is sent again without another renewal when its refusal comes late', async () => {
    const late = question()
    vi.spyOn(console, 'warn').mockReturnValue()
    const { url, received } = await startServer(async ({ path, headers }, response) => {
      if (headers.authorization === 'Bearer fresh') return { data: [], meta: { pagination: {} } }
      if (path === '/api/tags') await late.ask()
      return refuse(response, 401, 'UnauthorizedError', 'Missing or invalid credentials')
    })
    const onExpired = vi.fn<() => string>(() => 'fresh')
    const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('stale'), onExpired }))
    const tags = api.collection('tags').find()
    await late.asked
    await api.collection('articles').find()
    late.answer()
    expect((await tags).data).toEqual([])
    expect(onExpired).toHaveBeenCalledOnce()
    expect(tokensOf(received)).toEqual(['stale', 'stale', 'fresh', 'fresh'])
  })
})

describe('a logout while a token is renewed', () => {
  it('holds', async () => {
    const { api, received, events, storage, answer, first } = await whileRenewing()
    const waiting = api.auth.me()
    await aMoment()
    await api.auth.logout()
    expect(await api.auth.token()).toBeUndefined()
    // Of nobody, so it has nothing to wait for.
    await api.collection('tags').find()
    answer('fresh')
    expect(await first).toMatchObject({ reason: { status: 401 } })
    await expect(waiting).rejects.toMatchObject({ status: 401 })
    expect(await storage.get()).toBeUndefined()
    expect(events).toEqual(['logout'])
    expect(tokensOf(received)).toEqual(['stale', undefined])
  })

  it('holds in another tab too', async () => {
    const { api, storage, answer, first } = await whileRenewing()
    await storage.set(undefined)
    answer('fresh')
    expect(await first).toMatchObject({ reason: { status: 401 } })
    expect(await api.auth.token()).toBeUndefined()
  })

  it('holds however long the storage takes', async () => {
    let kept: string | undefined = 'stale'
    const storage: TokenStorage = {
      get: async () => kept,
      async set(token) {
        // What is kept takes longer than what is forgotten.
        if (token) await aMoment()
        kept = token
      },
    }
    const { api, answer, first } = await whileRenewing({ storage })
    answer('fresh')
    await Promise.resolve()
    await api.auth.logout()
    await first
    expect(kept).toBeUndefined()
  })
})

describe('a login while a token is renewed', () => {
  const bea = { identifier: 'bea', password: 'pw' }

  it('holds, and what waited or was refused is not sent as somebody else', async () => {
    const { api, received, events, storage, answer, first } = await whileRenewing()
    const waiting = api.collection('tags').create({})
    await aMoment()
    await api.auth.login(bea)
    expect(await api.auth.me()).toMatchObject({ id: 1 })
    answer('fresh')
    expect(await first).toMatchObject({ reason: { status: 401 } })
    await expect(waiting).rejects.toMatchObject({ status: 401 })
    expect(await storage.get()).toBe('of-bea')
    expect(events).toEqual(['login'])
    expect(received.map(({ path }, index) => [path, tokensOf(received)[index]])).toEqual([
      ['/api/articles', 'stale'],
      ['/api/auth/local', undefined],
      ['/api/users/me', 'of-bea'],
    ])
  })

  it('holds when there is no other token', async () => {
    const { api, events, answer, first } = await whileRenewing()
    await api.auth.login(bea)
    answer(undefined)
    expect(await first).toMatchObject({ reason: { status: 401 } })
    expect(await api.auth.token()).toBe('of-bea')
    expect(events).toEqual(['login'])
  })

  it('is the renewal when it gives the token', async () => {
    const { api, received, events, answer, first } = await whileRenewing({ issued: ['fresh'] })
    const waiting = api.auth.me()
    const { jwt } = await api.auth.login(bea)
    answer(jwt)
    expect((await first).status).toBe('fulfilled')
    expect(await waiting).toMatchObject({ id: 1 })
    expect(events).toEqual(['login'])
    expect(tokensOf(received)).toEqual(['stale', undefined, 'fresh', 'fresh'])
  })
})

describe('what renews a token', () => {
  type Way = (api: { readonly send: Send; readonly auth: Auth<User> }, send: Send) => Promise<unknown>
  const refresh = { method: 'POST', path: '/token/refresh' } as const
  const ways = {
    'through what it is given': async (_, send) => {
      await aMoment()
      return send(refresh)
    },
    'through the client, at once': async (api) => api.send(refresh),
    'by another login': async (api) => {
      await aMoment()
      return api.auth.login({ identifier: 'ada', password: 'pw' })
    },
  } satisfies Record<string, Way>
  const unlimited: Extension<object> = () => ({})

  it.each([
    ['through what it is given', 'no limit', unlimited, unlimited],
    ['through what it is given', 'a limit within', limitConcurrency(1), unlimited],
    ['through what it is given', 'a limit around it', unlimited, limitConcurrency(1)],
    ['through the client, at once', 'no limit', unlimited, unlimited],
    ['through the client, at once', 'a limit within', limitConcurrency(1), unlimited],
    ['by another login', 'no limit', unlimited, unlimited],
    ['by another login', 'a limit within', limitConcurrency(1), unlimited],
    ['by another login', 'a limit around it', unlimited, limitConcurrency(1)],
  ] as const)('can be asked %s, with %s', async (way, _, within, around) => {
    const { url, received } = await startAccounts(['api-token', 'fresh'], ['fresh'])
    const onExpired = async ({ send }: ExpiredToken): Promise<string> =>
      ((await ways[way](api, send)) as { jwt: string }).jwt
    const api = createClient({ baseURL: url, token: 'api-token' })
      .with(within)
      .with(auth({ storage: memoryStorage('stale'), onExpired }))
      .with(around)
    const others = Array.from({ length: 3 }, () => api.collection('tags').find())
    expect(await api.auth.me()).toMatchObject({ id: 1 })
    await Promise.all(others)
    const asked = received.filter(({ path }) => path === '/api/token/refresh' || path === '/api/auth/local')
    expect(tokensOf(asked)).toEqual(['api-token'])
  })

  it('is given the refused token, which stays where it is kept until there is another', async () => {
    const { url } = await startAccounts(['fresh'])
    const kept = new Map([['content-api.token', 'stale']])
    const setItem = vi.fn<(key: string, value: string) => void>((key, value) => void kept.set(key, value))
    const removeItem = vi.fn<(key: string) => void>()
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem, removeItem })
    const onExpired = vi.fn<(expired: { readonly token: string }) => string>(({ token }) => {
      // So a page that is reloaded now tries again, and other tabs hear of no logout.
      expect(kept.get('content-api.token')).toBe(token)
      return 'fresh'
    })
    const api = createClient({ baseURL: url }).with(auth({ storage: localStorageStorage(), onExpired }))
    await api.auth.me()
    expect(onExpired.mock.calls).toMatchObject([[{ token: 'stale' }]])
    expect(setItem.mock.calls).toEqual([['content-api.token', 'fresh']])
    expect(removeItem).not.toHaveBeenCalled()
  })
})

it.each([
  ['a login sent by hand', { path: '/auth/local' }],
  ['a token that the caller sets', { path: '/tags', options: { headers: { authorization: 'Bearer of-cleo' } } }],
])('%s expires nobody when it is refused', async (_, request) => {
  const { url } = await startServer((_, response) => refuse(response, 401, 'UnauthorizedError', 'x'))
  const onExpired = vi.fn<() => undefined>()
  vi.spyOn(console, 'warn').mockReturnValue()
  const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('of-ada'), onExpired }))
  await expect(api.send({ method: 'POST', ...request })).rejects.toMatchObject({ status: 401 })
  expect(onExpired).not.toHaveBeenCalled()
  expect(await api.auth.token()).toBe('of-ada')
})
