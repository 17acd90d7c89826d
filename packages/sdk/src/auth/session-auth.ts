import type { Auth, LoggedIn } from './auth-types.js'
import type { RequestOptions } from '../types/request.js'

/** An open session of the logged-in user. */
export interface OpenSession {
  readonly id: string
  /** The `deviceId` of the login. */
  readonly deviceId: string | null
  /** The browser and the system, if the service knows them. */
  readonly deviceName?: string
  /** Whether it is the session of this client. */
  readonly current: boolean
  readonly loginAt: string
  readonly lastActiveAt: string
}

/** The options of a logout. */
export interface LogoutOptions extends RequestOptions {
  /** Ends all sessions of the user. */
  readonly everywhere?: boolean
  /** Ends the session of this device instead of the client's own session. */
  readonly deviceId?: string
}

/** The logins of users and their sessions. */
export interface SessionAuth<U> extends Omit<Auth<U>, 'login' | 'logout'> {
  /** Logs in, as `login` of `auth` does. `deviceId` names the session. */
  login(
    credentials: { readonly identifier: string; readonly password: string; readonly deviceId?: string },
    options?: RequestOptions,
  ): Promise<LoggedIn<U>>
  /**
   * Gets a new access token with the refresh token, for example after a page was loaded again. Concurrent
   * calls share one request. Returns undefined if there is no session. Listeners of `onChange` aren't called.
   */
  refresh(): Promise<string | undefined>
  /**
   * Ends the session at the service and forgets the tokens, also if the request fails. In Strapi 5 an access
   * token stays valid until it expires.
   */
  logout(options?: LogoutOptions): Promise<void>
  /** Returns the open sessions of the user. */
  sessions(options?: RequestOptions): Promise<OpenSession[]>
  /**
   * Ends another session of the user.
   *
   * @throws ApiError of status 404 if no session has this id
   */
  endSession(id: string, options?: RequestOptions): Promise<void>
}
