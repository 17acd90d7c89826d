import type { Extension } from '../client.js'
import { AbortError } from '../errors/abort-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { expectEntry } from '../rest/expect-entry.js'
import { toJSON } from '../rest/to-json.js'
import { isText } from '../transport/read-answer.js'
import { defaultTimeout, timeLimit } from '../transport/time-limit.js'
import type { TokenSource } from '../transport/transport.js'
import type { Fields, SoundPopulate } from '../types/populate.js'
import type { Named, Selection, SoundName } from '../types/query.js'
import type { RequestOptions } from '../types/request.js'
import type { Result } from '../types/result.js'
import type { User } from '../types/user.js'
import { type Renew, sendRenewing } from './renewal.js'
import { type AuthEvent, createSession } from './session.js'
import { memoryStorage, type TokenStorage } from './token-storage.js'

export interface AuthOptions {
  /** Default: {@link memoryStorage}. */
  readonly storage?: TokenStorage
  /**
   * Called once however many requests find the token refused or begin before it is answered: a new token lets them all
   * go on, nothing (the default) logs out. It sends what it has to through the `send` that it is given, because what is
   * sent through the client waits for the new token.
   */
  readonly onExpired?: Renew
}

export interface LoggedIn<U> {
  readonly jwt: string
  readonly user: Result<U>
}

export interface Auth<U> {
  /**
   * Logs in by user name or e-mail address. Throws an `ApiError` of status 400 when they don't fit; whoever was
   * logged in before still is, then. Throws an `AbortError` when somebody logged out before the answer came, or logged in
   * who began later: that holds.
   */
  login(
    credentials: { readonly identifier: string; readonly password: string },
    options?: RequestOptions,
  ): Promise<LoggedIn<U>>
  /**
   * Creates an account and logs in to it, unless its address is to be confirmed first: then there is no `jwt`, and
   * whoever was logged in before still is.
   */
  register(
    account: { readonly username: string; readonly email: string; readonly password: string },
    options?: RequestOptions,
  ): Promise<Partial<LoggedIn<U>> & Pick<LoggedIn<U>, 'user'>>
  /** Who is logged in. */
  me<
    const F extends Fields<U> = '*',
    const P extends SoundPopulate<U, P> | undefined = undefined,
    N extends SoundName<N, 'fields' | 'populate'> = never,
  >(query?: Selection<U, F, P> & Named<N>, options?: RequestOptions): Promise<Result<U, F, P>>
  /** Forgets the token. The server isn't asked: its JWTs can't be taken back. */
  logout(): Promise<void>
  /** The user's token, if there is one: a refused one too, until it is renewed or forgotten. */
  token(): Promise<string | undefined>
  /**
   * Tells of logins, logouts, renewals and expiries from now on, before the call that caused them is answered; those of
   * other tabs too, where the storage can {@link TokenStorage.watch}. Gives the function that ends it.
   */
  onChange(listener: (event: AuthEvent<U>) => void): () => void
}

const LOGIN = '/auth/local'
const REGISTER = '/auth/local/register'

/** What may stand in a header as it is (RFC 6750 §2.1). */
const TOKEN = /^[\w.~+/-]+=*$/

/** Users' logins: `createClient(…).with(auth())`. While somebody is logged in, their token takes the place of the client's. */
export function auth<U = User>({
  storage = memoryStorage(),
  onExpired,
}: AuthOptions = {}): Extension<{ auth: Auth<U> }> {
  return (context) => {
    const { send, token: clientToken } = context
    const session = createSession<U>(storage)
    // Whoever is here already has no part in a login: the server refuses to log in who is logged in.
    const userToken: TokenSource = (path) => (path === LOGIN || path === REGISTER ? undefined : session.token())
    context.send = sendRenewing(context, session, userToken, onExpired)
    context.token = async (path) => (await userToken(path)) ?? clientToken(path)

    const enter = async (path: string, body: object, options?: RequestOptions): Promise<LoggedIn<U>> => {
      const enterWith = session.begin()
      const request = { method: 'POST', path, body: toJSON(body), options } as const
      const limit = timeLimit(request, defaultTimeout(context.options))
      const answer = await send(request)
      const { jwt, user } = (answer ?? {}) as Partial<LoggedIn<U>> & Pick<LoggedIn<U>, 'user'>
      expectEntry(user, `user of POST ${path}`)
      const toBeConfirmed = path === REGISTER && (jwt ?? '') === ''
      if (!toBeConfirmed && !(isText(jwt) && TOKEN.test(jwt))) {
        throw new ResponseShapeError(`POST ${path} is answered with a token that is none`)
      }
      if (jwt && !(await limit.wait(enterWith(jwt, user), 'the token to be kept'))) {
        throw new AbortError(`POST ${path} was answered after a later login or logout`)
      }
      return answer as LoggedIn<U>
    }

    return {
      auth: {
        login: (credentials, options) => enter(LOGIN, credentials, options),
        register: (account, options) => enter(REGISTER, account, options),
        async me(query, options) {
          const user = await context.send({ method: 'GET', path: '/users/me', query, options })
          return expectEntry(user, 'GET /users/me') as never
        },
        logout: session.leave,
        token: session.token,
        onChange: session.onChange,
      },
    }
  }
}
