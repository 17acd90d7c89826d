import { errorResponse, okResponse } from '../responses.js'
import type { JsonResponse, ReplayRequest } from '../exchange.js'
import { matches } from '../reference/filter.js'
import { shownNames, shownValue } from '../reference/values.js'
import { isScalar } from '@content-api/model'
import { graphqlRequestOf } from '../graphql-request.js'
import { isRecord, queryOf, segmentsOf } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { readSeed } from '../seed.js'
import type { World } from '../world.js'
import { errorName } from './bodies.js'
import { ran, withFieldError } from './graphql-responses.js'

const userType = 'plugin::users-permissions.user'

const pathOf = (request: ReplayRequest) => segmentsOf(request).join('/').toLowerCase()

export const missingUsers: Rule = {
  name: '0065-missing-users-are-404',
  strapi: 'responds with 204 when a user to read or delete does not exist.',
  ours: 'responds with 404.',
  why: 'a missing user is a missing resource, as for every content type.',
  when: ({ request }, theirs) => theirs.status === 204 && /^users\/\w+$/.test(pathOf(request)),
  expected: () => errorResponse('NotFoundError'),
}

export const usersCounted: Rule = {
  name: '0066-users-are-counted-by-filters',
  strapi: 'fails with 500 when a count of users has filters.',
  ours: 'counts the users that match.',
  why: 'filters on a count have one possible meaning.',
  when: ({ request }, theirs) => theirs.status === 500 && pathOf(request) === 'users/count',
  async expected({ request, world }) {
    const type = world.registry.contentType(userType)
    let count = 0
    for (const row of await world.rows(type)) {
      if (await matches({ world, preview: true }, type, row, queryOf(request)['filters'])) count++
    }
    return okResponse(count)
  },
}

/** The body member that names the account, by route. Routes that are not listed count no attempts. */
const countedBy: Readonly<Record<string, string>> = {
  'auth/local': 'identifier',
  'auth/local/register': 'email',
  'auth/forgot-password': 'email',
  'auth/send-email-confirmation': 'email',
}

const attempts = 10

function accountOf({ body }: ReplayRequest, member: string): string {
  const input = typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : body
  const value = isRecord(input) ? input[member] : undefined
  return typeof value === 'string' ? value.toLowerCase() : ''
}

interface Attempt {
  readonly route: string
  readonly account: string
}

/** The mutations that count like a route of REST. */
const routeOf: Readonly<Record<string, string>> = {
  login: 'auth/local',
  register: 'auth/local/register',
  forgotPassword: 'auth/forgot-password',
}

function attemptOf(request: ReplayRequest, { registry }: World): Attempt | null {
  if (request.method !== 'POST') return null
  for (const { name, input } of graphqlRequestOf(request, registry)?.roots ?? []) {
    const route = routeOf[name]
    const member = route === undefined ? undefined : countedBy[route]
    if (route === undefined || member === undefined) continue
    return { route, account: accountOf({ ...request, body: input['input'] ?? input }, member) }
  }
  const route = pathOf(request)
  const member = countedBy[route]
  return member === undefined ? null : { route, account: accountOf(request, member) }
}

/** Values other than strings name no account and are rejected. */
function isMalformed({ body }: ReplayRequest, route: string): boolean {
  return isRecord(body) && typeof (body[countedBy[route] ?? ''] ?? '') !== 'string'
}

/** Whether this attempt exceeds a limit: of its account, or of the client if it names none. */
function exceeds({ request, earlier, world }: Case): boolean {
  const attempt = attemptOf(request, world)
  if (!attempt) return false
  const { route, account } = attempt
  if (isMalformed(request, route)) return false
  const counted = earlier.filter((other) => {
    const made = attemptOf(other, world)
    return made?.route === route && (account === '' || made.account === account)
  })
  return counted.length >= attempts
}

export const attemptsByGraphql: Rule = {
  name: '0067-attempts-are-counted-per-account',
  strapi: 'does not count sign-ins by GraphQL.',
  ours: 'counts them together with sign-ins by REST.',
  why: 'clients could otherwise bypass the limit through GraphQL.',
  when: (of, theirs) => ran(of, theirs) && exceeds(of),
  expected({ graphql }, theirs) {
    const error = { name: 'RateLimitError', code: 'STRAPI_RATE_LIMIT_ERROR' }
    return graphql
      ? withFieldError(
          graphql,
          theirs,
          graphql.roots.slice(0, 1).map(({ key }) => key),
          error,
        )
      : theirs
  },
}

export const attemptsPerAccount: Rule = {
  name: '0067-attempts-are-counted-per-account',
  strapi: 'counts all sign-ins of an IP address together. A key `email` beside the identifier starts another count.',
  ours: 'counts attempts per client and account, and limits how many accounts one client may try.',
  why: 'users who share an address must not lock each other out, and an unused key must not reset the count.',
  when: (of, theirs) =>
    (of.graphql === null && exceeds(of)) || (theirs.status === 429 && pathOf(of.request) in countedBy),
  async expected(of, theirs) {
    if (exceeds(of)) return tooMany(theirs)
    return (await signedIn(of)) ?? theirs
  },
}

function tooMany(theirs: JsonResponse): JsonResponse {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const error = { status: 429, name: 'RateLimitError', message: '', details: {} }
  return { ...theirs, status: 429, headers, body: { data: null, error } }
}

/** Returns the response to a sign-in with the password of the seed; null for other requests. */
async function signedIn({ request, world }: Case): Promise<JsonResponse | null> {
  if (pathOf(request) !== 'auth/local' || !isRecord(request.body)) return null
  const { identifier, password } = request.body
  if (typeof identifier !== 'string') return null
  const named = [identifier.toLowerCase()]
  const user = readSeed().users.find(
    ({ username, email }) => named.includes(String(username)) || named.includes(String(email)),
  )
  if (!user || user['password'] !== password || user['blocked'] === true) return null
  const type = world.registry.contentType(userType)
  const row = await world.row(type, user.id)
  if (!row) return null
  const shown = shownNames(type, '*').flatMap((name) => {
    const attribute = type.attributes[name]
    return attribute && isScalar(attribute) ? [[name, shownValue(row, name, attribute)]] : []
  })
  return okResponse({ jwt: '<jwt>', user: { id: user.id, ...Object.fromEntries(shown) } })
}

export const namesWithoutCase: Rule = {
  name: '0069-user-names-without-case',
  strapi: 'lets a user register as `ALICE` beside `alice`.',
  ours: 'rejects names that differ from an existing one only in case, or that look the same in Unicode.',
  why: 'nobody may register a name that can be mistaken for that of another user.',
  async when({ request, world }, theirs) {
    const { username } = isRecord(request.body) ? request.body : {}
    if (pathOf(request) !== 'auth/local/register' || theirs.status !== 200 || typeof username !== 'string') return false
    const rows = await world.rows(world.registry.contentType(userType))
    return rows.some((row) => String(row['username']).toLowerCase() === username.toLowerCase())
  },
  expected: () => errorResponse('ApplicationError'),
}

export const confirmationsTellNothing: Rule = {
  name: '0070-answers-tell-nothing-of-accounts',
  strapi: 'reports whether an account is confirmed or blocked when a client requests a confirmation email.',
  ours: 'sends the same response for every address.',
  why: 'clients must not find out who has an account.',
  when: ({ request }, theirs) =>
    pathOf(request) === 'auth/send-email-confirmation' && errorName(theirs) === 'ApplicationError',
  expected({ request }, theirs) {
    const email = isRecord(request.body) ? request.body['email'] : undefined
    return typeof email === 'string' ? okResponse({ email, sent: true }) : theirs
  },
}
