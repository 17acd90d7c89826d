import {
  type AnyContentTypes,
  ApiError,
  type Auth,
  auth,
  type Client,
  type ContentTypes,
  QueryError,
  refreshSessions,
  type SessionAuth,
  type Upload,
  upload,
  type User,
} from '@content-api/sdk'
import { type RequestSession, sessionFrom, type SessionOptions } from '@content-api/sdk/frameworks'
import { upload as documentUpload } from '@content-api/sdk/strapi5'
import type { MiddlewareContext } from '../astro.js'
import { connect, type Connection } from '../connection.js'
import { NotFound } from './or-not-found.js'

/** The options of {@link contentApi}. */
export interface ContentApiOptions extends Connection {
  /** How users sign in: `token` (default) for one token per login, `sessions` for refresh tokens, false for none. */
  readonly auth?: 'token' | 'sessions' | false
  /** The names, the lifetime and the attribute `Secure` of the cookies. */
  readonly session?: SessionOptions
  /**
   * The path of the page for signing in. Requests whose call the service rejects with 401, or with 403 for a
   * visitor without a session, are redirected there. Default: the error ends the page, as others do.
   */
  readonly signInPage?: string
}

type UserOf<Types> = Types extends { readonly user: infer U } ? U : User
type SignIn<U, Kind> = Kind extends 'sessions'
  ? { readonly auth: SessionAuth<U> }
  : Kind extends false
    ? {}
    : { readonly auth: Auth<U> }

/**
 * The client of a request, for `App.Locals` of `src/env.d.ts`. `Api` and `Kind` are the options `api` and
 * `auth` of {@link contentApi}.
 */
export type ContentApi<
  Types extends ContentTypes = AnyContentTypes,
  Api extends 'strapi4' | 'strapi5' = 'strapi4',
  Kind extends 'token' | 'sessions' | false = 'token',
> = Client<Types, Api extends 'strapi5' ? 'strapi5' : 'flat'> & SignIn<UserOf<Types>, Kind> & Upload

/** A middleware of Astro. */
export type ContentMiddleware = (context: MiddlewareContext, next: () => Promise<Response>) => Promise<Response>

/**
 * Returns a middleware that gives each request a client with the session of its visitor, `locals.api`, and
 * writes changed cookies to the response. Calls that fail with 404, and `orNotFound`, show the page of the
 * status 404. Prerendered pages have a client without a session. Other errors are thrown on to Astro.
 *
 * @example
 * ```ts
 * // src/middleware.ts
 * export const onRequest = contentApi({ url: 'https://cms.example.org', signInPage: '/sign-in' })
 * ```
 */
export function contentApi(options: ContentApiOptions = {}): ContentMiddleware {
  return async (context, next) => {
    // Astro warns when code reads the headers of a request that it prerenders.
    const request = context.isPrerendered ? new Request(context.url) : context.request
    const session = sessionFrom(request, options.session)
    Object.assign(context.locals, { api: clientOf(options, session) })
    return session.applyTo(await next().catch(async (error) => responseTo(error, context, options, session)))
  }
}

function clientOf(options: ContentApiOptions, session: RequestSession): object {
  const { api, auth: kind } = options
  const client = connect(options).with(api === 'strapi5' ? documentUpload() : upload())
  if (kind === false) return client
  return kind === 'sessions' ? client.with(refreshSessions(session)) : client.with(auth(session))
}

/** Returns the response to an error of a page. @throws the error if Astro must show it */
async function responseTo(
  error: unknown,
  { request, url }: MiddlewareContext,
  { signInPage }: ContentApiOptions,
  session: RequestSession,
): Promise<Response> {
  // Astro shows `src/pages/404.astro` for a response with this status and without a body.
  if (isMissing(error)) return new Response(null, { status: 404 })
  if (signInPage === undefined || url.pathname === signInPage || !ApiError.is(error)) throw error
  const isVisitor = error.status === 403 && (await session.storage.get()) === undefined
  if (error.status !== 401 && !isVisitor) throw error
  return new Response(null, { status: request.method === 'GET' ? 302 : 303, headers: { location: signInPage } })
}

function isMissing(error: unknown): boolean {
  if (error instanceof NotFound) return true
  return ApiError.is(error) ? error.status === 404 : QueryError.is(error) && error.matchesNothing
}
