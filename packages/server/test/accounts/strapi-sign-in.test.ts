import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import type { Register } from '../../src/index.js'
import { type IdentityProvider, type ProviderUser, startIdentityProvider } from '../support/identity-provider.js'
import { type JsonResponse, type TestService, openService } from '../support/service.js'

const page = 'https://app.example/signed-in'
const callbacks = [page]
const messageOf = ({ status, body }: JsonResponse) => [status, body?.error?.name, body?.error?.message]

const user = (name: string, more: Partial<ProviderUser> = {}): ProviderUser => ({
  sub: `id-of-${name}`,
  email: `${name}@example.org`,
  email_verified: true,
  preferred_username: name,
  ...more,
})

describe.each(await databases())('the sign-in of Strapi 4 on $name', ({ connection }) => {
  let idp: IdentityProvider
  let service: TestService
  let store: { get(input: { readonly key: string }): Promise<unknown> }
  const inputs: unknown[] = []

  /** Registers providers as project code for Strapi 4 does. */
  const register: Register = ({ strapi }) => {
    store = strapi.store({ type: 'plugin', name: 'users-permissions' })
    const registry = strapi.plugin('users-permissions').service('providers-registry')
    const { authorizationUrl, tokenUrl, clientId, clientSecret, profileUrl } = idp.oauth
    const grantConfig = {
      key: clientId,
      secret: clientSecret,
      callback: page,
      scope: ['profile', 'email'],
      authorize_url: authorizationUrl,
      access_url: tokenUrl,
      oauth: 2,
    }
    const authCallback = async (input: { readonly accessToken: string }) => {
      inputs.push(input)
      const headers = { authorization: `Bearer ${input.accessToken}` }
      const profile = (await (await fetch(profileUrl, { headers })).json()) as { login: string; mail: string }
      if (profile.login === 'failing') throw new Error('The code fails')
      return { username: profile.login, email: profile.mail, confirmed: false, password: 'secret', unknown: 1 }
    }
    registry.add('club', { enabled: true, icon: 'users', trustEmail: true, grantConfig, authCallback })
    registry.add('doubtful', { enabled: true, grantConfig, authCallback })
    registry.add('saying', {
      enabled: true,
      grantConfig,
      authCallback: async (input: { readonly accessToken: string }) => ({
        ...(await authCallback(input)),
        sub: 12,
        emailVerified: true,
      }),
    })
    registry.add('unfinished', { enabled: true, grantConfig: { ...grantConfig, key: '' }, authCallback })
    // The configuration has the client of this one, as after an import from Strapi.
    registry.add('stored', { enabled: false, grantConfig: { scope: ['email'] }, trustEmail: true, authCallback })
    registry.add('off', { enabled: false, grantConfig, authCallback })
    registry.add('gone', { enabled: true, grantConfig, authCallback })
    registry.remove('gone')
    expect(Object.keys(registry.getAll())).toEqual(expect.arrayContaining(['email', 'company', 'club']))
    expect(registry.get('club').icon).toBe('users')
    expect(() => registry.add('x', {})).toThrow('needs a name, and an object with a function authCallback')
  }

  /** Follows the provider's pages. Returns the page of the application. */
  async function pageAfter(provider: string, account: ProviderUser): Promise<URL> {
    const start = await service.ask(`GET /api/connect/${provider}`)
    const headers = { cookie: start.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' }
    const response = idp.authorize(start.headers.get('location') ?? '', account)
    const back = await service.ask(`GET /api/connect/${provider}/callback?${response}`, { headers })
    return new URL(back.headers.get('location') ?? 'about:blank')
  }

  const signIn = async (provider: string, account: ProviderUser) =>
    service.ask(`GET /api/auth/${provider}/callback${(await pageAfter(provider, account)).search}`)

  const send = (provider: string, tokens: Record<string, string>) =>
    service.ask(`GET /api/auth/${provider}/callback?${new URLSearchParams(tokens)}`)

  beforeAll(async () => {
    idp = await startIdentityProvider()
    service = await openService({
      connection,
      register,
      config: {
        url: 'https://cms.example',
        log: { level: 'silent' },
        auth: {
          signInAsStrapi: true,
          providers: {
            company: { ...idp.openId, callbacks },
            stored: {
              clientId: idp.oauth.clientId,
              clientSecret: idp.oauth.clientSecret,
              authorizationUrl: idp.oauth.authorizationUrl,
              tokenUrl: idp.oauth.tokenUrl,
              callbacks,
            },
            plain: { ...idp.oauth, callbacks, profile: { subject: 'id', email: 'mail', emailVerified: 'mail_ok' } },
            info: { ...idp.openId, callbacks, tokenInfoUrl: `${idp.issuer}/tokeninfo` },
          },
        },
      },
    })
  })
  afterAll(() => Promise.all([service?.close(), idp?.close()]))

  describe('providers of project code', () => {
    it('creates a user with the profile of the code, and finds it with the next sign-in', async () => {
      const first = await signIn('club', user('ada'))
      expect(first.status).toBe(200)
      expect(first.body.user).toMatchObject({ username: 'ada', email: 'ada@example.org', provider: 'club' })
      expect(first.body.user).toMatchObject({ confirmed: true, blocked: false })
      expect(inputs.at(-1)).toMatchObject({
        accessToken: expect.any(String),
        query: { access_token: expect.any(String), raw: { token_type: 'Bearer' } },
        providers: { club: { key: 'client-1', secret: 'a-secret-of-the-client', callback: page, oauth: 2 } },
      })
      expect(() => (inputs.at(-1) as { purest: unknown }).purest).toThrow('npm install purest@4')
      expect((await signIn('club', user('ada'))).body.user.id).toBe(first.body.user.id)
      const login = { identifier: 'ada', password: 'secret' }
      expect((await service.ask('POST /api/auth/local', { body: login })).status).toBe(400)
    })

    it('is in the settings that code reads, such as for a list of buttons', async () => {
      const stored = (await store.get({ key: 'grant' })) as Record<string, { readonly enabled: boolean }>
      const enabled = Object.keys(stored).filter((name) => stored[name]?.enabled)
      expect(enabled.toSorted()).toEqual(['club', 'company', 'doubtful', 'email', 'info', 'plain', 'saying', 'stored'])
      expect(stored).toMatchObject({ club: { icon: 'users', key: 'client-1', callback: page }, google: { key: '' } })
    })

    it('takes the settings of the configuration, which an import from Strapi stores', async () => {
      expect((await signIn('stored', user('hal'))).body.user).toMatchObject({ username: 'hal', provider: 'stored' })
    })

    it('separates scopes as Strapi does', async () => {
      const start = await service.ask('GET /api/connect/club')
      expect(new URL(start.headers.get('location') ?? '').searchParams.get('scope')).toBe('profile,email')
    })

    it('believes an address only if the code or its settings say that it is verified', async () => {
      const unverified = [400, 'ApplicationError', 'The provider has not verified the e-mail address.']
      expect(messageOf(await signIn('doubtful', user('bea')))).toEqual(unverified)
      expect((await signIn('saying', user('bea'))).body.user.username).toBe('bea')
      // The id of the account identifies the user, not its address.
      expect((await signIn('saying', user('cleo'))).body.user.username).toBe('bea')
    })

    it('links no account of another provider', async () => {
      const taken = [400, 'ApplicationError', 'Email is already taken.']
      expect(messageOf(await signIn('club', user('erin', { email: 'erin@example.com' })))).toEqual(taken)
    })

    it('reports errors of the code to the page, without their text', async () => {
      const { searchParams } = await pageAfter('club', user('failing'))
      expect(Object.fromEntries(searchParams)).toEqual({
        error: 'sign_in_failed',
        error_description: 'The sign-in with the provider failed.',
      })
    })

    it.each(['unfinished', 'off', 'gone'])('has no provider %s', async (name) => {
      const disabled = [400, 'ApplicationError', 'This provider is disabled']
      expect(messageOf(await service.ask(`GET /api/connect/${name}`))).toEqual(disabled)
    })

    it('takes no token from an application, because nothing says for whom it was issued', async () => {
      const { accessToken } = await idp.tokensFor(user('ada'))
      const { body } = await send('club', { access_token: accessToken })
      expect(body.error.message).toContain('club does not report for which application')
    })
  })

  describe('tokens that an application got from the provider', () => {
    const rejected = [400, 'ApplicationError', 'The token is not valid, has expired, or belongs to another application']

    it.each(['company', 'info'])('signs in by an access token of the same client at %s, once', async (provider) => {
      const name = `dora-${provider}`
      const { accessToken } = await idp.tokensFor(user(name))
      const { status, body } = await send(provider, { access_token: accessToken })
      expect([status, Object.keys(body), body.user.email]).toEqual([200, ['jwt', 'user'], `${name}@example.org`])
      expect((await send(provider, { access_token: accessToken })).status).toBe(400)
      expect((await signIn(provider, user(name))).body.user.id).toBe(body.user.id)
    })

    it.each(['company', 'info'])(
      'token replay: another spelling of a used token is no other token at %s',
      async (provider) => {
        const { accessToken } = await idp.tokensFor(user(`hope-${provider}`))
        expect((await send(provider, { access_token: accessToken })).status).toBe(200)
        for (const spelling of [`${accessToken} `, ` ${accessToken}`, `${accessToken}\t`, `${accessToken}\u{a0}`])
          expect(messageOf(await send(provider, { access_token: spelling }))).toEqual(rejected)
        expect((await send(provider, { access_token: `${accessToken}=` })).status).toBe(400)
        const { accessToken: another } = await idp.tokensFor(user(`hope-${provider}`))
        expect((await send(provider, { access_token: another })).status).toBe(200)
      },
    )

    it('signs in by an ID token of the same client, once', async () => {
      const { accessToken, idToken } = await idp.tokensFor(user('eve'))
      const tokens = { access_token: accessToken, id_token: idToken }
      expect((await send('company', tokens)).body.user.username).toBe('eve')
      expect((await send('company', tokens)).status).toBe(400)
      const [head, payload] = idToken.split('.')
      expect((await send('company', { id_token: `${head}.${payload}.other` })).status).toBe(400)
      expect((await send('company', { id_token: (await idp.tokensFor(user('eve'))).idToken })).status).toBe(200)
    })

    it('token confusion: rejects tokens that the provider issued for another application', async () => {
      const { accessToken, idToken } = await idp.tokensFor(user('eve'), 'client-of-an-attacker')
      expect(messageOf(await send('company', { access_token: accessToken }))).toEqual(rejected)
      expect(messageOf(await send('info', { access_token: accessToken }))).toEqual(rejected)
      expect(messageOf(await send('company', { id_token: idToken }))).toEqual(rejected)
      // The ID token decides, not the access token beside it.
      const own = await idp.tokensFor(user('eve'))
      expect(messageOf(await send('company', { access_token: own.accessToken, id_token: idToken }))).toEqual(rejected)
    })

    it.each([
      { access_token: 'unknown' },
      { code: 'unknown' },
      { id_token: 'a.b.c' },
      {
        id_token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"1"}').toString('base64url')}.`,
      },
    ])('rejects %j', async (tokens) => {
      expect(messageOf(await send('company', tokens as Record<string, string>))).toEqual(rejected)
    })

    it.each([
      ['of another issuer', { iss: 'https://evil.example' }],
      ['that another application has requested', { azp: 'client-of-an-attacker' }],
      ['that is an access token', { azp: 'client-1', typ: 'Bearer' }],
    ])('rejects an ID token %s', async (_, claims) => {
      idp.claims = claims
      try {
        expect(messageOf(await send('company', { id_token: (await idp.tokensFor(user('eve'))).idToken }))).toEqual(
          rejected,
        )
      } finally {
        idp.claims = {}
      }
    })

    it('takes no access token where the provider says nothing about its application', async () => {
      const { accessToken } = await idp.tokensFor(user('fay'))
      const { body } = await send('plain', { access_token: accessToken })
      expect(body.error.message).toContain('plain does not report for which application')
    })

    it('believes no address that is stored in another form, as of full-width letters', async () => {
      const unverified = [400, 'ApplicationError', 'The provider has not verified the e-mail address.']
      const send = async (sub: string, email: string) => signIn('company', user(sub, { email }))
      const own = await send('jan', 'Jan@BÜCHER.example')
      expect(own.body.user.email).toBe('jan@bücher.example')
      for (const name of ['\u{ff4a}an', 'ja\u{ad}n', 'j\u{aa}n', 'jan\u{200b}', '\u{212a}an'])
        expect(messageOf(await send(name, `${name}@bücher.example`))).toEqual(unverified)
      // The domain may be in its other form, but another account at the provider isn't linked here.
      expect((await send('jan2', 'jan@xn--bcher-kva.example')).body.error.message).toBe('Email is already taken.')
    })

    it('believes no address that the provider has not verified', async () => {
      const { idToken } = await idp.tokensFor(user('gus', { email_verified: false }))
      expect(messageOf(await send('company', { id_token: idToken }))).toEqual([
        400,
        'ApplicationError',
        'The provider has not verified the e-mail address.',
      ])
    })
  })
})
