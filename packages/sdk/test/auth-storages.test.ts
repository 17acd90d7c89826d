import { afterEach, describe, expect, it, vi } from 'vitest'
import { auth, createClient, memoryStorage, type TokenStorage, users } from '../src/index.js'
import { startAccounts } from './support/start-accounts.js'
import { refuse, startServer } from './support/start-server.js'

afterEach(() => vi.restoreAllMocks())

const never = () => new Promise<never>(() => {})

/** A storage whose token may be asked for that many times, and never comes after. */
function stuckAfter(times: number): TokenStorage {
  let asked = 0
  return { get: () => (asked++ < times ? 'stale' : never()), set: () => undefined }
}

describe('a storage that gives no token', () => {
  // It is asked before the request, for its header, and three times after its refusal.
  it.each([0, 1, 2, 3, 4])('holds up no request for longer than its time, stuck after %d answers', async (times) => {
    const { url } = await startAccounts([])
    const api = createClient({ baseURL: url, defaults: { timeout: 100 } }).with(auth({ storage: stuckAfter(times) }))
    const asked = api.collection('articles').find()
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it.each([0, 1, 2])('holds up no request that was given up, stuck after %d answers', async (times) => {
    const { url } = await startAccounts([])
    const api = createClient({ baseURL: url }).with(auth({ storage: stuckAfter(times) }))
    const asked = api.collection('articles').find({}, { signal: AbortSignal.timeout(100) })
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('reaches the caller with what it throws', async () => {
    const { url, received } = await startAccounts([])
    const thrown = new Error('no storage')
    const storage = { get: () => Promise.reject(thrown), set: () => undefined }
    await expect(createClient({ baseURL: url }).with(auth({ storage })).auth.me()).rejects.toBe(thrown)
    expect(received).toEqual([])
  })
})

describe('a storage that keeps no token', () => {
  const login = { identifier: 'ada', password: 'pw' }

  it('holds up no login for longer than its time', async () => {
    const { url } = await startAccounts([], ['fresh', 'fresh'])
    const api = createClient({ baseURL: url }).with(auth({ storage: { get: () => undefined, set: never } }))
    await expect(api.auth.login(login, { timeout: 200 })).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'POST /auth/local took over 200 ms, waiting for the token to be kept',
    })
    const given = api.auth.login(login, { signal: AbortSignal.timeout(200) })
    await expect(given).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('reaches the caller with what it throws', async () => {
    const { url } = await startAccounts([], ['fresh'])
    const set = () => {
      throw new Error('no room')
    }
    const api = createClient({ baseURL: url }).with(auth({ storage: { get: () => undefined, set } }))
    await expect(api.auth.login(login)).rejects.toThrow('no room')
  })
})

it('a token in headers of any form takes the place of the user, who has no part in its refusal', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { url, received } = await startServer((_, response) => refuse(response, 401, 'UnauthorizedError', 'x'))
  const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('of-ada') }))
  const headers = new Headers({ authorization: 'Bearer of-bea' })
  const asked = api.collection('articles').find({}, { headers: headers as never })
  await expect(asked).rejects.toMatchObject({ status: 401 })
  expect(received[0]?.headers.authorization).toBe('Bearer of-bea')
  expect(await api.auth.token()).toBe('of-ada')
})

it('what is sent of an account is JSON, whatever class it is of', async () => {
  class Credentials {
    readonly identifier = 'ada'
    readonly password = 'pw'
  }
  class Account {
    readonly username = 'ada'
    readonly email = 'ada@example.org'
    readonly password = 'pw'
    readonly role = 1
  }
  const { url, received } = await startServer(() => ({ id: 1, jwt: 'x', user: { id: 1 } }))
  const api = createClient({ baseURL: url }).with(auth()).with(users())
  await api.auth.login(new Credentials())
  await api.auth.register(new Account())
  await api.users.create(new Account())
  await api.users.update(1, new Account())
  const account = { username: 'ada', email: 'ada@example.org', password: 'pw', role: 1 }
  const expected = [{ identifier: 'ada', password: 'pw' }, account, account, account]
  expect(received.map(({ text }) => JSON.parse(text))).toEqual(expected)
  expect(new Set(received.map(({ headers }) => headers['content-type']))).toEqual(new Set(['application/json']))
})
