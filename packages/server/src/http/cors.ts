import { allowsOrigin } from '@content-api/core/config/values'
import type { Config } from '@content-api/core/config/schema'
import { ApiError } from '@content-api/engine/errors'
import type { Handler, Next } from '@content-api/core/composition/handler'
import type { HttpRequest, HttpResponse, OriginsOf } from '@content-api/core/message/message'

interface CorsOptions {
  /** Headers of the service that pages may send and may read in responses. */
  readonly readable?: readonly string[]
  /** Headers of the service that pages may only send. Preflights that don't name them get a shorter response. */
  readonly accepted?: readonly string[]
  /** Headers of some responses of the service, which pages may read. */
  readonly sent?: readonly string[]
  /** Returns the origins for a request; null if they are those of the configuration. */
  readonly originsOf?: OriginsOf | null
  /** Returns whether a request gets no CORS headers, whatever its origin. */
  readonly isExempt?: (request: HttpRequest) => boolean
}

/**
 * Allows pages of the configured origins to read responses (errors, too) and responds to their preflights.
 * Requests without an `Origin` pass unchanged. Origins that are listed by name may send cookies; `*` never
 * allows credentials.
 */
export function allowOrigins(
  cors: Config['cors'],
  { readable = [], accepted = [], sent = [], originsOf = null, isExempt = () => false }: CorsOptions = {},
): Handler {
  const preflight = {
    'Access-Control-Allow-Methods': cors.methods.join(),
    'Access-Control-Max-Age': String(cors.maxAge),
  }
  const allowedNames = [...cors.headers, ...readable]
  const allowedHeaders = (request: HttpRequest) => {
    const requested = request.header('access-control-request-headers')?.toLowerCase() ?? ''
    const others = accepted.filter((name) => requested.includes(name.toLowerCase()))
    return { 'Access-Control-Allow-Headers': [...allowedNames, ...others].join() }
  }
  const exposedNames = [...cors.expose, ...readable]
  const expose = (names: readonly string[]): Record<string, string> =>
    names.length > 0 ? { 'Access-Control-Expose-Headers': names.join() } : {}
  const exposed = expose(exposedNames)
  const exposedWithSent = expose([...exposedNames, ...sent])
  const allow = async (request: HttpRequest, next: Next, origin: string): Promise<HttpResponse | null> => {
    const allowed: Record<string, string> =
      origin === '*'
        ? { 'Access-Control-Allow-Origin': '*' }
        : {
            'Access-Control-Allow-Origin': origin,
            ...(cors.credentials && { 'Access-Control-Allow-Credentials': 'true' }),
          }
    if (request.method === 'OPTIONS') {
      const headers = { ...allowed, ...preflight, ...allowedHeaders(request), 'Content-Length': '0' }
      return { status: 204, headers, body: null }
    }
    const response = await next(request)
    if (!response) return null
    const readableHere = sent.some((name) => name in response.headers) ? exposedWithSent : exposed
    return { ...response, headers: { ...allowed, ...readableHere, ...response.headers } }
  }
  const allowBy = (request: HttpRequest, next: Next, origin: string, origins: readonly string[]) => {
    if (origins.includes('*')) return allow(request, next, '*')
    return allowsOrigin(origins, origin) ? allow(request, next, origin) : next(request)
  }
  return (request, next) => {
    const origin = request.header('origin')
    if (origin === undefined || isExempt(request)) return next(request)
    if (!originsOf) return allowBy(request, next, origin, cors.origins)
    return originsOf(request).then((origins) => allowBy(request, next, origin, origins))
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects writes from pages of other origins. CORS only keeps such pages from reading the response: a form or
 * another request without a preflight would still run.
 * @param isExempt returns whether a request may come from any page
 */
export function rejectCrossOriginWrites(
  { origins }: Config['cors'],
  originsOf: OriginsOf | null = null,
  isExempt: (request: HttpRequest) => boolean = () => false,
): Handler {
  const check = (request: HttpRequest, origin: string, allowed: readonly string[]) => {
    if (allowsOrigin(allowed, origin) || isOwn(origin, request)) return null
    throw new ApiError(
      'ForbiddenError',
      `Pages of ${origin.slice(0, 200)} may not write, because cors.origins does not list this origin`,
    )
  }
  return (request) => {
    if (safeMethods.has(request.method)) return null
    const origin = request.header('origin')
    if (origin === undefined || isExempt(request)) return null
    if (!originsOf) return check(request, origin, origins)
    return originsOf(request).then((allowed) => check(request, origin, allowed))
  }
}

const isOwn = (origin: string, request: HttpRequest) => origin.replace(/^https?:\/\//, '') === request.header('host')
