import { cookieValues } from '@content-api/core/message/cookies'
import type { HttpRequest, RequestInfo } from '@content-api/core/message/message'
import { segmentsBelow } from '@content-api/core/message/message'
import { requireTrustedSite } from './trusted-site.js'
import type { SessionSettings } from './session-settings.js'

/** The header by which a client of Strapi 5 requests the cookie with the refresh token. */
export const cookieHeader = 'x-strapi-refresh-cookie'

/** Returns whether the response of a request gets cookies. */
export function wantsCookies({ httpOnly, accessCookie }: SessionSettings, request: RequestInfo | undefined): boolean {
  return request !== undefined && (httpOnly || accessCookie || request.header(cookieHeader) === 'httpOnly')
}

interface CookieValues {
  readonly refreshToken: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly jwt: string
}

/** Returns the values of `Set-Cookie` for the tokens of a session. */
export function sessionCookies(settings: SessionSettings, { refreshToken, expiresAt, jwt }: CookieValues): string[] {
  const { cookie, accessCookie, access } = settings
  const seconds = Math.max(1, Math.round((expiresAt - Date.now()) / 1_000))
  const refresh = written(cookie, { name: cookie.name, value: refreshToken, path: cookie.path, seconds })
  if (!accessCookie) return [refresh]
  const ofAccess = { name: cookie.accessName, value: jwt, path: '/', seconds: Math.round(access / 1_000) }
  return [refresh, written(cookie, ofAccess)]
}

/** Returns the values of `Set-Cookie` that delete the cookies. */
export function endedCookies({ cookie, accessCookie }: SessionSettings): string[] {
  const refresh = written(cookie, { name: cookie.name, value: '', path: cookie.path, seconds: 0 })
  return accessCookie
    ? [refresh, written(cookie, { name: cookie.accessName, value: '', path: '/', seconds: 0 })]
    : [refresh]
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly seconds: number
}

const sites = { strict: 'Strict', lax: 'Lax', none: 'None' } as const

function written(
  { domain, sameSite, secure }: SessionSettings['cookie'],
  { name, value, path, seconds }: Cookie,
): string {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly', `SameSite=${sites[sameSite]}`]
  if (domain !== undefined) parts.push(`Domain=${domain}`)
  if (secure) parts.push('Secure')
  return parts.join('; ')
}

/** Returns the refresh token in the cookie of a request. @throws ApiError ForbiddenError for a page of another site */
export function refreshTokenIn(settings: SessionSettings, request: RequestInfo): string | undefined {
  const value = cookieValue(request, settings.cookie.name)
  if (value !== undefined) requireTrustedSite(request, settings.trustedOrigins)
  return value
}

/**
 * Returns the access token in the cookie of a request. Requests that sign in have none, because a cookie that
 * is no longer valid must not prevent them.
 * @throws ApiError ForbiddenError for a write from a page of another site
 */
export function accessTokenIn(settings: SessionSettings, request: HttpRequest): string | null {
  const value = accessCookieIn(settings, request)
  if (value === undefined) return null
  const [folder, name = ''] = segmentsBelow(settings.prefix, request.path) ?? []
  const signsIn = folder?.toLowerCase() === 'auth' && !ofSession.has(name.toLowerCase())
  if (signsIn || folder?.toLowerCase() === 'connect') return null
  requireTrustedSite(request, settings.trustedOrigins)
  return value
}

/** Returns the cookie with the access token, whether the request may use it or not. */
export const accessCookieIn = ({ accessCookie, cookie }: SessionSettings, request: HttpRequest): string | undefined =>
  accessCookie ? cookieValue(request, cookie.accessName) : undefined

/** The endpoints below `/auth` for users who have signed in. */
const ofSession: ReadonlySet<string> = new Set(['change-password', 'logout', 'sessions'])

/**
 * Returns the value of a cookie. Two different values give an empty one, which is no valid token: a page of
 * another host of the domain may have set one of them.
 */
function cookieValue(request: RequestInfo, name: string): string | undefined {
  const values = cookieValues(request, name)
  return new Set(values).size > 1 ? '' : values[0]
}
