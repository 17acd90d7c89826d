import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { auth, createClient, memoryStorage, type TokenStorage } from '../src/index.js'
import { sendError, startServer } from './support/start-server.js'

afterEach(() => vi.unstubAllGlobals())

const callback = 'https://app.example.org/connect/github?next=%2Fhome'

/** Starts a service that logs in a user with the provider's access token `of-ada`. */
async function startService() {
  return startServer(({ method, path, query }, response) => {
    if (path !== '/api/auth/github/callback') return { id: 1 }
    if (method === 'GET' && query['access_token'] !== 'of-ada')
      return sendError(response, 400, 'ApplicationError', 'No access_token.')
    return { jwt: 'jwt-1', user: { id: 1, username: 'ada' } }
  })
}

async function clientOf(signInStorage?: TokenStorage) {
  const { url, received } = await startService()
  const api = createClient({ baseURL: url }).with(auth({ ...(signInStorage && { signInStorage }) }))
  return { url, received, api }
}

/** Returns the page to which Strapi redirects back. It appends `?` and the response, even after another `?`. */
const pageOf = (address: string, response: string): URL =>
  new URL(`${new URL(address).searchParams.get('callback')}?${response}`)

describe('a sign-in with a provider', () => {
  it('redirects to the provider and back, and logs in', async () => {
    const { url, received, api } = await clientOf()
    const address = await api.auth.providerURL('github', { callback })
    expect(address.startsWith(`${url}/api/connect/github?code_challenge=`)).toBe(true)
    const page = pageOf(address, 'access_token=of-ada&raw%5Baccess_token%5D=of-ada&raw%5Bscope%5D%5B0%5D=x')
    expect(page.pathname).toBe('/connect/github')
    expect(await api.auth.callback(page.search)).toEqual({ jwt: 'jwt-1', user: { id: 1, username: 'ada' } })
    expect(await api.auth.token()).toBe('jwt-1')
    expect(received.map(({ method, query }) => [method, query])).toEqual([
      ['GET', { access_token: 'of-ada', raw: { access_token: 'of-ada' } }],
    ])
    expect(received[0]?.headers.authorization).toBeUndefined()
  })

  it("may return to the page that the service's configuration names", async () => {
    const { api } = await clientOf()
    expect(await api.auth.providerURL('github')).toMatch(/\/api\/connect\/github\?code_challenge=[\w-]{43}$/)
    expect((await api.auth.callback(new URLSearchParams({ access_token: 'of-ada' }))).jwt).toBe('jwt-1')
  })

  it('exchanges a code with the verifier of its challenge', async () => {
    const { received, api } = await clientOf()
    const address = new URL(await api.auth.providerURL('github', { callback }))
    const page = new URL(address.searchParams.get('callback') ?? '')
    page.searchParams.append('sign_in_code', 'code-of-ada')
    expect((await api.auth.callback(page.search)).jwt).toBe('jwt-1')
    const [request] = received
    expect([request?.method, request?.path]).toEqual(['POST', '/api/auth/github/callback'])
    const { code, codeVerifier, ...others } = JSON.parse(request?.text ?? '') as Record<string, string>
    expect([code, others]).toEqual(['code-of-ada', {}])
    const digest = createHash('sha256')
      .update(codeVerifier ?? '')
      .digest('base64url')
    expect(address.searchParams.get('code_challenge')).toBe(digest)
    expect(codeVerifier).toMatch(/^[\w-]{43,128}$/)
  })

  it('rejects a code of another sign-in without a request', async () => {
    const { received, api } = await clientOf()
    await api.auth.providerURL('github', { callback })
    await expect(api.auth.callback('?sign_in_code=of-mallory')).rejects.toMatchObject({ path: 'state' })
    expect(received).toEqual([])
  })

  it('sends a browser to the provider', async () => {
    const { url, api } = await clientOf()
    const onServer = await api.auth.signInWith('github', { callback })
    expect(onServer.startsWith(`${url}/api/connect/github?`)).toBe(true)
    const visited: string[] = []
    vi.stubGlobal('window', { location: { assign: (address: string) => visited.push(address) } })
    expect([await api.auth.signInWith('github', { callback })]).toEqual(visited)
  })

  it.each([
    ['nothing was started', async () => undefined],
    ['another state is returned', async (api: Api) => api.auth.providerURL('github', { callback })],
    [
      'it has been completed',
      async (api: Api) => {
        await api.auth.providerURL('github')
        await api.auth.callback('?access_token=of-ada')
        await api.auth.logout()
      },
    ],
  ])('is rejected without a request if %s', async (_, before) => {
    const { received, api } = await clientOf()
    await before(api)
    const sent = received.length
    await expect(api.auth.callback('?state=of-mallory&access_token=of-ada')).rejects.toMatchObject({
      name: 'QueryError',
    })
    expect(received).toHaveLength(sent)
    expect(await api.auth.token()).toBeUndefined()
  })

  it('accepts one response, valid or not', async () => {
    const { api } = await clientOf()
    const address = await api.auth.providerURL('github', { callback })
    await expect(api.auth.callback('?state=x&access_token=of-ada')).rejects.toMatchObject({ path: 'state' })
    await expect(api.auth.callback(pageOf(address, 'access_token=of-ada').search)).rejects.toMatchObject({
      path: 'callback',
    })
  })

  it.each([
    ['error=access_denied&error_description=No%20thanks', 'No thanks'],
    ['error%5Berror%5D=access_denied', 'access_denied'],
    ['raw%5Berror%5D=access_denied', 'access_denied'],
  ])('reports the error of the provider: %s', async (response, serverMessage) => {
    const { received, api } = await clientOf()
    const address = await api.auth.providerURL('github', { callback })
    await expect(api.auth.callback(pageOf(address, response).search)).rejects.toMatchObject({
      name: 'ApiError',
      kind: 'ProviderError',
      serverMessage,
    })
    expect(received).toEqual([])
  })

  it("reports the service's error without the token", async () => {
    const { api } = await clientOf()
    await api.auth.providerURL('github')
    const error = await api.auth.callback('?access_token=stolen').catch((error: unknown) => error as Error)
    expect(error).toMatchObject({ status: 400, serverMessage: 'No access_token.' })
    expect((error as Error).message).not.toContain('stolen')
  })

  it.each(['../admin', '', 'git hub', 'github?x'])('rejects the provider %j', async (provider) => {
    const { api } = await clientOf()
    await expect(api.auth.providerURL(provider)).rejects.toMatchObject({ name: 'QueryError', path: 'provider' })
  })

  it('is stored for one browser tab', async () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
    const { url } = await startService()
    const pageLoad = () => createClient({ baseURL: url }).with(auth())
    await pageLoad().auth.providerURL('github')
    expect((await pageLoad().auth.callback('?access_token=of-ada')).jwt).toBe('jwt-1')
    expect(kept.size).toBe(0)
  })

  it("is stored in the application's storage", async () => {
    const signInStorage = memoryStorage()
    const { api } = await clientOf(signInStorage)
    await api.auth.providerURL('github')
    expect(await signInStorage.get()).toContain('github')
  })
})

type Api = Awaited<ReturnType<typeof clientOf>>['api']
