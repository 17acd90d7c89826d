import { randomBytes } from 'node:crypto'
import { read } from '../../check/read.js'
import type { Exchange } from '../../target/exchange.js'
import type { ScenarioContext } from '../scenario-context.js'

export const password = 'Conformance-1'
export const isJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/

interface Person {
  readonly username: string
  readonly email: string
  readonly password: string
}

export function person(t: ScenarioContext): Person {
  const name = `${t.marker}-${randomBytes(3).toString('hex')}`
  return { username: name, email: `${name}@example.org`, password }
}

/** Registers a user by REST. The account is deleted afterwards. */
export function register(t: ScenarioContext, data: Partial<Person>): Promise<Exchange> {
  return t.session.creating('POST', '/api/auth/local/register', data, {
    as: 'public',
    attribute: 'username',
    idAt: 'user.id',
    entryPath: '/api/users',
  })
}

/** Registers a user that a scenario needs, by REST. */
export async function account(t: ScenarioContext) {
  const who = person(t)
  const response = await register(t, who)
  if (response.status !== 200 || typeof read(response.body, 'jwt') !== 'string')
    t.block(`Registering returned status ${response.status}: ${response.text.slice(0, 200)}`)
  return { ...who, response, jwt: String(read(response.body, 'jwt')), id: Number(read(response.body, 'user.id')) }
}

export const login = (t: ScenarioContext, identifier: string, secret: string) =>
  t.session.request('POST', '/api/auth/local', { as: 'public', body: { identifier, password: secret } })

/** The input is a literal, because the specification doesn't name its type. */
const registering = `mutation ($username: String!, $email: String!, $password: String!) {
  register(input: { username: $username, email: $email, password: $password }) { jwt user { id username email } } }`
const loggingIn = `mutation ($identifier: String!, $password: String!) {
  login(input: { identifier: $identifier, password: $password }) { jwt } }`

/** Registers a user by GraphQL. The account is deleted afterwards. */
export async function registerOverGraphql(t: ScenarioContext) {
  const variables = person(t)
  const body = { query: registering, variables }
  const response = await t.session.creating('POST', t.configuration.graphqlPath, body, {
    as: 'public',
    attribute: 'username',
    idAt: 'data.register.user.id',
    entryPath: '/api/users',
  })
  return { ...variables, response }
}

export const askForLogin = (t: ScenarioContext, identifier: string, secret: string) =>
  t.graphql(loggingIn, { identifier, password: secret }, { as: 'public' })

export async function loginOverGraphql(t: ScenarioContext, identifier: string, secret: string): Promise<string> {
  const response = await askForLogin(t, identifier, secret)
  const jwt = read(t.data(response)['login'], 'jwt')
  t.that(response, typeof jwt === 'string' && isJwt.test(jwt), 'There is no JWT', 'a JWT', jwt)
  return String(jwt)
}
