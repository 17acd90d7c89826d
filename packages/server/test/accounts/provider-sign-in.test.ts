import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { type IdentityProvider, type ProviderUser, startIdentityProvider } from '../support/identity-provider.js'
import { type JsonResponse, type TestService, openService, password } from '../support/service.js'

const page = 'https://app.example/signed-in'
const digestOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** A browser with an application in it. It keeps the cookie of the server and the verifier of the application. */
class Browser {
  cookie = ''
  readonly verifier = randomBytes(32).toString('base64url')

  constructor(readonly service: Pick<TestService, 'ask'>) {}

  async ask(line: string, options: Parameters<TestService['ask']>[1] = {}): Promise<JsonResponse> {
    const headers = { ...options.headers, ...(this.cookie !== '' && { cookie: this.cookie }) }
    const response = await this.service.ask(line, { ...options, headers })
    for (const cookie of response.headers.getSetCookie()) this.cookie = cookie.split(';', 1)[0] as string
    return response
  }

  /** Returns the address of the provider's page. */
  async start(provider: string, parameters: Record<string, string> = {}): Promise<string> {
    const query = new URLSearchParams({ code_challenge: digestOf(this.verifier), ...parameters })
    return locationOf(await this.ask(`GET /api/connect/${provider}?${query}`))
  }

  /** Returns the page of the application that the provider's response leads to. */
  async follow(provider: string, response: URLSearchParams): Promise<URL> {
    return new URL(locationOf(await this.ask(`GET /api/connect/${provider}/callback?${response}`)))
  }

  exchange(provider: string, code: string | null, verifier = this.verifier): Promise<JsonResponse> {
    return this.ask(`POST /api/auth/${provider}/callback`, { body: { code, codeVerifier: verifier } })
  }

  /** Signs in from the first request to the last one. */
  async signIn(provider: string, idp: IdentityProvider, user: ProviderUser): Promise<JsonResponse> {
    const response = idp.authorize(await this.start(provider), user)
    const { searchParams } = await this.follow(provider, response)
    return this.exchange(provider, searchParams.get('sign_in_code'))
  }
}

function locationOf(response: JsonResponse): string {
  if (response.status !== 302) throw new Error(`Status ${response.status}: ${response.text}`)
  return response.headers.get('location') ?? ''
}

const messageOf = ({ status, body }: JsonResponse) => [status, body?.error?.name, body?.error?.message]

const user = (name: string, more: Partial<ProviderUser> = {}): ProviderUser => ({
  sub: `id-of-${name}`,
  email: `${name}@example.org`,
  email_verified: true,
  preferred_username: name,
  ...more,
})

