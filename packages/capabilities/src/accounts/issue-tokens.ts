import { type Member, objectOf } from '@content-api/engine/plan'
import { type HttpResponse, jsonResponse, type RequestInfo } from '@content-api/core/message/message'
import { allowEverything } from '@content-api/core/query/plan-context'
import { signJwt } from './jwt.js'
import type { AccountsScope } from './scope.js'
import { refreshTokenIn, sessionCookies, wantsCookies } from './sessions/cookies.js'
import { deviceOf } from './sessions/device.js'
import type { OpenedSession, Sessions } from './sessions/sessions.js'
import { requireTrustedSite } from './sessions/trusted-site.js'

/** A user who has signed in, by a password, a code from a mail or a registration. */
export interface SignedIn {
  readonly userId: number
  /** The time of the last revocation of the user's tokens; null if there was none. */
  readonly tokensValidFrom: string | null
  /** False while the address isn't confirmed. The response then has no token. */
  readonly mayEnter: boolean
}

/** The request that a user signs in by. */
export interface SignInRequest {
  /** Undefined if there is none, as for GraphQL operations of a program. */
  readonly request: RequestInfo | undefined
  readonly body?: unknown
}

interface IssuedTokens {
  /** Null while the address isn't confirmed. */
  readonly jwt: string | null
  /** Null without sessions, and if it is in a cookie. */
  readonly refreshToken: string | null
  /** The values of `Set-Cookie`. */
  readonly cookies: readonly string[]
}

/**
 * Issues the tokens of a sign-in. All sign-ins get their tokens here.
 * @throws ApiError ForbiddenError if the response would set cookies for a page of another site
 */
export async function issueTokens(scope: AccountsScope, signedIn: SignedIn, by: SignInRequest): Promise<IssuedTokens> {
  const { sessions, jwt } = scope
  const { userId, tokensValidFrom, mayEnter } = signedIn
  if (!mayEnter) return { jwt: null, refreshToken: null, cookies: [] }
  if (!sessions) return { jwt: signJwt(jwt, userId, tokensValidFrom), refreshToken: null, cookies: [] }
  requireSignInSite(scope, by.request)
  // The session of the same browser before, which its next cookie replaces.
  const replaced = by.request && wantsCookies(sessions.settings, by.request)
  const before = replaced && by.request ? refreshTokenIn(sessions.settings, by.request) : undefined
  return tokensOf(scope, sessions, await sessions.open(signedIn, deviceOf(by.request, by.body), before ?? null), by)
}

/**
 * Rejects a sign-in that would set cookies for a page of another site, which would sign its visitors in to
 * another account. Call it before the credentials are checked.
 * @throws ApiError ForbiddenError
 */
export function requireSignInSite({ sessions }: AccountsScope, request: RequestInfo | undefined): void {
  if (!sessions || !request || !wantsCookies(sessions.settings, request)) return
  requireTrustedSite(request, sessions.settings.trustedOrigins, { reads: true })
}

function tokensOf(
  { jwt }: AccountsScope,
  { settings }: Sessions,
  { key, userId, tokensValidFrom, refreshToken, expiresAt }: OpenedSession,
  { request }: SignInRequest,
): IssuedTokens & { readonly jwt: string } {
  const access = signJwt({ ...jwt, expiresIn: settings.accessToken }, userId, tokensValidFrom, key)
  if (!wantsCookies(settings, request)) return { jwt: access, refreshToken, cookies: [] }
  return {
    jwt: access,
    refreshToken: null,
    cookies: sessionCookies(settings, { refreshToken, expiresAt, jwt: access }),
  }
}

/**
 * Returns the response of REST to a sign-in: `{ jwt, user }`, without `jwt` while the address isn't
 * confirmed. With sessions it has a `refreshToken`, too, in the body or in a cookie.
 */
export async function signInResponse(
  scope: AccountsScope,
  signedIn: SignedIn,
  by: SignInRequest,
  query: Record<string, unknown> = {},
): Promise<HttpResponse> {
  const tokens = await issueTokens(scope, signedIn, by)
  const user: Member = ['user', await scope.users.read(signedIn.userId, query, allowEverything)]
  return tokensResponse(scope, tokens, [user])
}

/** Returns the response of REST to a refresh: `{ jwt, refreshToken }`, or `{ jwt }` and a cookie. */
export function refreshedResponse(scope: AccountsScope, session: OpenedSession, by: SignInRequest): HttpResponse {
  const { sessions } = scope
  if (!sessions) throw new Error('Sessions are not configured')
  return tokensResponse(scope, tokensOf(scope, sessions, session, by), [])
}

function tokensResponse(
  { sessions }: AccountsScope,
  { jwt, refreshToken, cookies }: IssuedTokens,
  others: readonly Member[],
): HttpResponse {
  const tokens = Object.entries({ jwt, refreshToken }).filter(([, token]) => token !== null)
  const members = tokens.map(([name, token]): Member => [name, JSON.stringify(token)])
  const response = jsonResponse(objectOf([...members, ...others]))
  if (!sessions) return response
  const headers = { ...response.headers, 'Cache-Control': 'no-store' }
  return { ...response, headers, ...(cookies.length > 0 && { cookies }) }
}
