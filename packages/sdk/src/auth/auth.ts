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

export interface Auth<U> {
  /** Logs in by user name or e-mail address. Throws an {@link ApiError} of status 400 when they don't fit. */
  login(
    credentials: { readonly identifier: string; readonly password: string },
    options?: RequestOptions,
  ): Promise<LoggedIn<U>>
  /** Creates an account and logs in to it, unless its address is to be confirmed first: then there is no `jwt`. */
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
}

/** Users' logins: `createClient(…).with(auth())`. While somebody is logged in, their token takes the place of the client's. */
export function auth<U = User>({
  storage = memoryStorage(),
  onExpired,
}: AuthOptions = {}): Extension<{ auth: Auth<U> }> {
  return (context) => {
    const { send, token: clientToken } = context
    context.token = async () => (await storage.get()) ?? clientToken()

    let renewal: Promise<void> | undefined
    const renew = async (): Promise<void> => {
      renewal ??= (async () => {
        await storage.set(undefined)
        const renewed = await onExpired?.()
        if (renewed !== undefined) await storage.set(renewed)
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
      // Without the token of whoever was here before: the server refuses to log in who is logged in.
      if ((await storage.get()) !== undefined) await storage.set(undefined)
      const answer = (await send({ method: 'POST', path, body, options })) as Partial<LoggedIn<U>> | undefined
      if (!answer?.user) throw new ResponseShapeError(`POST ${path} was answered without a user`)
      if (answer.jwt) await storage.set(answer.jwt)
      return answer as LoggedIn<U>
    }

    return {
      auth: {
        login: (credentials, options) => enter('/auth/local', credentials, options),
        register: (account, options) => enter('/auth/local/register', account, options),
        me: (query, options) => context.send({ method: 'GET', path: '/users/me', query, options }) as never,
        logout: async () => storage.set(undefined),
        token: async () => storage.get(),
      },
    }
  }
}