describe.each(await databases())('signing in with a provider on $name', ({ connection }) => {
  let idp: IdentityProvider
  let other: IdentityProvider
  let service: TestService
  const browser = () => new Browser(service)

  beforeAll(async () => {
    ;[idp, other] = await Promise.all([startIdentityProvider(), startIdentityProvider()])
    const callbacks = [page]
    service = await openService({
      connection,
      config: {
        url: 'https://cms.example',
        log: { level: 'silent' },
        auth: {
          providers: {
            company: { ...idp.openId, callbacks },
            other: { ...other.openId, callbacks },
            form: { ...idp.openId, callbacks, responseMode: 'form_post' },
            plain: {
              ...idp.oauth,
              callbacks,
              clientAuthentication: 'client_secret_basic',
              profile: { subject: 'id', email: 'mail', emailVerified: 'mail_ok', username: 'login' },
            },
            off: { ...idp.openId, callbacks, enabled: false },
          },
        },
      },
    })
  })
  afterAll(() => Promise.all([service?.close(), idp?.close(), other?.close()]))

  it('AUTH-60 opens a session, in a cookie that pages of other sites can not set', async () => {
    const callbacks = [page]
    const withSessions = await openService({
      connection,
      withUsers: false,
      config: {
        url: 'https://cms.example',
        cors: { origins: ['*'] },
        auth: {
          sessions: { httpOnly: true, trustedOrigins: ['https://app.example'] },
          signInAsStrapi: true,
          providers: { company: { ...idp.openId, callbacks } },
        },
      },
    })
    onTestFinished(() => withSessions.close())
    const eve = new Browser(withSessions)
    const back = await eve.follow('company', idp.authorize(await eve.start('company'), user('eve')))
    const code = back.searchParams.get('sign_in_code')
    const body = { code, codeVerifier: eve.verifier, deviceId: 'laptop' }
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const line = 'POST /api/auth/company/callback'
    expect((await withSessions.ask(line, { body, headers })).status).toBe(403)
    const image = { 'sec-fetch-site': 'cross-site' }
    expect((await withSessions.ask('GET /api/auth/company/callback?access_token=x', { headers: image })).status).toBe(
      403,
    )
    const signedIn = await withSessions.ask(line, { body, headers: { origin: 'https://app.example' } })
    expect(Object.keys(signedIn.body)).toEqual(['jwt', 'user'])
    expect(signedIn.headers.getSetCookie()).toEqual([expect.stringMatching(/^strapi_up_refresh=/)])
    const { jwt: token } = signedIn.body as { readonly jwt: string }
    expect((await withSessions.ask('GET /api/auth/sessions', { token })).body.data).toMatchObject([
      { deviceId: 'laptop', current: true },
    ])
  })

  it('creates a user with the first sign-in by OpenID Connect, and finds it with the next one', async () => {
    const ada = browser()
    const location = new URL(await ada.start('company', { callback: `${page}?next=%2Fhome` }))
    expect(location.searchParams.get('redirect_uri')).toBe('https://cms.example/api/connect/company/callback')
    expect(location.searchParams.get('code_challenge_method')).toBe('S256')
    const back = await ada.follow('company', idp.authorize(location.href, user('ada')))
    expect(back.href.startsWith(`${page}?next=%2Fhome&sign_in_code=`)).toBe(true)
    expect(ada.cookie).toBe('__Host-content-api.sign-in=')
    const { status, body, headers } = await ada.exchange('company', back.searchParams.get('sign_in_code'))
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.user).toMatchObject({
      username: 'ada',
      email: 'ada@example.org',
      provider: 'company',
      confirmed: true,
      blocked: false,
    })
    expect((await service.ask('GET /api/users/me', { token: body.jwt })).body.id).toBe(body.user.id)
    // A later change of the address at the provider doesn't change the user.
    const again = await browser().signIn('company', idp, user('ada', { email: 'ada@new.example' }))
    expect(again.body.user).toEqual(body.user)
    // Nobody has a password for the account.
    const login = await service.ask('POST /api/auth/local', { body: { identifier: 'ada', password } })
    expect(messageOf(login)).toEqual([400, 'ValidationError', 'Invalid identifier or password'])
  })

  it('works with OAuth 2.0 without an ID token', async () => {
    const { body } = await browser().signIn('plain', idp, user('bea'))
    expect(body.user).toMatchObject({ username: 'bea', email: 'bea@example.org', provider: 'plain' })
    expect(idp.tokenRequests.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
  })

  it('takes a response that comes as a form of another site, without a cookie', async () => {
    const cleo = browser()
    const location = await cleo.start('form')
    expect(new URL(location).searchParams.get('response_mode')).toBe('form_post')
    const response = idp.authorize(location, user('cleo'))
    const posted = await service.ask('POST /api/connect/form/callback', {
      body: `${response}&user=ignored`,
      headers: { origin: idp.issuer, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([posted.status, posted.headers.get('location')]).toEqual([
      303,
      `https://cms.example/api/connect/form/callback?${response}`,
    ])
    // Encoding a long text for an address takes longer than all else.
    const written = vi.spyOn(URLSearchParams.prototype, 'set')
    onTestFinished(() => written.mockRestore())
    const long = await service.ask('POST /api/connect/form/callback', { body: { code: 'x'.repeat(20_000) } })
    expect([long.status, long.headers.has('location'), written.mock.calls]).toEqual([400, false, []])
    const { searchParams } = await cleo.follow('form', response)
    expect((await cleo.exchange('form', searchParams.get('sign_in_code'))).body.user.username).toBe('cleo')
  })

  it('reports the error of the provider to the page', async () => {
    const dora = browser()
    const { searchParams } = new URL(await dora.start('company'))
    const response = { state: searchParams.get('state') ?? '', iss: idp.issuer, error: 'access_denied' }
    const back = await dora.follow('company', new URLSearchParams({ ...response, error_description: 'No thanks' }))
    expect(back.href).toBe(`${page}?error=access_denied&error_description=No+thanks`)
  })

  it('gives another name to a user whose name is taken', async () => {
    const { body } = await browser().signIn('company', idp, user('alice'))
    expect(body.user.username).toMatch(/^alice-\d+$/)
    expect(body.user.email).toBe('alice@example.org')
  })

  it('keeps a blocked user out', async () => {
    await browser().signIn('company', idp, user('eve'))
    await service.api.accounts.setBlocked('eve', true)
    expect(messageOf(await browser().signIn('company', idp, user('eve')))).toEqual([
      400,
      'ApplicationError',
      'Your account has been blocked by an administrator',
    ])
  })

  it.each(['off', 'nobody', 'local', '__proto__'])('is disabled for %s', async (name) => {
    const disabled = [400, 'ApplicationError', 'This provider is disabled']
    const challenge = digestOf('x')
    for (const line of [
      `GET /api/connect/${name}?code_challenge=${challenge}`,
      `GET /api/connect/${name}/callback?code=1&state=1`,
      `GET /api/auth/${name}/callback?access_token=1`,
    ])
      expect(messageOf(await service.ask(line)), line).toEqual(disabled)
    expect(messageOf(await browser().exchange(name, 'x'))).toEqual(disabled)
  })

  it('creates one user for concurrent sign-ins of one account', async () => {
    const results = await Promise.all([1, 2, 3].map(() => browser().signIn('company', idp, user('fay'))))
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(results.map(({ body }) => body.user.id)).size).toBe(1)
  })

  describe('attacks', () => {
    const startAgain = [400, 'ValidationError', expect.stringContaining('Start it again')]
    const invalidCode = [400, 'ValidationError', expect.stringContaining('The code is not valid')]

    it('a response is used once, even with the cookie of its sign-in', async () => {
      const victim = browser()
      const response = idp.authorize(await victim.start('company'), user('gus'))
      const kept = victim.cookie
      await victim.follow('company', response)
      victim.cookie = kept
      expect(messageOf(await victim.ask(`GET /api/connect/company/callback?${response}`))).toEqual(startAgain)
    })

    it('a code of the server is used once, and by the application that started the sign-in', async () => {
      const victim = browser()
      const response = idp.authorize(await victim.start('company'), user('hal'))
      const code = (await victim.follow('company', response)).searchParams.get('sign_in_code')
      expect(messageOf(await browser().exchange('company', code))).toEqual(invalidCode)
      expect(messageOf(await victim.exchange('other', code))).toEqual(invalidCode)
      expect((await victim.exchange('company', code)).status).toBe(200)
      expect(messageOf(await victim.exchange('company', code))).toEqual(invalidCode)
    })

    it('a code is not an access token of the sign-in of Strapi', async () => {
      const victim = browser()
      const response = idp.authorize(await victim.start('company'), user('hal'))
      const code = (await victim.follow('company', response)).searchParams.get('sign_in_code')
      const got = await service.ask(`GET /api/auth/company/callback?access_token=${code}`)
      expect(messageOf(got)).toEqual([400, 'ApplicationError', expect.stringContaining('auth.signInAsStrapi')])
    })

    it('login CSRF: the response of an attacker signs nobody else in', async () => {
      const attacker = browser()
      const response = idp.authorize(await attacker.start('company'), user('mallory'))
      const victim = browser()
      expect(messageOf(await victim.ask(`GET /api/connect/company/callback?${response}`))).toEqual(startAgain)
      await victim.start('company')
      expect(messageOf(await victim.ask(`GET /api/connect/company/callback?${response}`))).toEqual(startAgain)
    })

    it('code injection: a stolen code of the provider fails with the state of the attacker', async () => {
      const stolen = idp.authorize(await browser().start('company'), user('ivy')).get('code') ?? ''
      const attacker = browser()
      const own = idp.authorize(await attacker.start('company'), user('mallory'))
      own.set('code', stolen)
      const back = await attacker.follow('company', own)
      expect(back.searchParams.get('error')).toBe('sign_in_failed')
      expect(back.searchParams.has('sign_in_code')).toBe(false)
    })

    it('mix-up: a response of one provider fails at the address of another one', async () => {
      const victim = browser()
      const response = idp.authorize(await victim.start('company'), user('ivy'))
      expect(messageOf(await victim.ask(`GET /api/connect/other/callback?${response}`))).toEqual(startAgain)
      const issuer = new URLSearchParams({ ...Object.fromEntries(response), iss: other.issuer })
      expect((await victim.follow('company', issuer)).searchParams.get('error')).toBe('sign_in_failed')
    })

    it.each([
      ['of another sign-in', { nonce: 'replayed' }],
      ['of another client', { aud: 'client-2' }],
      ['of another issuer', { iss: 'https://evil.example' }],
    ])('replay: an ID token %s fails', async (_, claims) => {
      const victim = browser()
      idp.claims = claims
      try {
        const back = await victim.follow('company', idp.authorize(await victim.start('company'), user('ivy')))
        expect(back.searchParams.get('error')).toBe('sign_in_failed')
      } finally {
        idp.claims = {}
      }
    })

    it.each([
      'https://evil.example/signed-in',
      'https://app.example.evil.example/signed-in',
      'https://app.example@evil.example/signed-in',
      'https://evil@app.example/signed-in',
      'https://app.example/signed-in/../other',
      'https://app.example:8443/signed-in',
      'http://app.example/signed-in',
      '//evil.example/signed-in',
      'javascript:alert(1)//https://app.example/signed-in',
      `${page}#fragment`,
    ])('open redirect: %s is rejected', async (callback) => {
      const query = new URLSearchParams({ callback, code_challenge: digestOf('x') })
      const response = await service.ask(`GET /api/connect/company?${query}`)
      expect(messageOf(response)).toEqual([400, 'ValidationError', 'Invalid callback URL provided'])
      expect(response.headers.get('location')).toBeNull()
    })

    it('pre-hijacking: an address that the provider has not verified neither links nor creates a user', async () => {
      const unverified = [400, 'ApplicationError', 'The provider has not verified the e-mail address.']
      for (const email_verified of [false, undefined]) {
        const account = user('erin', { email: 'erin@example.com', ...(email_verified === false && { email_verified }) })
        const { email_verified: _, ...without } = account
        const sent = email_verified === undefined ? without : account
        expect(messageOf(await browser().signIn('company', idp, sent))).toEqual(unverified)
      }
      expect(messageOf(await browser().signIn('plain', idp, { sub: 'x' }))).toEqual([
        400,
        'ApplicationError',
        'Email was not available.',
      ])
    })

    it('pre-hijacking: an account with a password is not linked, nor one of another account at the provider', async () => {
      const taken = [400, 'ApplicationError', 'Email is already taken.']
      const erin = user('erin', { email: 'erin@example.com' })
      expect(messageOf(await browser().signIn('company', idp, erin))).toEqual(taken)
      const jan = await browser().signIn('company', idp, user('jan'))
      expect(jan.status).toBe(200)
      const second = user('jan', { sub: 'another-account' })
      expect(messageOf(await browser().signIn('company', idp, second))).toEqual(taken)
      expect(messageOf(await browser().signIn('other', other, user('jan')))).toEqual(taken)
    })

    it('a downgrade: a start without a challenge is rejected', async () => {
      const response = await service.ask('GET /api/connect/company')
      expect(messageOf(response)).toEqual([400, 'ValidationError', expect.stringContaining('code_challenge')])
    })
  })
})

describe('signing in with a provider, with other settings', () => {
  let idp: IdentityProvider
  let service: TestService
  const browser = () => new Browser(service)
  const noRegistration = [400, 'ApplicationError', 'Register action is actually not available.']

  beforeAll(async () => {
    idp = await startIdentityProvider()
    service = await openService({
      connection: { dialect: 'sqlite', file: ':memory:' },
      config: {
        url: 'http://localhost:1337/',
        log: { level: 'silent' },
        auth: {
          signInAsStrapi: true,
          linkAccounts: true,
          register: { enabled: false, confirmEmail: true },
          providers: { company: { ...idp.openId, callbacks: [page] } },
        },
      },
    })
  })
  afterAll(() => Promise.all([service?.close(), idp?.close()]))

  it('links an account whose address is confirmed, and no other one', async () => {
    const erin = user('erin', { email: 'Erin@example.com' })
    const { body } = await browser().signIn('company', idp, erin)
    expect(body.user).toMatchObject({ username: 'erin', provider: 'local' })
    const moved = await browser().signIn('company', idp, { ...erin, email: 'erin@elsewhere.example' })
    expect(moved.body.user.id).toBe(body.user.id)
    const carol = user('carol', { email: 'carol@example.com' })
    expect(messageOf(await browser().signIn('company', idp, carol))).toEqual(noRegistration)
    const second = user('erin', { sub: 'another', email: 'erin@example.com' })
    expect(messageOf(await browser().signIn('company', idp, second))).toEqual(noRegistration)
    const bob = user('bob', { email: 'bob@example.com' })
    expect(messageOf(await browser().signIn('company', idp, bob))).toEqual([
      400,
      'ApplicationError',
      'Your account has been blocked by an administrator',
    ])
  })

  it('creates no user while registration is disabled', async () => {
    expect(messageOf(await browser().signIn('company', idp, user('new')))).toEqual(noRegistration)
  })

  it('serves the sign-in of Strapi 4, with a token that is used once', async () => {
    const alice = browser()
    const location = locationOf(await alice.ask('GET /api/connect/company'))
    expect(alice.cookie.startsWith('content-api.sign-in=')).toBe(true)
    const account = user('alice', { email: 'alice@example.com' })
    const back = await alice.follow('company', idp.authorize(location, account))
    const token = back.searchParams.get('access_token') ?? ''
    expect(back.href).toBe(`${page}?access_token=${token}`)
    // The token is one of this server: it neither is nor reveals that of the provider.
    expect(token.split('.')).toHaveLength(5)
    const request = `GET /api/auth/company/callback${back.search}`
    const { status, body } = await service.ask(request)
    expect([status, Object.keys(body), body.user.username]).toEqual([200, ['jwt', 'user'], 'alice'])
    expect((await service.ask(request)).status).toBe(400)
    expect((await browser().exchange('company', token)).status).toBe(400)
    expect(messageOf(await service.ask('GET /api/auth/company/callback'))).toEqual([
      400,
      'ApplicationError',
      'No access_token.',
    ])
  })

  it('a code of an application with a verifier is not such a token', async () => {
    const victim = browser()
    const response = idp.authorize(await victim.start('company'), user('erin'))
    const code = (await victim.follow('company', response)).searchParams.get('sign_in_code')
    expect((await service.ask(`GET /api/auth/company/callback?access_token=${code}`)).status).toBe(400)
  })
})

it.each([
  [{ auth: { providers: { google: { clientId: 'id', callbacks: [page] } } } }, 'url is missing'],
  [
    {
      url: 'https://cms.example',
      auth: {
        providers: {
          club: { clientId: 'id', callbacks: [page], authorizationUrl: `${page}/a`, tokenUrl: `${page}/t` },
        },
      },
    },
    'auth.providers.club needs profileUrl, or code of the project that adds it by providers-registry.add',
  ],
  [{ auth: { linkAccounts: true } }, 'auth.linkAccounts needs auth.register.confirmEmail'],
])('the start fails with the settings %j', async (config, message) => {
  await expect(openService({ connection: { dialect: 'sqlite', file: ':memory:' }, config })).rejects.toThrow(message)
})
