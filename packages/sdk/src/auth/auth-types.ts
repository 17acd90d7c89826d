import type { Fields, SoundPopulate } from '../types/populate.js'
import type { Known, ParameterName, Selection, SelectionParameter } from '../types/query.js'
import type { RequestOptions } from '../types/request.js'
import type { Result } from '../types/result.js'
import type { Renew } from './renewal.js'
import type { AuthEvent } from './session.js'
import type { TokenStorage } from './token-storage.js'

/** The options of `auth`. */
export interface AuthOptions {
  /** Keeps the user's token. Default: in memory. */
  readonly storage?: TokenStorage
  /**
   * Keeps a pending sign-in with a provider while the user is on the provider's page. Default:
   * `sessionStorage` in browsers. On servers the default is memory: pass a storage that the next request can
   * read, such as `cookieStorage({ name: 'content-api.sign-in', … })`.
   */
  readonly signInStorage?: TokenStorage
  /**
   * Called once for each rejected token, even if several requests are rejected. Until it
   * returns, new requests wait. If it returns a token, all these requests are sent with it; otherwise (the
   * default) the user is logged out. Send requests with the `send` of its argument: requests through the
   * client would wait for the new token.
   */
  readonly onExpired?: Renew
}

/** The response to a login. */
export interface LoggedIn<U> {
  readonly jwt: string
  readonly user: Result<U>
}

/** The logins of users, and their passwords. */
export interface Auth<U> {
  /**
   * Logs in by user name or e-mail address. A failed login keeps the previous one. The most recent login or
   * logout wins.
   *
   * @throws ApiError of status 400 for wrong credentials; `AbortError` when a later login or logout overtakes
   * it
   * @example
   * ```ts
   * const { user } = await api.auth.login({ identifier: 'ada', password: 'correct horse' })
   * ```
   */
  login(
    credentials: { readonly identifier: string; readonly password: string },
    options?: RequestOptions,
  ): Promise<LoggedIn<U>>
  /**
   * Creates an account and logs in to it. If the service requires a confirmed address first, `jwt` is
   * undefined and nobody is logged in.
   *
   * @throws ApiError of status 400; its `issues` name the fields
   * @throws AbortError when a later login or logout overtakes it
   */
  register(
    account: { readonly username: string; readonly email: string; readonly password: string },
    options?: RequestOptions,
  ): Promise<Partial<LoggedIn<U>> & Pick<LoggedIn<U>, 'user'>>
  /**
   * Returns the logged-in user.
   *
   * @throws ApiError of status 401 or 403 when nobody is logged in. Without any token it sends no request,
   * and throws the error of status 401 itself. It does send one if the call or the client sets an
   * `Authorization` header, `credentials: 'include'` or an `onRequest` hook, which may add credentials
   * @example
   * ```ts
   * const me = await api.auth.me({ populate: ['role'] })
   * ```
   */
  me<
    const F extends Fields<U> = '*',
    const P extends SoundPopulate<U, P> | undefined = undefined,
    N extends ParameterName<N, SelectionParameter> = never,
  >(query?: Selection<U, F, P> & Known<N, SelectionParameter>, options?: RequestOptions): Promise<Result<U, F, P>>
  /** Forgets the token. Sends no request: servers don't revoke JWTs. */
  logout(): Promise<void>
  /**
   * Requests a mail with a code for a new password. It succeeds even if no account has that address.
   *
   * @example
   * ```ts
   * await api.auth.forgotPassword('ada@example.org')
   * ```
   */
  forgotPassword(email: string, options?: RequestOptions): Promise<void>
  /**
   * Sets a new password with the code of a mail, and logs in. `passwordConfirmation` defaults to the
   * password.
   *
   * @throws ApiError of status 400 for a wrong or used code, or a weak password
   * @throws AbortError when a later login or logout overtakes it
   * @example
   * ```ts
   * await api.auth.resetPassword({ code: 'from-the-mail', password: 'battery staple' })
   * ```
   */
  resetPassword(
    passwords: { readonly code: string; readonly password: string; readonly passwordConfirmation?: string },
    options?: RequestOptions,
  ): Promise<LoggedIn<U>>
  /**
   * Changes the password of the logged-in user and stores the new token. `passwordConfirmation` defaults to
   * the password.
   *
   * @throws ApiError of status 400 for a wrong current password or a weak new one
   * @throws AbortError when another login or logout overtakes it
   * @example
   * ```ts
   * await api.auth.changePassword({ currentPassword: 'correct horse', password: 'battery staple' })
   * ```
   */
  changePassword(
    passwords: {
      readonly currentPassword: string
      readonly password: string
      readonly passwordConfirmation?: string
    },
    options?: RequestOptions,
  ): Promise<LoggedIn<U>>
  /** Requests another mail that confirms an address. */
  sendEmailConfirmation(email: string, options?: RequestOptions): Promise<void>
  /**
   * Confirms an address with the code of a mail. It doesn't log in.
   *
   * @throws ApiError of status 400 for a wrong or used code
   */
  confirmEmail(confirmation: string, options?: RequestOptions): Promise<void>
  /**
   * Starts a sign-in with a provider, such as `github`, and returns the URL to send the browser to. The user
   * comes back to `callback`, a page of the application, which passes its query string to
   * {@link Auth.callback}. The service accepts only a `callback` with the origin and the path that are
   * configured for the provider. Without a `callback`, it uses the configured address.
   *
   * Pass a `callback` if you can: the response must then contain the state of this sign-in. Without one,
   * Strapi's response to another sign-in is accepted while one is pending.
   *
   * @throws QueryError for an invalid provider name; `TypeError` for a `callback` that is not a URL
   * @example
   * ```ts
   * const url = await api.auth.providerURL('github', { callback: 'https://app.example.org/connect/github' })
   * ```
   */
  providerURL(provider: string, options?: { readonly callback?: string }): Promise<string>
  /**
   * Like {@link Auth.providerURL}, and sends the browser to the URL. On a server it only returns the URL.
   *
   * @throws QueryError for an invalid provider name; `TypeError` for a `callback` that is not a URL
   * @example
   * ```ts
   * await api.auth.signInWith('github', { callback: 'https://app.example.org/connect/github' })
   * ```
   */
  signInWith(provider: string, options?: { readonly callback?: string }): Promise<string>
  /**
   * Completes a sign-in with a provider, by the query string of the page that the user came back to, and logs
   * in.
   *
   * @throws QueryError for a response that doesn't belong to a sign-in that this client has started
   * @throws ApiError of kind `ProviderError` when the provider reports an error; of status 400 when the
   * service rejects the provider's response
   * @throws AbortError when a later login or logout overtakes it
   * @example
   * ```ts
   * const { user } = await api.auth.callback('?access_token=abc')
   * ```
   */
  callback(search: string | URLSearchParams, options?: RequestOptions): Promise<LoggedIn<U>>
  /** Returns the user's token, if there is one. A rejected token is returned until it is renewed or removed. */
  token(): Promise<string | undefined>
  /**
   * Calls a listener after logins, logouts, renewals and expiries, before the call that causes them resolves.
   * With a storage that supports {@link TokenStorage.watch}, also after changes in other tabs. Returns a
   * function that removes the listener.
   * @example
   * ```ts
   * const stop = api.auth.onChange(({ type, user }) => console.log(type, user?.username))
   * ```
   */
  onChange(listener: (event: AuthEvent<U>) => void): () => void
}
