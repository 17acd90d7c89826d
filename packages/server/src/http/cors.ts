import corsMiddleware from 'cors'
import type { RequestHandler } from 'express'
import { allowsOrigin } from '../config/origins.js'
import type { Config } from '../config/schema.js'
import { ApiError } from '../errors/api-error.js'
import type { Handler, HttpRequest } from '../message/message.js'

/**
 * Lets pages of the allowed origins call the service and answers their preflights; other requests pass untouched. Cookies
 * come along from origins that are named, never from `*`.
 */
export function cors({ origins }: Config['cors']): RequestHandler {
  const everyone = origins.includes('*')
  const middleware = corsMiddleware({
    origin: everyone ? '*' : (origin, decide) => decide(null, origin !== undefined && allowsOrigin(origins, origin)),
    credentials: !everyone,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
    allowedHeaders: ['Content-Type', 'Authorization', 'Origin', 'Accept'],
    maxAge: 31_536_000,
  })
  return (request, response, next) =>
    request.headers.origin === undefined ? next() : middleware(request, response, next)
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
