import type { AuthOptions } from './auth-types.js'
import { auth } from './auth.js'
import { inOneTab } from './in-one-tab.js'
import type { OpenSession, SessionAuth } from './session-auth.js'
import { memoryStorage, type TokenStorage } from './token-storage.js'
import type { Extension } from '../client.js'
import { ApiError } from '../errors/api-error.js'
import { QueryError } from '../errors/query-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { isObject } from '../query/json-value.js'
import { toJSON } from '../rest/to-json.js'
import { isText } from '../transport/read-response.js'
import { createTransport } from '../transport/transport.js'
import type { ApiRequest, RequestOptions } from '../types/request.js'
import type { User } from '../types/user.js'

const REFRESH = '/auth/refresh'
const LOGOUT = '/auth/logout'
const SESSIONS = '/auth/sessions'
const SESSION_ID = /^[\w-]+$/

/**
 * Returns the response to the exchange of a refresh token. `renew` sends the request. A token that is
 * exchanged twice ends its session, so concurrent calls for one token should share the response.
 */
export type ShareRenewal = (refreshToken: string, renew: () => Promise<unknown>) => Promise<unknown>

/** The options of {@link refreshSessions}. */
export interface RefreshSessionOptions extends Omit<AuthOptions, 'onExpired'> {
  /**
   * Where the refresh token is. `token` (default): in responses, and in `refreshStorage`. `cookie`: in an
   * httpOnly cookie, which scripts can't read, for services with `sessions.httpOnly: true`.
   */
  readonly refresh?: 'token' | 'cookie'
  /** Keeps the refresh token. Default: in memory. */
  readonly refreshStorage?: TokenStorage
  /**
   * Requests the cookie with the header `x-strapi-refresh-cookie`, for services without `sessions.httpOnly`.
   * From another origin, the CORS settings of the service must allow this header.
   */
  readonly requestCookie?: boolean
  /**
   * Shares renewals between clients with the same refresh token, such as those of concurrent requests to a
   * server. Default: only tabs of a browser wait for each other.
   */
  readonly shareRenewal?: ShareRenewal
}

/**
 * Adds logins with sessions to a client, as `auth`: for a service with `auth.sessions`, or a Strapi 5 with
 * `jwtManagement: 'refresh'`. It adds what `auth()` adds, and sessions. An expired access token is renewed
 * once, and the requests that it was rejected for are sent again.
 *
 * @example
 * ```ts
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' }).with(refreshSessions())
 * await api.auth.login({ identifier: 'ada', password: 'correct horse' })
 * await api.auth.logout()
 * ```
 */
