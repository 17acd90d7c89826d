import type { Extension } from '../client.js'
import { ApiError } from '../errors/api-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import type { Fields, Populate } from '../types/populate.js'
import type { Selection } from '../types/query.js'
import type { RequestOptions } from '../types/request.js'
import type { Result } from '../types/result.js'
import type { User } from '../types/user.js'
import { memoryStorage, type TokenStorage } from './token-storage.js'

export interface AuthOptions {
  /** Default: {@link memoryStorage}. */
  readonly storage?: TokenStorage
  /**
   * Called once however many requests find the token refused: a new token lets them all be tried again, nothing (the
   * default) logs out.
   */
  readonly onExpired?: () => string | undefined | Promise<string | undefined>
}

export interface LoggedIn<U> {
  readonly jwt: string
  readonly user: Result<U>
}

/** Somebody came or went, or goes on with another token. */
export interface AuthEvent<U = User> {
  /** `expired`: a token was refused and none took its place; `renewed`: `onExpired` gave another. */
  readonly type: 'login' | 'logout' | 'renewed' | 'expired'
  /** The token from now on. */
  readonly jwt: string | undefined
  /** Who logged in; not known of a login in another tab. */
  readonly user: Result<U> | undefined
}

export interface Auth<U> {
  /**
   * Logs in by user name or e-mail address. Throws an {@link ApiError} of status 400 when they don't fit; whoever was
   * logged in before still is, then.
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
  me<const F extends Fields<U> = '*', const P extends Populate<U> | undefined = undefined>(
    query?: Selection<U, F, P>,
    options?: RequestOptions,
  ): Promise<Result<U, F, P>>
  /** Forgets the token. The server isn't asked: its JWTs can't be taken back. */
  logout(): Promise<void>
  /** The user's token, if there is one. */
  token(): Promise<string | undefined>
  /**
   * Tells of logins, logouts, renewals and expiries from now on, before the call that caused them is answered; those of
   * other tabs too, where the storage can {@link TokenStorage.watch}. Gives the function that ends it.
   */
  onChange(listener: (event: AuthEvent<U>) => void): () => void
}

const LOGIN = '/auth/local'
const REGISTER = '/auth/local/register'

/** Users' logins: `createClient(…).with(auth())`. While somebody is logged in, their token takes the place of the client's. */
export function auth<U = User>({
  storage = memoryStorage(),
  onExpired,
}: AuthOptions = {}): Extension<{ auth: Auth<U> }> {
  return (context) => {
    const { send, token: clientToken } = context
    // Whoever is here already has no part in a login: the server refuses to log in who is logged in.
    context.token = async (path) =>
      (path === LOGIN || path === REGISTER ? undefined : await storage.get()) ?? clientToken(path)

    const listeners = new Set<(event: AuthEvent<U>) => void>()
    const tell = (type: AuthEvent<U>['type'], jwt?: string, user?: Result<U>): void => {
      for (const listener of listeners) {
        // On its own, so that what a listener throws doesn't fail the login. It may have been taken off meanwhile.
        queueMicrotask(() => {
          if (listeners.has(listener)) listener({ type, jwt, user })
        })
      }
    }
    const change: (...event: Parameters<typeof tell>) => Promise<void> = async (type, jwt, user) => {
      await storage.set(jwt)
      tell(type, jwt, user)
    }

    let renewal: Promise<void> | undefined
    const renew = async (): Promise<void> => {
      renewal ??= (async () => {
        await storage.set(undefined)
        let renewed: string | undefined
        try {
          renewed = await onExpired?.()
        } finally {
          if (renewed === undefined) tell('expired')
          else await change('renewed', renewed)
        }
      })().finally(() => {
        renewal = undefined
      })
      return renewal
    }

    context.send = async (request) => {
      const used = await storage.get()
      try {
        return await send(request)
      } catch (error) {
        if (!used || !ApiError.is(error) || error.status !== 401) throw error
        // Who comes late finds that another has taken care of the token.
        if ((await storage.get()) === used || renewal) await renew()
        if ((await storage.get()) === undefined) throw error
        return send(request)
      }
    }

    const enter = async (path: string, body: object, options?: RequestOptions): Promise<LoggedIn<U>> => {
      const answer = (await send({ method: 'POST', path, body, options })) as Partial<LoggedIn<U>> | undefined
      if (!answer?.user) throw new ResponseShapeError(`POST ${path} was answered without a user`)
      if (answer.jwt) await change('login', answer.jwt, answer.user)
      return answer as LoggedIn<U>
    }

    return {
      auth: {
        login: (credentials, options) => enter(LOGIN, credentials, options),
        register: (account, options) => enter(REGISTER, account, options),
        me: (query, options) => context.send({ method: 'GET', path: '/users/me', query, options }) as never,
        logout: async () => ((await storage.get()) === undefined ? storage.set(undefined) : change('logout')),
        token: async () => storage.get(),
        onChange(listener) {
          const own = (event: AuthEvent<U>) => listener(event)
          listeners.add(own)
          const unwatch = storage.watch?.((jwt) =>
            listener({ type: jwt === undefined ? 'logout' : 'login', jwt, user: undefined }),
          )
          return () => {
            listeners.delete(own)
            unwatch?.()
          }
        },
      },
    }
  }
}
