import { isRecord } from '@content-api/model'
import type { IdentityProvider, ProviderRequest, ProviderUser } from '../support/identity-provider.js'
import type { signInDecisions } from './differences.js'
import { page } from './project-files.js'
import { type Answer, type Side, usualSettings } from './sides.js'

/** A sign-in, or a part of it, on one side. Returns what is compared. */
export interface Scenario {
  readonly name: string
  readonly run: (side: Side) => Promise<unknown>
  /** The decision by which the sides differ, and what they return. Without it they return the same. */
  readonly difference?: {
    readonly by: keyof typeof signInDecisions
    readonly theirs: unknown
    readonly ours: unknown
  }
}

type Provider = 'club' | 'keycloak'

const user = (name: string, more: Partial<ProviderUser> = {}): ProviderUser => ({
  sub: `id-of-${name}`,
  email: `${name}@example.org`,
  email_verified: true,
  preferred_username: name,
  ...more,
})

/** Parameters that protect a sign-in here. Strapi sends none of them. */
const protecting = new Set(['state', 'nonce', 'code_challenge', 'code_challenge_method', 'code_verifier'])

/** Returns the scenarios. Each has users of its own, so that their order doesn't matter. */
export function scenariosOf(providers: Readonly<Record<Provider, IdentityProvider>>): readonly Scenario[] {
  const start = (side: Side, provider: string, query = '') => side.send(`/api/connect/${provider}${query}`)

  /** Sends the provider's response back. @param edit changes the parameters of the response */
  async function back(
    side: Side,
    provider: Provider,
    account: ProviderUser,
    edit: (response: URLSearchParams) => void = () => undefined,
  ): Promise<Answer> {
    const { location, cookie } = await start(side, provider)
    const response = providers[provider].authorize(location ?? '', account)
    edit(response)
    return side.send(`/api/connect/${provider}/callback?${response}`, cookie)
  }

  async function signIn(side: Side, provider: Provider, account: ProviderUser): Promise<Answer> {
    const { location } = await back(side, provider, account)
    return side.send(`/api/auth/${provider}/callback${new URL(location ?? page).search}`)
  }

  async function seen(provider: Provider, run: () => Promise<unknown>): Promise<unknown> {
    const { requests } = providers[provider]
    const before = requests.length
    await run()
    return requests.slice(before).map(withoutRandom)
  }

  const token = async (side: Side, provider: Provider, account: ProviderUser, client?: string) => {
    const { accessToken } = await providers[provider].tokensFor(account, client)
    return essence(await side.send(`/api/auth/${provider}/callback?access_token=${accessToken}`))
  }

  const error = (message: string, name = 'ApplicationError') => ({
    status: 400,
    body: { data: null, error: { status: 400, name, message, details: {} } },
  })
  const unverifiable = error(
    'club does not report for which application it issued an access token. Send an id_token, or sign in at /connect/club',
  )
  const rejected = error('The token is not valid, has expired, or belongs to another application')
  const signedIn = (name: string, provider: string, more: object = {}) => ({
    status: 200,
    body: {
      jwt: '<jwt>',
      user: {
        id: '<id>',
        username: name,
        email: `${name}@example.org`,
        provider,
        confirmed: true,
        blocked: false,
        createdAt: '<time>',
        updatedAt: '<time>',
        ...more,
      },
    },
  })
  const oneClient = { client_id: 'client-1', redirect_uri: 'https://cms.example/api/connect/keycloak/callback' }
  const tokenRequest = {
    method: 'POST',
    path: '/protocol/openid-connect/token',
    query: {},
    scheme: undefined,
    body: {
      ...oneClient,
      client_secret: 'a-secret-of-the-client',
      code: '<random>',
      grant_type: 'authorization_code',
    },
  }

  return [
    { name: 'club: the address of the provider', run: async (side) => address(await start(side, 'club')) },
    { name: 'keycloak: the address of the provider', run: async (side) => address(await start(side, 'keycloak')) },
    {
      name: 'club: the parameters that protect a sign-in',
      run: async (side) => protection(await start(side, 'club')),
      difference: {
        by: 'protected',
        theirs: [],
        ours: ['code_challenge', 'code_challenge_method', 'state'],
      },
    },
    {
      name: 'club: the requests that the provider receives',
      run: (side) => seen('club', () => signIn(side, 'club', user('requests'))),
    },
    {
      name: 'keycloak: the requests that the provider receives',
      run: (side) => seen('keycloak', () => signIn(side, 'keycloak', user('requests-of-keycloak'))),
      difference: {
        by: 'discovered',
        theirs: [
          tokenRequest,
          {
            method: 'GET',
            path: '/protocol/openid-connect/userinfo',
            query: {},
            scheme: 'bearer',
            body: {},
          },
        ],
        ours: [
          // An earlier scenario has discovered the addresses.
          tokenRequest,
          { method: 'GET', path: '/jwks', query: {}, scheme: undefined, body: {} },
        ],
      },
    },
    ...(['club', 'keycloak'] as const).flatMap((provider): Scenario[] => [
      {
        name: `${provider}: the page that the browser returns to`,
        run: async (side) => redirect(await back(side, provider, user(`page-of-${provider}`))),
        difference: {
          by: 'hidden',
          theirs: {
            status: 302,
            page,
            parameters: provider === 'club' ? ['access_token', 'raw'] : ['id_token', 'access_token', 'raw'],
          },
          ours: { status: 302, page, parameters: ['access_token'] },
        },
      },
      {
        name: `${provider}: the first sign-in creates a user`,
        run: async (side) => essence(await signIn(side, provider, user(`new-at-${provider}`))),
      },
      {
        name: `${provider}: the second sign-in finds the user`,
        async run(side) {
          const both = [await signIn(side, provider, user(`twice-${provider}`))]
          both.push(await signIn(side, provider, user(`twice-${provider}`)))
          const [first, second] = both.map(({ body }) => userOf(body)['id'])
          return first === second
        },
      },
      {
        name: `${provider}: an address in capitals`,
        run: async (side) =>
          essence(await signIn(side, provider, user(`big-${provider}`, { email: `BIG-${provider}@EXAMPLE.org` }))),
      },
      {
        name: `${provider}: a blocked user`,
        async run(side) {
          await signIn(side, provider, user(`blocked-${provider}`))
          await side.block(`blocked-${provider}@example.org`)
          return essence(await signIn(side, provider, user(`blocked-${provider}`)))
        },
      },
      {
        name: `${provider}: a new user while registration is disabled`,
        run: (side) =>
          withSettings(side, { allowRegister: false }, async () =>
            essence(await signIn(side, provider, user(`late-${provider}`))),
          ),
      },
      {
        name: `${provider}: a known user while registration is disabled`,
        async run(side) {
          await signIn(side, provider, user(`early-${provider}`))
          return withSettings(side, { allowRegister: false }, async () =>
            essence(await signIn(side, provider, user(`early-${provider}`))),
          )
        },
      },
      {
        name: `${provider}: a profile without an address`,
        run: async (side) => {
          const { email: _, ...without } = user(`without-${provider}`)
          return essence(await signIn(side, provider, without))
        },
      },
      {
        name: `${provider}: without access_token`,
        run: async (side) => essence(await side.send(`/api/auth/${provider}/callback`)),
      },
      {
        name: `${provider}: with an empty access_token`,
        run: async (side) => essence(await side.send(`/api/auth/${provider}/callback?access_token=`)),
      },
      {
        name: `${provider}: a callback of another site`,
        run: async (side) => essence(await start(side, provider, '?callback=https%3A%2F%2Fevil.example%2Fsigned-in')),
      },
      {
        name: `${provider}: a callback with another path`,
        run: async (side) => essence(await start(side, provider, '?callback=https%3A%2F%2Fapp.example%2Fother')),
      },
      {
        name: `${provider}: a callback with a query string`,
        run: async (side) =>
          address(await start(side, provider, `?callback=${encodeURIComponent(`${page}?next=home`)}`)),
      },
    ]),
    {
      name: 'an address that a user of another provider has',
      async run(side) {
        await signIn(side, 'club', user('taken'))
        return essence(await signIn(side, 'keycloak', user('taken')))
      },
    },
    {
      name: 'an address that a user of another provider has, with unique_email off',
      run: (side) =>
        withSettings(side, { uniqueEmail: false }, async () => {
          await signIn(side, 'club', user('shared'))
          return essence(await signIn(side, 'keycloak', user('shared', { preferred_username: 'shared-2' })))
        }),
      difference: {
        by: 'unique',
        theirs: signedIn('shared', 'keycloak', { username: 'shared-2', nick: null }),
        ours: error('Email is already taken.'),
      },
    },
    {
      name: 'a name that another user has',
      async run(side) {
        await signIn(side, 'club', user('name'))
        const second = user('name', { sub: 'other', email: 'other-name@example.org' })
        const { status, body } = await signIn(side, 'club', second)
        return { status, isSame: userOf(body)['username'] === 'name' }
      },
      difference: { by: 'named', theirs: { status: 200, isSame: true }, ours: { status: 200, isSame: false } },
    },
    {
      name: 'keycloak: an address that the provider has not verified',
      run: async (side) => essence(await signIn(side, 'keycloak', user('doubtful', { email_verified: false }))),
      difference: {
        by: 'verified',
        theirs: signedIn('doubtful', 'keycloak', { nick: null }),
        ours: error('The provider has not verified the e-mail address.'),
      },
    },
    ...['nobody', 'off', '__proto__'].flatMap((name): Scenario[] => [
      { name: `${name}: the first request`, run: async (side) => essence(await start(side, name)) },
      {
        name: `${name}: the provider's response`,
        run: async (side) => essence(await side.send(`/api/connect/${name}/callback?code=1`)),
      },
      {
        name: `${name}: the last request`,
        run: async (side) => essence(await side.send(`/api/auth/${name}/callback?access_token=1`)),
      },
    ]),
    {
      name: 'club: the provider reports an error',
      run: async (side) =>
        redirect(
          await back(side, 'club', user('denied'), (response) => {
            response.delete('code')
            response.set('error', 'access_denied')
          }),
        ),
      difference: {
        by: 'errors',
        theirs: { status: 302, page, parameters: ['state', 'iss', 'error=access_denied'] },
        ours: { status: 302, page, parameters: ['error=access_denied'] },
      },
    },
    {
      name: 'club: a code that the provider rejects',
      run: async (side) => redirect(await back(side, 'club', user('wrong'), (response) => response.set('code', 'x'))),
      difference: {
        by: 'errors',
        theirs: { status: 302, page, parameters: ['error[error]=invalid_grant'] },
        ours: {
          status: 302,
          page,
          parameters: ['error=sign_in_failed', 'error_description=The sign-in with the provider failed.'],
        },
      },
    },
    {
      name: 'club: the response to a sign-in of an attacker, in a browser that has started another one',
      async run(side) {
        const response = providers.club.authorize((await start(side, 'club')).location ?? '', user('mallory'))
        const { cookie } = await start(side, 'club')
        const { status, location } = await side.send(`/api/connect/club/callback?${response}`, cookie)
        return { status, hasToken: location?.includes('access_token') ?? false }
      },
      difference: {
        by: 'protected',
        theirs: { status: 302, hasToken: true },
        ours: { status: 400, hasToken: false },
      },
    },
    {
      name: "keycloak: an application's token",
      run: (side) => token(side, 'keycloak', user('phone')),
    },
    {
      name: 'keycloak: a token of another application',
      run: (side) => token(side, 'keycloak', user('confused'), 'client-of-an-attacker'),
      difference: {
        by: 'audience',
        theirs: signedIn('confused', 'keycloak', { nick: null }),
        ours: rejected,
      },
    },
    {
      name: "club: an application's token",
      run: (side) => token(side, 'club', user('phone-at-club')),
      difference: {
        by: 'audience',
        theirs: signedIn('phone-at-club', 'club', { nick: 'nick of phone-at-club' }),
        ours: unverifiable,
      },
    },
    {
      name: 'keycloak: an unknown token',
      run: async (side) => essence(await side.send('/api/auth/keycloak/callback?access_token=unknown')),
      difference: { by: 'audience', theirs: error('401 Unauthorized'), ours: rejected },
    },
    {
      name: 'club: an unknown token',
      run: async (side) => essence(await side.send('/api/auth/club/callback?access_token=unknown')),
      difference: { by: 'audience', theirs: error('The profile has status 401'), ours: unverifiable },
    },
  ]
}

