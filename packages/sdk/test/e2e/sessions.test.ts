import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { openService, password } from '../../../../tests/support/session-service.js'
import {
  createClient,
  localStorageStorage,
  memoryStorage,
  refreshSessions,
  type RefreshSessionOptions,
} from '../../src/index.js'
import type { ContentTypes, User } from './content-types.gen.js'

const alice = { identifier: 'alice', password }

/** The locks of a browser. */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request<T>(_name: string, task: () => Promise<T>): Promise<T> {
      const done = last.then(task)
      last = done.catch(() => undefined)
      return done
    },
  }
}

describe.each(await databases())('sessions of a service on $name', ({ connection }) => {
  let service: Awaited<ReturnType<typeof openService>>
  const sent: string[] = []
  let cookies = new Map<string, string>()

  /** Sends a request to the service, with the cookies of a browser. */
  const send: typeof fetch = async (address, init) => {
    const request = new Request(address, init)
    const { pathname } = new URL(request.url)
    sent.push(`${request.method} ${pathname}`)
    const keepsCookies = init?.credentials === 'include'
    if (keepsCookies && cookies.size > 0)
      request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await service.api.fetch(request)
    for (const cookie of keepsCookies ? response.headers.getSetCookie() : []) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const client = (options?: RefreshSessionOptions) =>
    createClient<ContentTypes>({ baseURL: 'http://service.example', fetch: send, defaults: { retry: 0 } }).with(
      refreshSessions<User>(options),
    )
  const refreshes = () => sent.filter((line) => line === 'POST /api/auth/refresh').length

  beforeAll(async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    service = await openService({ connection, config: { auth: { sessions: {} } } })
  })
  afterAll(() => service.close())

  /** Lets access tokens expire. */
  const expire = () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 660_000 })
    onTestFinished(() => void vi.useRealTimers())
  }

  it('renews a token once for concurrent requests, and sends them again', async () => {
    const api = client()
    const { jwt } = await api.auth.login({ ...alice, deviceId: 'laptop' })
    expire()
    const before = refreshes()
    const all = await Promise.all([api.collection('memos').find().catch(String), api.auth.me(), api.auth.me()])
    expect(all.slice(1)).toMatchObject([{ username: 'alice' }, { username: 'alice' }])
    expect(refreshes() - before).toBe(1)
    expect(await api.auth.token()).not.toBe(jwt)
    await api.auth.logout()
  })

  it('lists sessions, ends others and logs out at once', async () => {
    const [laptop, phone] = [client(), client()]
    await laptop.auth.login({ ...alice, deviceId: 'laptop' })
    const { jwt } = await phone.auth.login({ ...alice, deviceId: 'phone' })
    const sessions = await laptop.auth.sessions()
    expect(sessions.map(({ deviceId, current }) => [deviceId, current])).toEqual([
      ['laptop', true],
      ['phone', false],
    ])
    await laptop.auth.endSession(sessions[1]?.id ?? '')
    expect(await phone.auth.refresh()).toBeUndefined()
    const withToken = createClient({ baseURL: 'http://service.example', fetch: send, token: jwt })
    await expect(withToken.collection('tags').find()).rejects.toMatchObject({ status: 401 })
    await expect(laptop.auth.endSession('nosuchsession')).rejects.toMatchObject({ status: 404 })
    await phone.auth.login(alice)
    await laptop.auth.logout({ everywhere: true })
    await expect(phone.auth.me()).rejects.toMatchObject({ status: 401 })
    expect(await phone.auth.token()).toBeUndefined()
  })

  it('keeps a session after a change of the password, and ends the others', async () => {
    const [one, two] = [client(), client()]
    const account = { username: 'rosa', email: 'rosa@example.com', password: 'Passw0rd!' }
    await one.auth.register(account)
    await two.auth.login({ identifier: 'rosa', password: account.password })
    await one.auth.changePassword({ currentPassword: account.password, password: 'Other1!x' })
    expect(await two.auth.refresh()).toBeUndefined()
    expect(await one.auth.refresh()).toEqual(expect.any(String))
  })

  it('lets two tabs share a session, which refresh one after the other', async () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
    vi.stubGlobal('document', {})
    vi.stubGlobal('navigator', { locks: createLocks() })
    onTestFinished(() => void vi.unstubAllGlobals())
    const tab = () => client({ refreshStorage: localStorageStorage('refresh') })
    const [one, two] = [tab(), tab()]
    await one.auth.login(alice)
    expire()
    expect(await Promise.all([one.auth.refresh(), two.auth.refresh()])).toEqual([
      expect.any(String),
      expect.any(String),
    ])
    expect((await two.auth.me()).username).toBe('alice')
    await one.auth.logout()
  })

  it('keeps the refresh token in an httpOnly cookie, also after a registration', async () => {
    cookies = new Map()
    const options = { refresh: 'cookie', requestCookie: true } as const
    const { jwt, ...rest } = await client(options).auth.register({
      username: 'kora',
      email: 'kora@example.com',
      password: 'Passw0rd!',
    })
    expect([typeof jwt, Object.keys(rest), [...cookies.keys()]]).toEqual(['string', ['user'], ['strapi_up_refresh']])
    const afterLoad = client(options)
    await afterLoad.auth.refresh()
    expect((await afterLoad.auth.me()).username).toBe('kora')
    await afterLoad.auth.logout()
    expect(cookies.size).toBe(0)
    expect(await client(options).auth.refresh()).toBeUndefined()
  })

  it('without sessions, a login works as before and nothing is refreshed', async () => {
    const plain = await openService({ connection, withUsers: false })
    const one = createClient<ContentTypes>({
      baseURL: 'http://service.example',
      fetch: async (address, init) => plain.api.fetch(new Request(address, init)),
    }).with(refreshSessions<User>({ refreshStorage: memoryStorage() }))
    await one.auth.login(alice)
    expect((await one.auth.me()).username).toBe('alice')
    expect(await one.auth.refresh()).toBeUndefined()
    await plain.close()
  })
})
