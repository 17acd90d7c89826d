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
import { type Received, sendError, startServer } from './support/start-server.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const later = '/later'

const sentByClient = (received: readonly Received[]) => received.filter(({ path }) => path !== later)

const tokensOf = (received: readonly Received[]) =>
  sentByClient(received).map(({ headers }) => headers.authorization?.replace('Bearer ', ''))

/** An `onExpired` that is pending until the test settles it. `arrived` resolves when it is called. */
function pendingRenewal() {
  let settle: { readonly respond: (token: string | undefined) => void; readonly fail: (error: Error) => void }
  let notify: () => void
  const arrived = new Promise<void>((resolve) => (notify = resolve))
  const ask = vi.fn<() => Promise<string | undefined>>(
    () =>
      new Promise((respond, fail) => {
        settle = { respond, fail }
        notify()
      }),
  )
  return {
    ask,
    arrived,
    respond: (token?: string) => settle.respond(token),
    fail: (error: Error) => settle.fail(error),
  }
}

/** Returns a client whose token is being renewed for a first request, whose outcome is `first`. */
async function whileRenewing({
  valid = ['fresh', 'of-bea'],
  issued = ['of-bea'],
  storage = memoryStorage('stale'),
} = {}) {
  const { url, received } = await startAccounts(valid, issued)
  const { arrived, ...renewal } = pendingRenewal()
  const api = createClient({ baseURL: url }).with(auth({ storage, onExpired: renewal.ask }))
  const events: string[] = []
  api.auth.onChange(({ type }) => events.push(type))
  const first = Promise.allSettled([api.collection('articles').find()]).then(([outcome]) => outcome)
  await arrived
  return { api, url, received, storage, events, first, ...renewal }
}

/** Resolves after the server has received the requests that don't wait for the renewal. */
async function untilSent(url: string): Promise<void> {
  await fetch(url + later)
}

