import { auth, createClient } from '@content-api/sdk'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type IdentityProvider, startIdentityProvider } from '../../server/test/support/identity-provider.js'
import { openService, type TestService } from '../../server/test/support/service.js'
import { passOn } from '../src/proxy/pass-on.js'

const [cms, app] = ['https://cms.example', 'https://app.example']
let provider: IdentityProvider
let service: TestService

beforeAll(async () => {
  provider = await startIdentityProvider()
  const providers = { company: { ...provider.openId, callbacks: [`${app}/signed-in`] } }
  service = await openService({
    connection: { dialect: 'sqlite', file: ':memory:' },
    withUsers: false,
    config: { url: cms, log: { level: 'silent' }, auth: { providers } },
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await service?.close()
  await provider?.close()
})

it('a sign-in with a provider passes the proxy, and its token stays in a cookie', async () => {
  const original = fetch
  // The requests of the proxy go to the service of this process, and those of the service to the provider.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    return request.url.startsWith(cms) ? service.api.fetch(request) : original(request)
  })
  let response: Response | undefined
  /** The browser sends every request of the application to its server. */
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    response = await passOn(request, { service: cms, address: cms, sessions: false })
    return response
  }
  const api = createClient({ baseURL: `${app}/_content`, fetch: send }).with(auth())

  const start = await send(await api.auth.providerURL('company', { callback: `${app}/signed-in` }))
  const atService = await service.api.fetch(new Request(start.headers.get('location') ?? ''))
  const cookie = atService.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const user = { sub: 'id-of-ada', email: 'ada@example.org', email_verified: true, preferred_username: 'ada' }
  const granted = provider.authorize(atService.headers.get('location') ?? '', user)
  const back = new Request(`${cms}/api/connect/company/callback?${granted}`, { headers: { cookie } })
  const page = new URL((await service.api.fetch(back)).headers.get('location') ?? '')
  expect(page.origin + page.pathname).toBe(`${app}/signed-in`)

  expect(await api.auth.callback(page.search)).toMatchObject({ jwt: 'in-a-cookie', user: { username: 'ada' } })
  expect(response?.headers.getSetCookie()[0]).toMatch(/^content-api\.token=[\w-]+\.[\w-]+\.[\w-]+;.*HttpOnly/)
})