async function withSettings(side: Side, settings: object, run: () => Promise<unknown>): Promise<unknown> {
  await side.change({ ...usualSettings, ...settings })
  try {
    return await run()
  } finally {
    await side.change(usualSettings)
  }
}

/** Returns the address of the provider's page, without the parameters that protect a sign-in. */
function address({ status, location, body }: Answer): unknown {
  if (location === null) return { status, body }
  const { origin, pathname, searchParams } = new URL(location)
  const parameters = [...searchParams]
    .filter(([name]) => !protecting.has(name))
    .toSorted(([a], [b]) => a.localeCompare(b))
  return { status, page: `${origin}${pathname}`, parameters }
}

const protection = ({ location }: Answer) =>
  [...new URL(location ?? page).searchParams.keys()].filter((name) => protecting.has(name)).toSorted()

/** Returns the page of the application with the names of its parameters. */
function redirect({ status, location, body }: Answer): unknown {
  if (location === null) return { status, body }
  const { origin, pathname, searchParams } = new URL(location)
  const names = [...searchParams].map(([name, value]) => {
    const [first = ''] = name.split('[', 1)
    return first === 'error' || first === 'error_description' ? `${name}=${value}` : first
  })
  return { status, page: `${origin}${pathname}`, parameters: [...new Set(names)] }
}

const userOf = (body: unknown): Readonly<Record<string, unknown>> =>
  isRecord(body) && isRecord(body['user']) ? body['user'] : {}

/** Returns status and body, without what differs in each run. */
function essence({ status, body }: Answer): unknown {
  if (!isRecord(body) || body['user'] === undefined) return { status, body }
  const { jwt, ...rest } = body
  const own = Object.entries(userOf(rest)).map(([name, value]) => {
    if (name === 'id') return [name, '<id>']
    return [name, name.endsWith('At') ? '<time>' : value]
  })
  return {
    status,
    body: { ...rest, jwt: typeof jwt === 'string' ? '<jwt>' : jwt, user: Object.fromEntries(own) as unknown },
  }
}

/** Returns a request without random values, and without the verifier of PKCE. */
function withoutRandom({ body, ...request }: ProviderRequest): unknown {
  const { code_verifier: _, ...rest } = body
  return { ...request, body: { ...rest, ...(rest['code'] !== undefined && { code: '<random>' }) } }
}
