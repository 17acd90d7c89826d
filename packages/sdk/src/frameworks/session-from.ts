import type { ShareRenewal } from '../auth/refresh-sessions.js'
import { cookieStorage } from '../auth/cookie-storage.js'
import type { TokenStorage } from '../auth/token-storage.js'
import { shareRenewal } from './shared-renewals.js'

const DAYS = 24 * 60 * 60
const TOKEN_SECONDS = 30 * DAYS
/** A sign-in with a provider takes minutes. */
const SIGN_IN_SECONDS = 10 * 60

/** The parts of a standard `Request` that a session is read from. */
export interface IncomingRequest {
  readonly url: string
  readonly headers: Pick<Headers, 'get'>
}

/** The attributes of a cookie, as frameworks take them. */
export interface CookieAttributes {
  readonly path: string
  readonly httpOnly: boolean
  readonly sameSite: 'lax'
  readonly secure: boolean
  /** Seconds; 0 deletes the cookie. */
  readonly maxAge: number
}

/** The cookies of a framework: `await cookies()` of Next, `Astro.cookies`, `event.cookies` of SvelteKit. */
export interface CookieJar {
  get(name: string): string | { readonly value: string } | undefined
  set(name: string, value: string, attributes: CookieAttributes): unknown
}

/** The options of {@link sessionFrom}. */
export interface SessionOptions {
  /** The first part of the cookies' names. Default `content-api`: `content-api.token`. */
  readonly prefix?: string
  /** Seconds that a login lasts at most. Default 30 days. */
  readonly maxAge?: number
  /**
   * Whether browsers send the cookies over HTTPS only. Default: for a request, whether it came over HTTPS, by
   * its URL or its header `X-Forwarded-Proto`; for the cookies of a framework, true.
   */
  readonly secure?: boolean
}

/** The session of the user of one request: options for `auth` and `refreshSessions`. */
export interface Session {
  /** Keeps the token, or the access token of {@link refreshSessions}. */
  readonly storage: TokenStorage
  /** Keeps the refresh token. */
  readonly refreshStorage: TokenStorage
  /** Keeps a pending sign-in with a provider for ten minutes. */
  readonly signInStorage: TokenStorage
  /** Exchanges each refresh token once for all requests of this process. */
  readonly shareRenewal: ShareRenewal
}

/** A session whose changes must be written to the response. */
export interface RequestSession extends Session {
  /** Returns the values of the `Set-Cookie` headers: the cookies that have changed so far. */
  cookies(): readonly string[]
  /**
   * Adds the changed cookies to the response, or to headers, and forbids caches to store it. Returns a copy
   * of a response whose headers can't be changed, and otherwise its argument.
   */
  applyTo<T extends Response | Headers>(target: T): T
}

/**
 * Reads the session of a user from a request, for one client per request. Tokens are kept in cookies that
 * scripts can't read (`HttpOnly`, `SameSite=Lax`). Pass the result to `auth` for a service with one token per
 * login, or to `refreshSessions`. From a `Request`, add the changes to the response with `applyTo`. From the
 * cookies of a framework, the framework adds them.
 *
 * @example
 * ```ts
 * async function handle(request: Request, respond: (api: unknown) => Promise<Response>): Promise<Response> {
 *   const session = sessionFrom(request)
 *   const api = createClient({ baseURL: 'https://cms.example.org' }).with(auth(session))
 *   return session.applyTo(await respond(api))
 * }
 * ```
 */
export function sessionFrom(request: IncomingRequest, options?: SessionOptions): RequestSession
export function sessionFrom(jar: CookieJar, options?: SessionOptions): Session
export function sessionFrom(source: IncomingRequest | CookieJar, options: SessionOptions = {}): Session {
  return 'headers' in source ? sessionFromRequest(source, options) : sessionFromJar(source, options)
}

function sessionFromRequest(request: IncomingRequest, options: SessionOptions): RequestSession {
  const secure = options.secure ?? isSecure(request)
  /** The changed cookies by name. */
  const changed = new Map<string, string>()
  const storageOf = (name: string, maxAge: number): TokenStorage =>
    cookieStorage({
      name,
      maxAge,
      secure,
      httpOnly: true,
      read: () => request.headers.get('cookie'),
      write: (cookie) => changed.set(name, cookie),
    })
  const cookies = () => [...changed.values()]
  return {
    ...storagesOf(storageOf, options),
    cookies,
    applyTo<T extends Response | Headers>(target: T): T {
      if (changed.size === 0) return target
      if (target instanceof Headers) {
        addCookies(target, cookies())
        return target
      }
      return withCookies(target, cookies()) as T
    },
  }
}

function sessionFromJar(jar: CookieJar, options: SessionOptions): Session {
  const { secure = true } = options
  const storageOf = (name: string, maxAge: number): TokenStorage => {
    // A jar may return the value of the request after a change.
    let written: { readonly token: string | undefined } | undefined
    return {
      get() {
        if (written) return written.token
        const value = jar.get(name)
        return (typeof value === 'object' ? value.value : value) || undefined
      },
      set(token) {
        written = { token }
        const lasts = token === undefined ? 0 : maxAge
        jar.set(name, token ?? '', { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: lasts })
      },
    }
  }
  return storagesOf(storageOf, options)
}

function storagesOf(
  storageOf: (name: string, maxAge: number) => TokenStorage,
  { prefix = 'content-api', maxAge = TOKEN_SECONDS }: SessionOptions,
): Session {
  return {
    storage: storageOf(`${prefix}.token`, maxAge),
    refreshStorage: storageOf(`${prefix}.refresh-token`, maxAge),
    signInStorage: storageOf(`${prefix}.sign-in`, SIGN_IN_SECONDS),
    shareRenewal,
  }
}

/** A client may send `X-Forwarded-Proto` itself. The header can only make its own cookies `Secure`. */
function isSecure({ url, headers }: IncomingRequest): boolean {
  const [forwarded] = (headers.get('x-forwarded-proto') ?? '').split(',')
  return url.startsWith('https:') || forwarded?.trim() === 'https'
}

function addCookies(headers: Headers, cookies: readonly string[]): void {
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  // A shared cache would send the session of one user to others.
  headers.set('cache-control', 'private, no-store')
}

function withCookies(response: Response, cookies: readonly string[]): Response {
  try {
    addCookies(response.headers, cookies)
    return response
  } catch {
    // The headers of `Response.redirect` and of responses from `fetch` can't be changed.
    const copy = new Response(response.body, response)
    addCookies(copy.headers, cookies)
    return copy
  }
}
