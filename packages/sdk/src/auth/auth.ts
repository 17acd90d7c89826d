import type { ClientOptions, Extension } from '../client.js'
import { AbortError } from '../errors/abort-error.js'
import { ApiError } from '../errors/api-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { isObject } from '../query/json-value.js'
import { expectEntry } from '../rest/expect-entry.js'
import { toJSON } from '../rest/to-json.js'
import { mergeHeaders } from '../transport/headers.js'
import { isText } from '../transport/read-response.js'
import { defaultTimeout, startTimeLimit } from '../transport/time-limit.js'
import type { TokenSource } from '../transport/transport.js'
import type { ApiRequest, RequestOptions } from '../types/request.js'
import type { User } from '../types/user.js'
import type { Auth, AuthOptions, LoggedIn } from './auth-types.js'
import { webStorage } from './local-storage.js'
import { readProviderResponse, startSignIn } from './provider-sign-in.js'
import { sendRenewing } from './renewal.js'
import { createSession } from './session.js'
import { memoryStorage, type TokenStorage } from './token-storage.js'

const ME = '/users/me'
const LOGIN = '/auth/local'
const REGISTER = '/auth/local/register'
const FORGOT_PASSWORD = '/auth/forgot-password'
const RESET_PASSWORD = '/auth/reset-password'
const CHANGE_PASSWORD = '/auth/change-password'
const SEND_EMAIL_CONFIRMATION = '/auth/send-email-confirmation'
const CONFIRM_EMAIL = '/auth/email-confirmation'
const CALLBACK = /^\/auth\/[\w-]+\/callback$/

/** Returns whether a request is sent without the user's token: servers reject these requests if they have one. */
const isAnonymous = (path: string): boolean =>
  [LOGIN, REGISTER, FORGOT_PASSWORD, RESET_PASSWORD, SEND_EMAIL_CONFIRMATION, CONFIRM_EMAIL].includes(path) ||
  CALLBACK.test(path)

/** A token that is a valid header value (RFC 6750 §2.1). */
const TOKEN = /^[\w.~+/-]+=*$/

/**
 * Adds logins of users to a client, as `auth`. While a user is logged in, their token replaces the client's.
 *
 * @example
 * ```ts
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' }).with(auth())
 * await api.auth.login({ identifier: 'ada', password: 'correct horse' })
 * ```
 */