export function refreshSessions<U = User>({
  refresh = 'token',
  refreshStorage = memoryStorage(),
  requestCookie = false,
  storage = memoryStorage(),
  shareRenewal = async (_, renew) => renew(),
  ...options
}: RefreshSessionOptions = {}): Extension<{ auth: SessionAuth<U> }> {
  const usesCookie = refresh === 'cookie'
  const cookieOptions: RequestOptions = {
    ...(usesCookie && { credentials: 'include' }),
    ...(requestCookie && { headers: { 'x-strapi-refresh-cookie': 'httpOnly' } }),
  }
  return (context) => {
    // Services reject a refresh with an expired access token.
    const sendWithoutToken = createTransport(context.options, () => undefined)
    let renewal: Promise<string | undefined> | undefined

    const { send } = context
    context.send = async (request) => {
      if (!request.path.startsWith('/auth/')) return send(request)
      const response = await send(withOptions(request, cookieOptions))
      await keepRefreshToken(response)
      return response
    }

    async function keepRefreshToken(response: unknown): Promise<void> {
      const token = refreshTokenOf(response)
      if (isText(token) && !usesCookie) await refreshStorage.set(token)
    }

    async function sendRefresh(refreshToken?: string): Promise<string> {
      const body = toJSON({ refreshToken })
      const send = async () => sendWithoutToken({ method: 'POST', path: REFRESH, body, options: cookieOptions })
      const response = await (refreshToken === undefined ? send() : shareRenewal(refreshToken, send))
      const { jwt, refreshToken: next }: Record<string, unknown> = isObject(response) ? response : {}
      if (!isText(jwt)) throw new ResponseShapeError(`POST ${REFRESH} returned no token`)
      if (isText(next)) await refreshStorage.set(next)
      return jwt
    }

    /** Returns a new access token, or undefined if the session has ended. */
    async function renew(): Promise<string | undefined> {
      const refreshToken = usesCookie ? undefined : await refreshStorage.get()
      if (!usesCookie && refreshToken === undefined) return undefined
      try {
        return await sendRefresh(refreshToken)
      } catch (error) {
        if (!(ApiError.is(error) && (error.status === 400 || error.status === 401))) throw error
        if (usesCookie) return undefined
        // Each refresh token is valid once. Another tab with the same storage may have used it.
        if ((await refreshStorage.get()) !== refreshToken) return renew()
        await refreshStorage.set(undefined)
        return undefined
      }
    }

    /** Renews once for all concurrent callers, also those of other tabs: a service may end a session otherwise. */
    const renewOnce = async (): Promise<string | undefined> => {
      renewal ??= inOneTab(`content-api.refresh ${context.options.baseURL}`, renew).finally(() => {
        renewal = undefined
      })
      return renewal
    }

    const { auth: logins } = auth<U>({ ...options, storage, onExpired: renewOnce })(context)

    async function restore(): Promise<string | undefined> {
      const jwt = await renewOnce()
      await storage.set(jwt)
      return jwt
    }

    /**
     * Logs in once more if a response has set no cookie. After a registration and a change of the password,
     * Strapi sends the refresh token in the body even if a cookie holds it otherwise. It can't be exchanged
     * for a cookie, because a cookie of an earlier session takes precedence.
     */
    async function completeCookie<R extends object>(response: R, password: string, options?: RequestOptions) {
      if (!usesCookie || !isText(refreshTokenOf(response))) return response
      const { email } = (response as { readonly user: Account }).user
      return (await logins.login({ identifier: email, password }, options)) as unknown as R
    }

    const sessions: SessionAuth<U> = {
      ...logins,
      login: async (credentials, options) => logins.login(credentials, options),
      register: async (account, options) =>
        completeCookie(await logins.register(account, options), account.password, options),
      resetPassword: async (passwords, options) =>
        completeCookie(await logins.resetPassword(passwords, options), passwords.password, options),
      changePassword: async (passwords, options) =>
        completeCookie(await logins.changePassword(passwords, options), passwords.password, options),
      refresh: restore,
      async logout({ everywhere, deviceId, ...options } = {}) {
        try {
          const token = (await logins.token()) ?? (await restore())
          if (token === undefined) return
          const body = toJSON(everywhere ? { scope: 'all' } : { deviceId })
          await context.send({ method: 'POST', path: LOGOUT, body, options })
        } catch (error) {
          // The session has ended before.
          if (!(ApiError.is(error) && (error.status === 401 || error.status === 403))) throw error
        } finally {
          // Another device's session isn't this one.
          if (deviceId === undefined) {
            await refreshStorage.set(undefined)
            await logins.logout()
          }
        }
      },
      async sessions(options) {
        const response = await context.send({ method: 'GET', path: SESSIONS, options })
        const { data }: { readonly data?: unknown } = isObject(response) ? response : {}
        if (!Array.isArray(data)) throw new ResponseShapeError(`GET ${SESSIONS} returned no list`)
        return data as OpenSession[]
      },
      async endSession(id, options) {
        if (!SESSION_ID.test(id)) throw new QueryError('session', `is '${id}', which is not the id of a session`)
        await context.send({ method: 'DELETE', path: `${SESSIONS}/${id}`, options })
      },
    }
    return { auth: sessions }
  }
}

interface Account {
  readonly email: string
}

function refreshTokenOf(response: unknown): unknown {
  return isObject(response) ? response['refreshToken'] : undefined
}

/** Returns a request with more options. Its own ones and its headers win. */
function withOptions({ options = {}, ...request }: ApiRequest, more: RequestOptions): ApiRequest {
  return { ...request, options: { ...more, ...options, headers: { ...more.headers, ...options.headers } } }
}
