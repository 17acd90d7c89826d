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
  /** Headers of the service that pages may send, and read in responses. */
  readonly readable: readonly string[]
}

/**
 * Lets pages of the allowed origins read responses, failures included, and answers their preflights. Requests without an
 * `Origin` pass unchanged. Origins that are named may send cookies; `*` never allows credentials.
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
    const { status, headers, body } = await handle(request)
    return { status, headers: { ...allowed, ...exposed, ...headers }, body }
  }
  return (request) => {
    const origin = request.header('origin')
    if (origin === undefined || !(everyone || allowsOrigin(origins, origin))) return handle(request)
    return allow(request, origin)
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes from pages of other origins. CORS alone keeps such pages from reading the answer, but a form or a request
 * without preflight would have been carried out by then.
 */
export function refuseForeignWrites({ origins }: Config['cors']): Handler {
  return (request) => {
    if (safeMethods.has(request.method)) return null
    const origin = request.header('origin')
    if (origin === undefined || allowsOrigin(origins, origin) || isOwn(origin, request)) return null
    throw new ApiError('ForbiddenError', `Pages of ${origin.slice(0, 200)} may not write: it is not among cors.origins`)
  }
}

const isOwn = (origin: string, request: HttpRequest) => origin.replace(/^https?:\/\//, '') === request.header('host')
