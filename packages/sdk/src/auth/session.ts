import type { Result } from '../types/result.js'
import type { User } from '../types/user.js'
import type { TokenStorage } from './token-storage.js'

/** Somebody came or went, or goes on with another token. */
export interface AuthEvent<U = User> {
  /** `expired`: a token was refused and none took its place; `renewed`: `onExpired` gave another. */
  readonly type: 'login' | 'logout' | 'renewed' | 'expired'
  /** The token from now on. */
  readonly jwt: string | undefined
  /** Who logged in; not known of a login in another tab. */
  readonly user: Result<U> | undefined
}

export interface Session<U> {
  /** The user's token, if there is one. */
  readonly token: () => Promise<string | undefined>
  /**
   * Begins a login; what it gives is called with its answer. False when somebody logged out since, or logged in who began
   * later: the later word holds.
   */
  readonly begin: () => (jwt: string, user: Result<U>) => Promise<boolean>
  readonly leave: () => Promise<void>
  /**
   * Puts a token in the place of one that was refused, or forgets that; unless somebody logged in or out meanwhile: the
   * later word holds.
   */
  readonly replace: (refused: string, renewed: string | undefined) => Promise<void>
  /** Whether the user of that token goes on with another. One of a later login here may be somebody else's. */
  readonly goesOnWithout: (token: string) => Promise<boolean>
  /** Gives the function that ends it. */
  readonly onChange: (listener: (event: AuthEvent<U>) => void) => () => void
}

/** Who is logged in: keeps their token, and tells of each that comes and goes. */
export function createSession<U>(storage: TokenStorage): Session<U> {
  const listeners = new Set<(event: AuthEvent<U>) => void>()
  const change = async (type: AuthEvent<U>['type'], jwt?: string, user?: Result<U>): Promise<void> => {
    await storage.set(jwt)
    for (const listener of listeners) {
      // On its own, so that what a listener throws doesn't fail the login. It may have been taken off meanwhile.
      queueMicrotask(() => {
        if (listeners.has(listener)) listener({ type, jwt, user })
      })
    }
  }

  let latest: Promise<unknown> = Promise.resolve()
  /** Changes happen in the order in which they were asked for, however long the storage takes for each. */
  const inTurn = async (work: () => Promise<void>): Promise<void> => {
    const done = latest.then(work)
    latest = done.catch(() => undefined)
    return done
  }

  /** The token of the latest login here. */
  let entered: string | undefined

  // Logins and logouts are numbered as they are asked for; the latest that came to be is the word that holds.
  let asked = 0
  let holds = 0

  return {
    token: async () => storage.get(),
    begin() {
      const number = ++asked
      return async (jwt, user) => {
        if (number < holds) return false
        holds = number
        await inTurn(async () => {
          entered = jwt
          await change('login', jwt, user)
        })
        return true
      }
    },
    async leave() {
      holds = ++asked
      await inTurn(async () => ((await storage.get()) === undefined ? storage.set(undefined) : change('logout')))
    },
    replace: async (refused, renewed) =>
      inTurn(async () => {
        if ((await storage.get()) === refused) await change(renewed === undefined ? 'expired' : 'renewed', renewed)
        // Renewed by a login: it is the same user's.
        else if (renewed === entered) entered = undefined
      }),
    goesOnWithout: async (used) => {
      const token = await storage.get()
      return token !== undefined && token !== used && token !== entered
    },
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
  }
}
