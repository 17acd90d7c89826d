import type { SessionSettings } from '@content-api/capabilities/accounts/sessions/session-settings'
import { accessCookieIn } from '@content-api/capabilities/accounts/sessions/cookies'
import type { Handler } from '@content-api/core/composition/handler'
import { callerVary } from '@content-api/core/message/message'

/** Keeps shared caches from storing what a user reads by a cookie, where requests may have one. */
export function varyByCookie(settings: SessionSettings): Handler {
  return async (request, next) => {
    const response = await next(request)
    if (response === null) return null
    const { Vary: vary = callerVary, 'Cache-Control': caching } = response.headers
    // Files and pages are the same for all callers.
    if (!vary.includes('Authorization')) return response
    const headers = {
      ...response.headers,
      Vary: `${vary}, Cookie`,
      ...cacheable(caching, accessCookieIn(settings, request)),
    }
    return { ...response, headers }
  }
}

/** Returns the `Cache-Control` of a response, which only the cache of a browser may store if a cookie was sent. */
function cacheable(caching: string | undefined, cookie: string | undefined): Record<string, string> {
  if (cookie === undefined || caching?.includes('no-store')) return {}
  return { 'Cache-Control': caching === undefined ? 'private' : `private, ${caching}` }
}
