import { describe, expect, it, vi } from 'vitest'
import { auth, createClient, memoryStorage } from '../../src/index.js'
import { refreshSessions, strapi5, type RefreshSessionOptions } from '../../src/strapi5/index.js'
import { sendError, startServer } from '../support/start-server.js'
import { responseOf } from './replay.js'

interface Tokens {
  readonly jwt: string
  readonly refreshToken: string
}

const credentials = { identifier: 'alice', password: 'Passw0rd!' }
const first = responseOf<Tokens>('refresh.login')
const second = responseOf<Tokens>('refresh.refresh')

/** Responds as Strapi 5.54 with `jwtManagement: 'refresh'` did. Only tokens in `valid` are accepted. */
async function startSessions(options: RefreshSessionOptions = {}, valid = [second.jwt], refreshes = 1) {
  vi.spyOn(console, 'warn').mockReturnValue()
  const recorded = options.refresh === 'cookie' ? 'refresh-httponly' : 'refresh'
  let refreshed = 0
  const { url, received } = await startServer(({ method, path, headers }, response) => {
    const token = headers.authorization?.replace('Bearer ', '')
    if (token !== undefined && !valid.includes(token) && path !== '/api/auth/change-password') {
      return sendError(response, 401, 'UnauthorizedError', 'Missing or invalid credentials')
    }
    if (path === '/api/auth/local') return responseOf(`${recorded}.login`)
    if (path === '/api/auth/local/register') return responseOf(`${recorded}.register`)
    if (path === '/api/auth/change-password') return responseOf('refresh.change-password')
    if (path === '/api/auth/refresh') {
      if (refreshed++ < refreshes) return { ...responseOf<object>(`${recorded}.refresh`), jwt: second.jwt }
      return sendError(response, 401, 'UnauthorizedError', 'Invalid refresh token')
    }
    if (path === '/api/auth/sessions') return responseOf('refresh.sessions')
    if (path === '/api/auth/logout') return responseOf('refresh.logout')
    if (method === 'DELETE') return sendError(response, 404, 'NotFoundError', 'Session not found')
    return responseOf('refresh.me')
  })
  const credentialsOf: string[] = []
  const send: typeof fetch = async (address, init) => {
    const { pathname } = new URL(address as string)
    credentialsOf.push(`${init?.method} ${pathname} ${init?.credentials ?? 'none'}`)
    return fetch(address, init)
  }
  const api = createClient({ baseURL: url, api: strapi5(), fetch: send, defaults: { retry: 0 } }).with(
    refreshSessions(options),
  )
  return { api, received, credentialsOf }
}

describe('refresh sessions with a token', () => {
  it('renew an expired token once for concurrent requests', async () => {
    const refreshStorage = memoryStorage()
    const { api, received } = await startSessions({ refreshStorage })
    expect(await api.auth.login(credentials)).toEqual(first)
    expect(await refreshStorage.get()).toBe(first.refreshToken)
    const all = await Promise.all([api.auth.me(), api.auth.me(), api.auth.me()])
    expect(all).toEqual(Array.from({ length: 3 }, () => responseOf('refresh.me')))
    const refreshes = received.filter(({ path }) => path === '/api/auth/refresh')
    expect(refreshes.map(({ text, headers }) => [JSON.parse(text), headers.authorization])).toEqual([
      [{ refreshToken: first.refreshToken }, undefined],
    ])
    expect(await api.auth.token()).toBe(second.jwt)
    expect(await refreshStorage.get()).toBe(second.refreshToken)
  })

  it('restore a login, and share one request', async () => {
    const refreshStorage = memoryStorage()
    await refreshStorage.set('kept')
    const { api, received } = await startSessions({ refreshStorage })
    expect(await Promise.all([api.auth.refresh(), api.auth.refresh()])).toEqual([second.jwt, second.jwt])
    expect(received).toHaveLength(1)
    expect(await api.auth.me()).toEqual(responseOf('refresh.me'))
  })

  it('end when the refresh token is rejected', async () => {
    const refreshStorage = memoryStorage()
    const { api } = await startSessions({ refreshStorage }, [second.jwt], 0)
    await api.auth.login(credentials)
    await expect(api.auth.me()).rejects.toMatchObject({ status: 401 })
    expect([await api.auth.token(), await refreshStorage.get()]).toEqual([undefined, undefined])
    expect(await api.auth.refresh()).toBeUndefined()
  })

  it('take the token that another tab has got meanwhile', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const tokens = ['used', 'of another tab']
    const { url, received } = await startServer(({ text }, response) => {
      if (text.includes('of another tab')) return responseOf('refresh.refresh')
      tokens.shift()
      return sendError(response, 401, 'UnauthorizedError', 'Invalid refresh token')
    })
    const refreshStorage = { get: () => tokens[0], set: () => undefined }
    const api = createClient({ baseURL: url, api: strapi5() }).with(refreshSessions({ refreshStorage }))
    expect(await api.auth.refresh()).toBe(second.jwt)
    expect(received).toHaveLength(2)
  })

  it('are listed and ended', async () => {
    const { api, received } = await startSessions({}, [first.jwt])
    await api.auth.login({ ...credentials, deviceId: 'laptop' })
    expect(JSON.parse(received.map(({ text }) => text).join())).toEqual({ ...credentials, deviceId: 'laptop' })
    expect(await api.auth.sessions()).toEqual(responseOf<{ data: unknown }>('refresh.sessions').data)
    await expect(api.auth.endSession('nope')).rejects.toMatchObject({ status: 404 })
    await expect(api.auth.endSession('../users')).rejects.toThrow('not the id of a session')
    await api.auth.logout({ deviceId: 'phone' })
    expect(await api.auth.token()).toBe(first.jwt)
    await api.auth.logout({ everywhere: true })
    expect(await api.auth.token()).toBeUndefined()
    const logouts = received.filter(({ path }) => path === '/api/auth/logout')
    expect(logouts.map(({ text }) => JSON.parse(text) as unknown)).toEqual([{ deviceId: 'phone' }, { scope: 'all' }])
    await api.auth.logout()
    expect(received.filter(({ path }) => path === '/api/auth/logout')).toHaveLength(2)
  })
})

