import { isRecord, read } from '../../check/read.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'
import {
  account,
  askForLogin,
  isJwt,
  login,
  loginOverGraphql,
  password,
  person,
  register,
  registerOverGraphql,
} from './accounts.js'

const tokens = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario => scenario({ id: `access.tokens.${id}`, clauses, title, needs: ['apiTokens'], run })

const accounts = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario => scenario({ id: `access.accounts.${id}`, clauses, title, needs: ['accounts'], run })

const userKeys = ['blocked', 'confirmed', 'createdAt', 'email', 'id', 'provider', 'updatedAt', 'username']

/** Returns whether a user may create a tag, which only one of the two roles of the model permits. */
const createsTag = async (t: ScenarioContext, jwt: string) =>
  (await t.create('tag', { name: 'x' }, { as: { token: jwt } })).status < 300

const overGraphql = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario => scenario({ id: `access.graphql.${id}`, clauses, title, needs: ['accounts', 'graphql'], run })

export const credentialScenarios = [
  tokens('full', ['5/r4', '5/r1'], 'An API token in the Authorization header authorises the request', async (t) => {
    const { id } = await t.make('vault', { secret: 'x' })
    t.entry(await t.read('vault', id))
    t.error(await t.read('vault', id, {}, { as: 'public' }))
  }),
  tokens(
    'wrong',
    ['5/bad-credentials', '5/r4'],
    'An unknown token gets status 401; the same request with a valid token succeeds',
    async (t) => {
      await t.rejected(
        () => t.list('tag', {}, { as: { token: 'surely-not-a-token' } }),
        () => t.list('tag'),
        { status: 401 },
      )
    },
  ),
  tokens('restricted', ['5/r4', '5/r2-find'], 'A custom token has only its own permissions', async (t) => {
    if (t.configuration.tokens.restricted === undefined) return t.notApplicable('tokens.restricted is not configured.')
    await t.rejected(
      () => t.list('tag', {}, { as: 'restricted' }),
      () => t.list('category', {}, { as: 'restricted' }),
    )
    t.error(await t.create('category', { name: 'x' }, { as: 'restricted' }))
  }),
  tokens('header-case', ['5/scheme', '5/r4'], 'The scheme is Bearer; without it the token is ignored', async (t) => {
    const { id } = await t.make('vault', { secret: 'x' })
    const { full } = t.configuration.tokens
    const response = await t.read('vault', id, {}, { as: 'public', headers: { authorization: String(full) } })
    t.that(
      response,
      response.status === 401 || response.status === 403,
      'A token without the scheme was accepted',
      '401 or 403',
      response.status,
    )
  }),
  accounts(
    'register',
    ['5/rest-accounts', '5/r3-register', '4.5/register-user'],
    'Registering returns a jwt and the user',
    async (t) => {
      const { username, email, ...secret } = person(t)
      const response = t.status(await register(t, { username, email, ...secret }), 200)
      const jwt = read(response.body, 'jwt')
      t.that(response, typeof jwt === 'string' && isJwt.test(jwt), 'There is no JWT', 'a JWT', jwt)
      t.equal(
        response,
        'The user differs',
        [read(response.body, 'user.username'), read(response.body, 'user.email')],
        [username, email],
      )
    },
  ),
  accounts(
    'user-record',
    ['2.4/user', '2.4/user-no-password'],
    'A user record contains its eight fields and no password',
    async (t) => {
      const { response } = await account(t)
      const user = read(response.body, 'user')
      if (!isRecord(user))
        return t.fail(response, 'The response contains no user', { expected: 'an object', actual: user ?? null })
      t.equal(
        response,
        'Fields are missing',
        userKeys.filter((key) => !(key in user)),
        [],
      )
      t.equal(
        response,
        'confirmed or blocked is not a boolean',
        [typeof user['confirmed'], typeof user['blocked']],
        ['boolean', 'boolean'],
      )
      t.that(response, !('password' in user), 'The response contains the password', '(absent)', 'password')
    },
  ),
  accounts(
    'login',
    ['5/rest-accounts', '5/r3-login'],
    'Logging in with the name or the e-mail address returns a jwt',
    async (t) => {
      const { username, email } = await account(t)
      for (const identifier of [username, email]) {
        const response = await login(t, identifier, password)
        t.status(response, 200)
        t.that(
          response,
          isJwt.test(String(read(response.body, 'jwt'))),
          'There is no JWT',
          'a JWT',
          read(response.body, 'jwt'),
        )
      }
    },
  ),
  accounts('wrong-password', ['5/bad-login', '7/no-5xx'], 'A wrong password gets status 400 and no jwt', async (t) => {
    const { username } = await account(t)
    const response = await t.rejected(
      () => login(t, username, 'not-the-password'),
      () => login(t, username, password),
      { status: 400 },
    )
    t.equal(response, 'There is a JWT', read(response.body, 'jwt'), undefined)
  }),
  accounts('me', ['5/rest-accounts', '5/r3-header'], 'A request with a JWT is made as its user', async (t) => {
    const { jwt, username } = await account(t)
    const response = await t.session.get('/api/users/me', undefined, { as: { token: jwt } })
    t.status(response, 200)
    t.equal(response, 'Another user', read(response.body, 'username'), username)
    t.error(await t.session.get('/api/users/me', undefined, { as: { token: `${jwt.slice(0, -3)}AAA` } }), {
      status: 401,
    })
  }),
  accounts('role', ['5/r1', '5/r2-write'], 'A JWT grants exactly the permissions of the role', async (t) => {
    if (!t.session.target.profile.capabilities.has('permissions'))
      return t.notApplicable('The profile does not include permissions.')
    const { jwt } = await account(t)
    await t.rejected(
      () => t.create('tag', { name: 'x' }, { as: 'public' }),
      () => t.create('tag', { name: 'x' }, { as: { token: jwt } }),
    )
    t.error(await t.list('vault', {}, { as: { token: jwt } }))
    const { id } = await t.make('vault', { secret: 'x' })
    t.error(await t.read('vault', id, {}, { as: { token: jwt } }))
    const other = await account(t)
    for (const path of ['/api/users', `/api/users/${other.id}`])
      for (const as of ['public', { token: jwt }] as const) t.error(await t.session.get(path, undefined, { as }))
    t.error(await t.session.request('DELETE', `/api/users/${other.id}`, { as: { token: jwt } }))
    t.error(await t.session.request('PUT', `/api/users/${other.id}`, { as: { token: jwt }, body: { username: 'x' } }))
  }),
  accounts(
    'duplicate',
    ['5/rest-accounts', '5/r3-register', '7/no-5xx'],
    'An existing name or address cannot be registered again',
    async (t) => {
      const { username, email } = await account(t)
      const again = [{ username }, { email }].map((taken) => () => register(t, { ...person(t), ...taken }))
      await t.eachRefused(again, () => register(t, person(t)), { status: 400 })
    },
  ),
  accounts(
    'escalation',
    ['5/register-keys'],
    'Registering cannot choose the role, the provider, or whether the account is confirmed or blocked',
    async (t) => {
      const ordinary = await account(t)
      const confirmed = read(ordinary.response.body, 'user.confirmed')
      const allowed = await createsTag(t, ordinary.jwt)
      // The ids of the two roles of a new target.
      for (const role of [1, 2]) {
        const extra = { ...person(t), role, provider: 'other', blocked: true, confirmed: confirmed !== true }
        const response = await register(t, extra)
        if (response.status === 400) {
          t.error(response)
          continue
        }
        t.status(response, 200)
        t.equal(
          response,
          'A key of the body was stored',
          ['provider', 'blocked', 'confirmed'].map((key) => read(response.body, `user.${key}`)),
          ['local', false, confirmed],
        )
        const same = (await createsTag(t, String(read(response.body, 'jwt')))) === allowed
        t.that(response, same, 'The account has other permissions', 'the permissions of an ordinary account', role)
      }
    },
  ),
  overGraphql(
    'register',
    ['4.5/register', '4.5/register-user', '5/r3-register', '2.4/user'],
    'Mutation register returns a jwt and the user, and creates an account that can log in',
    async (t) => {
      const { response, username, email } = await registerOverGraphql(t)
      const user = read(t.data(response)['register'], 'user')
      t.equal(response, 'The user differs', [read(user, 'username'), read(user, 'email')], [username, email])
      await loginOverGraphql(t, username, password)
    },
  ),
  overGraphql(
    'login',
    ['4.5/login', '5/r3-login', '5/r3-header'],
    'Mutation login returns a jwt that requests can use; a wrong password returns none',
    async (t) => {
      const { username, email } = await registerOverGraphql(t)
      for (const identifier of [username, email]) {
        const jwt = await loginOverGraphql(t, identifier, password)
        await t.rejected(
          () => t.list('tag', {}, { as: { token: `${jwt.slice(0, -3)}AAA` } }),
          () => t.list('tag', {}, { as: { token: jwt } }),
        )
      }
      t.errors(await askForLogin(t, username, 'not-the-password'))
    },
  ),
]
