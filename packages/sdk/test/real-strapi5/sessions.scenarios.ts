import { createHmac } from 'node:crypto'
import { describe } from 'vitest'
import { memoryStorage } from '../../src/index.js'
import { refreshSessions, type RefreshSessionOptions } from '../../src/strapi5/index.js'
import type { User } from '../fixtures/strapi5/content-types.gen.js'
import { fetchWithCookies } from './cookies.js'
import { lackingIn } from './lacking.js'
import { alice, expect, scenario, strapi, withExtension } from './strapi.js'

const { fetch: send, cookies } = fetchWithCookies()
const client = (options?: RefreshSessionOptions) => withExtension(refreshSessions<User>(options), { fetch: send })

/** Returns a token that differs from a real one in that it expired an hour ago. */
function expired(jwt: string): string {
  const [header = '', body = ''] = jwt.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
  const exp = Math.floor(Date.now() / 1000) - 3600
  const changed = Buffer.from(JSON.stringify({ ...claims, iat: exp - 600, exp })).toString('base64url')
  const signature = createHmac('sha256', strapi.jwtSecret).update(`${header}.${changed}`).digest('base64url')
  return `${header}.${changed}.${signature}`
}

const isLacking = 'are listed and ended' in lackingIn(strapi.version)

describe.runIf(strapi.hasSessions || isLacking)('refresh sessions', () => {
  scenario('with a token renew it once for concurrent requests', async () => {
    const [storage, refreshStorage] = [memoryStorage(), memoryStorage()]
    const api = client({ storage, refreshStorage })
    const { jwt } = await api.auth.login({ ...alice, deviceId: 'laptop' })
    const refreshToken = await refreshStorage.get()
    await storage.set(expired(jwt))
    const all = await Promise.all([api.auth.me(), api.auth.me(), api.auth.me()])
    expect(all.map(({ username }) => username)).toEqual(['alice', 'alice', 'alice'])
    expect([await refreshStorage.get(), await storage.get()]).not.toContain(refreshToken)
    // A token of an earlier page load, which the service has replaced.
    const [stale, other] = [memoryStorage(), client({ refreshStorage })]
    await stale.set(refreshToken)
    expect(await client({ refreshStorage: stale }).auth.refresh()).toBeUndefined()
    expect(await other.auth.refresh()).toEqual(expect.any(String))
    expect((await other.auth.me()).username).toBe('alice')
  })

  scenario('are listed and ended', async () => {
    const [laptop, phone] = [client(), client()]
    await laptop.auth.login({ ...alice, deviceId: 'work laptop' })
    await phone.auth.login({ ...alice, deviceId: 'phone' })
    const sessions = await laptop.auth.sessions()
    expect(sessions.find(({ current }) => current)?.deviceId).toBe('work laptop')
    await laptop.auth.endSession(sessions.find(({ deviceId }) => deviceId === 'phone')?.id ?? '')
    expect(await phone.auth.refresh()).toBeUndefined()
    await expect(laptop.auth.endSession('nosuchsession')).rejects.toMatchObject({ status: 404 })
    await laptop.auth.logout()
    expect(await laptop.auth.token()).toBeUndefined()
    expect(await laptop.auth.refresh()).toBeUndefined()
  })

  scenario('end everywhere, and with a change of the password', async () => {
    const [one, two] = [client(), client()]
    const account = { username: 'rosa', email: 'rosa@example.com', password: 'Passw0rd!' }
    await one.auth.register(account)
    await two.auth.login({ identifier: 'rosa', password: account.password })
    await one.auth.changePassword({ currentPassword: account.password, password: 'Other1!x' })
    expect(await two.auth.refresh()).toBeUndefined()
    expect(await one.auth.refresh()).toEqual(expect.any(String))
    await two.auth.login({ identifier: 'rosa', password: 'Other1!x' })
    await one.auth.logout({ everywhere: true })
    expect(await two.auth.refresh()).toBeUndefined()
  })

  scenario('with an httpOnly cookie survive a page load', async () => {
    const options = { refresh: 'cookie', requestCookie: true } as const
    const { jwt, ...rest } = await client(options).auth.login(alice)
    expect([typeof jwt, Object.keys(rest)]).toEqual(['string', ['user']])
    expect(cookies.get('strapi_up_refresh')).toBeDefined()
    const afterLoad = client(options)
    expect(await afterLoad.auth.refresh()).toEqual(expect.any(String))
    expect((await afterLoad.auth.me()).username).toBe('alice')
    await afterLoad.auth.logout()
    expect(await client(options).auth.refresh()).toBeUndefined()
  })

  scenario('with an httpOnly cookie begin with a registration', async () => {
    const options = { refresh: 'cookie', requestCookie: true } as const
    await client(options).auth.register({ username: 'kora', email: 'kora@example.com', password: 'Passw0rd!' })
    const afterLoad = client(options)
    await afterLoad.auth.refresh()
    expect((await afterLoad.auth.me()).username).toBe('kora')
  })
})
