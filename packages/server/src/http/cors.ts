import { allowsOrigin } from '../config/origins.js'
import type { Config } from '../config/schema.js'
import { ApiError } from '../errors/api-error.js'
import type { Handler, HttpRequest, HttpResponse } from '../message/message.js'

const allowedHeaders = ['Content-Type', 'Authorization', 'Origin', 'Accept']
const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS',
  'Access-Control-Max-Age': '31536000',
}

interface CorsHeaders {
  /** Headers of the service that pages may send and may read in responses. */
  readonly readable: readonly string[]
}

/**
 * Allows pages of the configured origins to read responses (errors, too) and responds to their preflights.
 * Requests without an `Origin` pass unchanged. Origins that are listed by name may send cookies; `*` never
 * allows credentials.
 */
export function withCors(
  { origins }: Config['cors'],
  handle: (request: HttpRequest) => Promise<HttpResponse>,
  { readable }: CorsHeaders = { readable: [] },
): (request: HttpRequest) => Promise<HttpResponse> {
  const everyone = origins.includes('*')
  const preflight = { ...preflightHeaders, 'Access-Control-Allow-Headers': [...allowedHeaders, ...readable].join() }
  const exposed: Record<string, string> =
    readable.length > 0 ? { 'Access-Control-Expose-Headers': readable.join() } : {}
  const allow = async (request: HttpRequest, origin: string): Promise<HttpResponse> => {
    const allowed: Record<string, string> = everyone
      ? { 'Access-Control-Allow-Origin': '*' }
      : { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' }
    if (request.method === 'OPTIONS') {
      return { status: 204, headers: { ...allowed, ...preflight, 'Content-Length': '0' }, body: null }
    }
    const response = await handle(request)
    return { ...response, headers: { ...allowed, ...exposed, ...response.headers } }
  }
  return (request) => {
    const origin = request.header('origin')
    if (origin === undefined || !(everyone || allowsOrigin(origins, origin))) return handle(request)
    return allow(request, origin)
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects writes from pages of other origins. CORS only keeps such pages from reading the response: a form or
 * another request without a preflight would still run.
 */
export function rejectCrossOriginWrites({ origins }: Config['cors']): Handler {
  return (request) => {
    if (safeMethods.has(request.method)) return null
    const origin = request.header('origin')
    if (origin === undefined || allowsOrigin(origins, origin) || isOwn(origin, request)) return null
    throw new ApiError(
      'ForbiddenError',
      `Pages of ${origin.slice(0, 200)} may not write, because cors.origins does not list this origin`,
    )
  }
}

const isOwn = (origin: string, request: HttpRequest) => origin.replace(/^https?:\/\//, '') === request.header('host')