describe('refresh sessions with a cookie', () => {
  it('send and receive it with requests to /auth only', async () => {
    const { api, received, credentialsOf } = await startSessions({ refresh: 'cookie', requestCookie: true })
    await api.auth.login(credentials)
    await api.auth.me()
    expect(credentialsOf).toEqual([
      'POST /api/auth/local include',
      'GET /api/users/me none',
      'POST /api/auth/refresh include',
      'GET /api/users/me none',
    ])
    expect(received.map(({ headers }) => headers['x-strapi-refresh-cookie'])).toEqual([
      'httpOnly',
      undefined,
      'httpOnly',
      undefined,
    ])
    expect(received[2]?.text).toBe('{}')
  })

  it('log in after a registration and a change of the password, which set no cookie', async () => {
    const { api, received } = await startSessions({ refresh: 'cookie' }, [second.jwt])
    await api.auth.register({ username: 'dora', email: 'dora@example.com', password: 'Passw0rd!' })
    await api.auth.changePassword({ currentPassword: 'Passw0rd!', password: 'Other1!x' })
    const logins = received.filter(({ path }) => path === '/api/auth/local')
    expect(logins.map(({ text }) => JSON.parse(text) as unknown)).toEqual([
      { identifier: 'dora@example.com', password: 'Passw0rd!' },
      { identifier: 'erin@example.com', password: 'Other1!x' },
    ])
  })
})

it('a sign-in with a provider sends the cookie of its session, which Strapi requires since 5.53', async () => {
  const sent: (string | undefined)[] = []
  const { url } = await startServer(() => responseOf('up.login'))
  const send: typeof fetch = async (address, init) => {
    sent.push(init?.credentials)
    return fetch(address, init)
  }
  const api = createClient({ baseURL: url, api: strapi5(), fetch: send }).with(auth())
  await api.auth.providerURL('github')
  expect(await api.auth.callback('')).toEqual(responseOf('up.login'))
  await api.auth.providerURL('github')
  await api.auth.callback('?access_token=x')
  expect(sent).toEqual(['include', 'include'])
})

describe('a sign-in with a provider and a callback', () => {
  const callback = 'https://app.example.org/signed-in?next=%2Fhome'
  const clientOf = async () => {
    const { url, received } = await startServer(() => responseOf('up.login'))
    return { api: createClient({ baseURL: url, api: strapi5() }).with(auth()), received }
  }

  it('accepts a response without a query string, which Strapi removes since 5.53', async () => {
    const { api } = await clientOf()
    await api.auth.providerURL('acme', { callback })
    expect(await api.auth.callback('')).toEqual(responseOf('up.login'))
  })

  it('reports an error that has no state', async () => {
    const { api, received } = await clientOf()
    await api.auth.providerURL('acme', { callback })
    const declined = api.auth.callback('?error=access_denied')
    await expect(declined).rejects.toMatchObject({ kind: 'ProviderError', serverMessage: 'access_denied' })
    expect(received).toEqual([])
  })

  it.each(['?access_token=x', '?code=x', '?id_token=x', '?state=of-mallory'])('rejects %s', async (search) => {
    const { api, received } = await clientOf()
    await api.auth.providerURL('acme', { callback })
    await expect(api.auth.callback(search)).rejects.toMatchObject({ name: 'QueryError', path: 'state' })
    expect(received).toEqual([])
  })
})

it('the accounts of Strapi 5 are read as those of Strapi 4', async () => {
  const recorded: Record<string, string> = {
    '/api/auth/local': 'up.login',
    '/api/auth/local/register': 'up.register',
    '/api/users/me': 'up.me-erin',
    '/api/auth/forgot-password': 'up.forgot-ok',
    '/api/auth/reset-password': 'up.reset-ok',
    '/api/auth/send-email-confirmation': 'up.send-email-confirmation',
  }
  const { url } = await startServer(({ path }) => responseOf(recorded[path] ?? ''))
  const api = createClient({ baseURL: url, api: strapi5() }).with(auth())
  expect(await api.auth.login(credentials)).toEqual(responseOf('up.login'))
  expect(await api.auth.me()).toEqual(responseOf('up.me-erin'))
  expect(await api.auth.register({ username: 'dave', email: 'Dave@Example.com', password: 'Passw0rd!' })).toEqual(
    responseOf('up.register'),
  )
  await api.auth.forgotPassword('alice@example.com')
  expect(await api.auth.resetPassword({ code: 'x', password: 'Reset1!x' })).toEqual(responseOf('up.reset-ok'))
  await api.auth.sendEmailConfirmation('carol@example.com')
  await api.auth.logout()
  expect(await api.auth.token()).toBeUndefined()
})