/** Resolves after all promises that are settled now have run their callbacks. */
const aTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('an expired token', () => {
  it('is renewed once for all rejected requests', async () => {
    const { url, received } = await startAccounts(['fresh'])
    const storage = memoryStorage('stale')
    const onExpired = vi.fn<() => Promise<string>>(async () => {
      await expect.poll(() => received.length).toBe(5)
      return 'fresh'
    })
    const api = createClient({ baseURL: url }).with(auth({ storage, onExpired }))
    await Promise.all(Array.from({ length: 5 }, () => api.collection('articles').find()))
    expect(onExpired).toHaveBeenCalledOnce()
    expect(received).toHaveLength(10)
    expect(await storage.get()).toBe('fresh')
  })

  it("is removed if it isn't replaced, and the calls reject", async () => {
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

  it("does not affect the client's own token", async () => {
    const { url, received } = await startAccounts([])
    const onExpired = vi.fn<() => undefined>()
    const api = createClient({ baseURL: url, token: 'wrong' }).with(auth({ onExpired }))
    await expect(api.collection('articles').find()).rejects.toMatchObject({ status: 401 })
    expect(onExpired).not.toHaveBeenCalled()
    expect(received).toHaveLength(1)
  })
})

describe('a request that begins while a token is renewed', () => {
  it('waits for the new token and is sent with it', async () => {
    const { api, url, received, ask, respond, first } = await whileRenewing()
    const second = api.auth.me()
    await untilSent(url)
    respond('fresh')
    expect(await second).toEqual({ id: 1, username: 'ada' })
    expect((await first).status).toBe('fulfilled')
    expect(tokensOf(received)).toEqual(['stale', 'fresh', 'fresh'])
    expect(ask).toHaveBeenCalledOnce()
  })

  it('is rejected like the others and never sent if there is no new token', async () => {
    const { api, url, received, respond, first } = await whileRenewing()
    const second = api.auth.me()
    await untilSent(url)
    respond(undefined)
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

  it('rejects like the others if the renewal fails', async () => {
    const { api, url, received, fail, first } = await whileRenewing()
    const second = api.auth.me()
    await untilSent(url)
    const error = new Error('no network')
    fail(error)
    await expect(second).rejects.toBe(error)
    expect(await first).toMatchObject({ reason: error })
    expect(tokensOf(received)).toEqual(['stale'])
  })

  it('can be aborted', async () => {
    const { api, received } = await whileRenewing()
    const controller = new AbortController()
    const second = api.auth.me({}, { signal: controller.signal })
    const reason = new Error('left the page')
    controller.abort(reason)
    await expect(second).rejects.toSatisfy((error) => AbortError.is(error) && error.cause === reason)
    await expect(api.auth.me({}, { signal: controller.signal })).rejects.toSatisfy((error) => AbortError.is(error))
    expect(received).toHaveLength(1)
  })

  it('ends at its timeout', async () => {
    const { api, received } = await whileRenewing()
    await expect(api.auth.me({}, { timeout: 40 })).rejects.toSatisfy(
      (error) => TimeoutError.is(error) && error.message.startsWith('GET /users/me took over 40 ms'),
    )
    expect(received).toHaveLength(1)
  })
})

describe('a request whose token is renewed', () => {
  it('can be aborted during the renewal', async () => {
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

  it('has one time limit for all its steps', async () => {
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
    // At least this time of the limit is used. A slow machine uses more.
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

  it('is sent again without another renewal if it is rejected after the renewal', async () => {
    const late = pendingRenewal()
    vi.spyOn(console, 'warn').mockReturnValue()
    const { url, received } = await startServer(async ({ path, headers }, response) => {
      if (headers.authorization === 'Bearer fresh') return { data: [], meta: { pagination: {} } }
      if (path === '/api/tags') await late.ask()
      return sendError(response, 401, 'UnauthorizedError', 'Missing or invalid credentials')
    })
    const onExpired = vi.fn<() => string>(() => 'fresh')
    const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('stale'), onExpired }))
    const tags = api.collection('tags').find()
    await late.arrived
    await api.collection('articles').find()
    late.respond()
    expect((await tags).data).toEqual([])
    expect(onExpired).toHaveBeenCalledOnce()
    expect(tokensOf(received)).toEqual(['stale', 'stale', 'fresh', 'fresh'])
  })
})

describe('a logout while a token is renewed', () => {
  it('wins', async () => {
    const { api, url, received, events, storage, respond, first } = await whileRenewing()
    const waiting = api.auth.me()
    await untilSent(url)
    await api.auth.logout()
    expect(await api.auth.token()).toBeUndefined()
    // Sent without a user, so it doesn't wait.
    await api.collection('tags').find()
    respond('fresh')
    expect(await first).toMatchObject({ reason: { status: 401 } })
    await expect(waiting).rejects.toMatchObject({ status: 401 })
    expect(await storage.get()).toBeUndefined()
    expect(events).toEqual(['logout'])
    expect(tokensOf(received)).toEqual(['stale', undefined])
  })

  it('wins in another tab too', async () => {
    const { api, storage, respond, first } = await whileRenewing()
    await storage.set(undefined)
    respond('fresh')
    expect(await first).toMatchObject({ reason: { status: 401 } })
    expect(await api.auth.token()).toBeUndefined()
  })

  it('wins however slow the storage is', async () => {
    let kept: string | undefined = 'stale'
    const storage: TokenStorage = {
      get: async () => kept,
      async set(token) {
        // Storing takes longer than removing.
        if (token) await aTurn()
        kept = token
      },
    }
    const { api, respond, first } = await whileRenewing({ storage })
    respond('fresh')
    await Promise.resolve()
    await api.auth.logout()
    await first
    expect(kept).toBeUndefined()
  })
})

describe('a login while a token is renewed', () => {
  const bea = { identifier: 'bea', password: 'pw' }

  it('wins, and requests that waited or were rejected are not sent as another user', async () => {
    const { api, url, received, events, storage, respond, first } = await whileRenewing()
    const waiting = api.collection('tags').create({})
    await untilSent(url)
    await api.auth.login(bea)
    expect(await api.auth.me()).toMatchObject({ id: 1 })
    respond('fresh')
    expect(await first).toMatchObject({ reason: { status: 401 } })
    await expect(waiting).rejects.toMatchObject({ status: 401 })
    expect(await storage.get()).toBe('of-bea')
    expect(events).toEqual(['login'])
    expect(sentByClient(received).map(({ path }, index) => [path, tokensOf(received)[index]])).toEqual([
      ['/api/articles', 'stale'],
      ['/api/auth/local', undefined],
      ['/api/users/me', 'of-bea'],
    ])
  })

  it('wins if there is no new token', async () => {
    const { api, events, respond, first } = await whileRenewing()
    await api.auth.login(bea)
    respond(undefined)
    expect(await first).toMatchObject({ reason: { status: 401 } })
    expect(await api.auth.token()).toBe('of-bea')
    expect(events).toEqual(['login'])
  })

  it('counts as the renewal if onExpired returns its token', async () => {
    const { api, received, events, respond, first } = await whileRenewing({ issued: ['fresh'] })
    const waiting = api.auth.me()
    const { jwt } = await api.auth.login(bea)
    respond(jwt)
    expect((await first).status).toBe('fulfilled')
    expect(await waiting).toMatchObject({ id: 1 })
    expect(events).toEqual(['login'])
    expect(tokensOf(received)).toEqual(['stale', undefined, 'fresh', 'fresh'])
  })
})

describe('onExpired', () => {
  type Way = (api: { readonly send: Send; readonly auth: Auth<User> }, send: Send) => Promise<unknown>
  const refresh = { method: 'POST', path: '/token/refresh' } as const
  const ways = {
    'through its argument': async (_, send) => {
      await aTurn()
      return send(refresh)
    },
    'through the client, before an await': async (api) => api.send(refresh),
    'by another login': async (api) => {
      await aTurn()
      return api.auth.login({ identifier: 'ada', password: 'pw' })
    },
  } satisfies Record<string, Way>
  const unlimited: Extension<object> = () => ({})

  it.each([
    ['through its argument', 'no limit', unlimited, unlimited],
    ['through its argument', 'a limit inside auth', limitConcurrency(1), unlimited],
    ['through its argument', 'a limit around auth', unlimited, limitConcurrency(1)],
    ['through the client, before an await', 'no limit', unlimited, unlimited],
    ['through the client, before an await', 'a limit inside auth', limitConcurrency(1), unlimited],
    ['by another login', 'no limit', unlimited, unlimited],
    ['by another login', 'a limit inside auth', limitConcurrency(1), unlimited],
    ['by another login', 'a limit around auth', unlimited, limitConcurrency(1)],
  ] as const)('can send requests %s, with %s', async (way, _, within, around) => {
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
    const renewals = received.filter(({ path }) => path === '/api/token/refresh' || path === '/api/auth/local')
    expect(tokensOf(renewals)).toEqual(['api-token'])
  })

  it('receives the rejected token, which stays in the storage until it is replaced', async () => {
    const { url } = await startAccounts(['fresh'])
    const kept = new Map([['content-api.token', 'stale']])
    const setItem = vi.fn<(key: string, value: string) => void>((key, value) => void kept.set(key, value))
    const removeItem = vi.fn<(key: string) => void>()
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem, removeItem })
    const onExpired = vi.fn<(expired: { readonly token: string }) => string>(({ token }) => {
      // The rejected token is still stored, so a reloaded page tries again and other tabs aren't logged out.
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
])('%s does not log out when it is rejected', async (_, request) => {
  const { url } = await startServer((_, response) => sendError(response, 401, 'UnauthorizedError', 'x'))
  const onExpired = vi.fn<() => undefined>()
  vi.spyOn(console, 'warn').mockReturnValue()
  const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('of-ada'), onExpired }))
  await expect(api.send({ method: 'POST', ...request })).rejects.toMatchObject({ status: 401 })
  expect(onExpired).not.toHaveBeenCalled()
  expect(await api.auth.token()).toBe('of-ada')
})
