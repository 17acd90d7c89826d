import type { Result } from '../types/result.js'
import type { User } from '../types/user.js'
import type { TokenStorage } from './token-storage.js'

/** A login, a logout, or a change of the user's token. */
export interface AuthEvent<U = User> {
  /** `expired`: a token was rejected and not replaced. `renewed`: `onExpired` or `changePassword` returned another. */
  readonly type: 'login' | 'logout' | 'renewed' | 'expired'
  /** The token from now on. */
  readonly jwt: string | undefined
  /** The user who logged in; unknown for a login in another tab. */
  readonly user: Result<U> | undefined
}

/**
 * Stores the token of a completed login. Returns false, and stores nothing, if a later login or logout has
 * completed.
 */
export type CompleteLogin<U> = (jwt: string, user: Result<U>) => Promise<boolean>

export interface Session<U> {
  /** Returns the user's token, if there is one. */
  readonly token: () => Promise<string | undefined>
  /** Begins a login. The most recent login or logout wins, in the order in which they begin. */
  readonly begin: () => CompleteLogin<U>
  readonly leave: () => Promise<void>
  /** Replaces or forgets a token, unless another login or logout has done so. Returns whether it was replaced. */
  readonly replace: (old: string, renewed: string | undefined) => Promise<boolean>
  /** Returns whether the token was renewed. After another login it wasn't: the current token may be another user's. */
  readonly hasReplaced: (token: string) => Promise<boolean>
  /** Returns a function that ends the notifications. */
  readonly onChange: (listener: (event: AuthEvent<U>) => void) => () => void
}

/** Stores the token of the logged-in user, and notifies listeners of changes. */
export function createSession<U>(storage: TokenStorage): Session<U> {
  const notifier = createNotifier<U>()
  const runExclusively = createMutex()

  /** The token of the latest login here. */
  let loginToken: string | undefined

  // Logins and logouts are numbered as they begin. The highest number that has completed wins.
  let lastBegun = 0
  let lastCompleted = 0

  const change = async (event: AuthEvent<U>): Promise<void> => {
    await storage.set(event.jwt)
    notifier.notify(event)
  }

  return {
    token: async () => storage.get(),
    begin() {
      const number = ++lastBegun
      return async (jwt, user) => {
        if (number < lastCompleted) return false
        lastCompleted = number
        await runExclusively(async () => {
          loginToken = jwt
          await change({ type: 'login', jwt, user })
        })
        return true
      }
    },
    async leave() {
      lastCompleted = ++lastBegun
      await runExclusively(async () => {
        if ((await storage.get()) === undefined) await storage.set(undefined)
        else await change({ type: 'logout', jwt: undefined, user: undefined })
      })
    },
    replace: async (old, renewed) =>
      runExclusively(async () => {
        const isCurrent = (await storage.get()) === old
        if (isCurrent) {
          await change({ type: renewed === undefined ? 'expired' : 'renewed', jwt: renewed, user: undefined })
        } else if (renewed === loginToken) {
          // `onExpired` has logged in: the new token belongs to the same user.
          loginToken = undefined
        }
        return isCurrent
      }),
    async hasReplaced(old) {
      const token = await storage.get()
      return token !== undefined && token !== old && token !== loginToken
    },
    onChange(listener) {
      const remove = notifier.add(listener)
      const unwatch = storage.watch?.((jwt) =>
        listener({ type: jwt === undefined ? 'logout' : 'login', jwt, user: undefined }),
      )
      return () => {
        remove()
        unwatch?.()
      }
    },
  }
}

function createNotifier<U>() {
  const listeners = new Set<(event: AuthEvent<U>) => void>()
  return {
    add(listener: (event: AuthEvent<U>) => void): () => void {
      // A function that is added twice is called twice.
      const own = (event: AuthEvent<U>) => listener(event)
      listeners.add(own)
      return () => listeners.delete(own)
    },
    notify(event: AuthEvent<U>): void {
      for (const listener of listeners) {
        // An error of a listener must not fail the login. A listener may have been removed before the microtask.
        queueMicrotask(() => {
          if (listeners.has(listener)) listener(event)
        })
      }
    },
  }
}

/** Returns a function that runs one task after the other, in the order of the calls. */
function createMutex(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const done = last.then(task)
    last = done.catch(() => undefined)
    return done
  }
}