export function auth<U = User>(options: AuthOptions = {}): Extension<{ auth: Auth<U> }> {
  const { storage = memoryStorage(), signInStorage = defaultSignInStorage(), onExpired } = options
  return (context) => {
    const { send, token: clientToken } = context
    const session = createSession<U>(storage)
    const userToken: TokenSource = (path) => (isAnonymous(path) ? undefined : session.token())
    context.send = sendRenewing(context, session, userToken, onExpired)
    context.token = async (path) => (await userToken(path)) ?? clientToken(path)

    const startLimit = (request: ApiRequest) => startTimeLimit(request, defaultTimeout(context.options))

    /** Sends a request that logs in, and stores the token of the response. */
    async function login(request: ApiRequest, mayLackToken = false): Promise<LoggedIn<U>> {
      const complete = session.begin()
      const limit = startLimit(request)
      const response = readLogin<U>(await send(request), request, mayLackToken)
      const { jwt, user } = response
      const isKept = !jwt || (await limit.wait(() => complete(jwt, user), 'the token to be kept'))
      if (!isKept) throw overtaken(request)
      return response
    }

    async function me(query?: object, options?: RequestOptions): Promise<unknown> {
      const request: ApiRequest = { method: 'GET', path: ME, query, options }
      const token = await startLimit(request).wait(() => context.token(ME), 'the token')
      if (!token && !mayAddCredentials(context.options, options)) throw nobody()
      return expectEntry(await context.send(request), `GET ${ME}`)
    }

    async function changePassword(passwords: object, options?: RequestOptions): Promise<LoggedIn<U>> {
      const request = postOf(CHANGE_PASSWORD, passwords, options)
      const limit = startLimit(request)
      const old = await limit.wait(session.token, 'the token')
      const response = readLogin<U>(await context.send(request), request)
      const isKept =
        old === undefined || (await limit.wait(() => session.replace(old, response.jwt), 'the token to be kept'))
      if (!isKept) throw overtaken(request)
      return response
    }

    async function confirmEmail(confirmation: string, options?: RequestOptions): Promise<void> {
      const query = { confirmation }
      try {
        await send({ method: 'GET', path: CONFIRM_EMAIL, query, options })
      } catch (error) {
        // Strapi confirms with a redirect to a page of the application.
        const isRedirect = ApiError.is(error) && error.status < 400
        if (!isRedirect) throw error
      }
    }

    async function providerURL(provider: string, { callback }: { readonly callback?: string } = {}): Promise<string> {
      const { baseURL, prefix = '/api' } = context.options
      return baseURL.replace(/\/$/, '') + prefix + (await startSignIn(signInStorage, provider, callback))
    }

    return {
      auth: {
        login: async (credentials, options) => login(postOf(LOGIN, credentials, options)),
        register: async (account, options) => login(postOf(REGISTER, account, options), true),
        // The type of the result depends on the query of each call, which an implementation can't express.
        me: me as Auth<U>['me'],
        logout: session.leave,
        async forgotPassword(email, options) {
          await send(postOf(FORGOT_PASSWORD, { email }, options))
        },
        resetPassword: async (passwords, options) => login(postOf(RESET_PASSWORD, confirmed(passwords), options)),
        changePassword: async (passwords, options) => changePassword(confirmed(passwords), options),
        async sendEmailConfirmation(email, options) {
          await send(postOf(SEND_EMAIL_CONFIRMATION, { email }, options))
        },
        confirmEmail,
        providerURL,
        async signInWith(provider, options) {
          const url = await providerURL(provider, options)
          // Servers and workers can't navigate.
          if (typeof window !== 'undefined') window.location.assign(url)
          return url
        },
        async callback(search, callOptions) {
          const { provider, query, exchange } = await readProviderResponse(signInStorage, search)
          const path = `/auth/${provider}/callback`
          // A code and a provider's token may be used once.
          const options = { retry: 0, ...context.options.api?.signIn, ...callOptions }
          return login(
            exchange ? { method: 'POST', path, body: exchange, options } : { method: 'GET', path, query, options },
          )
        },
        token: session.token,
        onChange: session.onChange,
      },
    }
  }
}

function postOf(path: string, body: object, options?: RequestOptions): ApiRequest {
  return { method: 'POST', path, body: toJSON(body), options }
}

/** Strapi requires the new password twice. */
function confirmed(passwords: { readonly password: string; readonly passwordConfirmation?: string }): object {
  return { passwordConfirmation: passwords.password, ...passwords }
}

/** Returns whether a request may have credentials that the client doesn't know. */
function mayAddCredentials({ defaults = {} }: ClientOptions, call: RequestOptions = {}): boolean {
  const { credentials, onRequest } = { ...defaults, ...call }
  if (onRequest || credentials === 'include') return true
  return mergeHeaders(defaults.headers, call.headers).has('authorization')
}

function nobody(): ApiError {
  return new ApiError(`GET ${ME} was not sent: nobody is logged in`, {
    status: 401,
    kind: 'UnauthorizedError',
    serverMessage: '',
    issues: [],
    requestId: null,
    raw: undefined,
  })
}

function overtaken({ method, path }: ApiRequest): AbortError {
  return new AbortError(`${method} ${path} was overtaken by a later login or logout`)
}

/** Until a new account is confirmed by mail, it has no token. */
function readLogin<U>(response: unknown, { method, path }: ApiRequest, mayLackToken = false): LoggedIn<U> {
  const { jwt, user } = isObject(response) ? response : {}
  expectEntry(user, `user of ${method} ${path}`)
  const isMissing = jwt === undefined || jwt === null || jwt === ''
  const isToken = isText(jwt) && TOKEN.test(jwt)
  if (!isToken && !(isMissing && mayLackToken)) {
    throw new ResponseShapeError(`${method} ${path} returned a token that is not a valid header value`)
  }
  return response as LoggedIn<U>
}

/** The provider sends the user back to a new page of the same tab, where a storage in memory would be empty. */
function defaultSignInStorage(): TokenStorage {
  return 'sessionStorage' in globalThis ? webStorage('sessionStorage', 'content-api.sign-in') : memoryStorage()
}
