import { ApiError } from '@content-api/engine/errors'
import { allowsOrigin } from '@content-api/core/config/values'
import type { RequestInfo } from '@content-api/core/message/message'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects writes that a page of another site sends with the cookies of a user (cross-site request forgery).
 * Browsers add `Origin` and `Sec-Fetch-Site` to each write, and pages can't change them. A request with
 * neither of them comes from another program, which doesn't send the cookies of a browser.
 * @param trusted the origins of other hosts whose pages may use cookies
 * @param options.reads whether to reject reads, too
 * @throws ApiError ForbiddenError
 */
export function requireTrustedSite(
  request: RequestInfo,
  trusted: readonly string[],
  { reads = false }: { readonly reads?: boolean } = {},
): void {
  if (!reads && safeMethods.has(request.method)) return
  const origin = request.header('origin')
  if (origin !== undefined && allowsOrigin(trusted, origin)) return
  const site = request.header('sec-fetch-site')
  // `none` is a request of the browser itself, such as a reload.
  if (site === undefined ? isOwn(origin, request) : site === 'same-origin' || site === 'none') return
  const from = origin === undefined ? 'another site' : origin.slice(0, 200)
  throw new ApiError(
    'ForbiddenError',
    `Pages of ${from} may not use cookies here, because auth.sessions.trustedOrigins does not list this origin`,
  )
}

const isOwn = (origin: string | undefined, request: RequestInfo) =>
  origin === undefined || origin.replace(/^https?:\/\//, '') === request.header('host')
