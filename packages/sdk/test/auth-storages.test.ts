import { afterEach, describe, expect, it, vi } from 'vitest'
import { auth, createClient, memoryStorage, type TokenStorage, users } from '../src/index.js'
import { startAccounts } from './support/start-accounts.js'
import { sendError, startServer } from './support/start-server.js'

afterEach(() => vi.restoreAllMocks())

const never = () => new Promise<never>(() => {})

/** A storage whose `get` resolves that many times and is pending afterwards. */
function stuckAfter(times: number): TokenStorage {
  let requests = 0
  return { get: () => (requests++ < times ? 'stale' : never()), set: () => undefined }
}

describe('a storage whose get stays pending', () => {
  // The client calls `get` five times: before the request, for its header, and three times after its rejection.
  it.each([0, 1, 2, 3, 4])('delays no request beyond its timeout, pending after %d calls', async (times) => {
    const { url } = await startAccounts([])
    const api = createClient({ baseURL: url, defaults: { timeout: 100 } }).with(auth({ storage: stuckAfter(times) }))
    const call = api.collection('articles').find()
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it.each([0, 1, 2])('does not delay aborted requests, pending after %d calls', async (times) => {
    const { url } = await startAccounts([])
    const api = createClient({ baseURL: url }).with(auth({ storage: stuckAfter(times) }))
    const call = api.collection('articles').find({}, { signal: AbortSignal.timeout(100) })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('passes its errors to the caller', async () => {
    const { url, received } = await startAccounts([])
    const thrown = new Error('no storage')
    const storage = { get: () => Promise.reject(thrown), set: () => undefined }
    await expect(createClient({ baseURL: url }).with(auth({ storage })).auth.me()).rejects.toBe(thrown)
    expect(received).toEqual([])
  })
})

describe('a storage whose set stays pending', () => {
  const login = { identifier: 'ada', password: 'pw' }

  it('delays no login beyond its timeout', async () => {
    // The response takes no time, so the time passes while the token is kept.
    const fetch = async () => Response.json({ jwt: 'fresh', user: { id: 1 } })
    const api = createClient({ baseURL: '', fetch }).with(auth({ storage: { get: () => undefined, set: never } }))
    await expect(api.auth.login(login, { timeout: 200 })).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'POST /auth/local took over 200 ms, waiting for the token to be kept',
    })
    const call = api.auth.login(login, { signal: AbortSignal.timeout(200) })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('passes its errors to the caller', async () => {
    const { url } = await startAccounts([], ['fresh'])
    const set = () => {
      throw new Error('no room')
    }
    const api = createClient({ baseURL: url }).with(auth({ storage: { get: () => undefined, set } }))
    await expect(api.auth.login(login)).rejects.toThrow('no room')
  })
})

it("an authorization header of any form replaces the user's token, which stays when the header is rejected", async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { url, received } = await startServer((_, response) => sendError(response, 401, 'UnauthorizedError', 'x'))
  const api = createClient({ baseURL: url }).with(auth({ storage: memoryStorage('of-ada') }))
  const headers = new Headers({ authorization: 'Bearer of-bea' })
  const call = api.collection('articles').find({}, { headers: headers as never })
  await expect(call).rejects.toMatchObject({ status: 401 })
  expect(received[0]?.headers.authorization).toBe('Bearer of-bea')
  expect(await api.auth.token()).toBe('of-ada')
})

it('accounts of any class are sent as JSON', async () => {
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
