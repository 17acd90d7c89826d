import { LRUCache } from 'lru-cache'
import { nextTokenEpoch } from './jwt.js'

/** Older knowledge may be outdated, because other processes revoke tokens too. */
const freshMilliseconds = 60_000
const maximumUsers = 10_000

/**
 * What this process knows about revocations of the tokens of users. Project code creates tokens without
 * waiting for the database, so it uses the revocation that preceded its last read of the user.
 */
export interface TokenEpochs {
  /** Stores the time of the last revocation of a user's tokens, as just read; null if there was none. */
  learn(userId: number, validFrom: string | null): void
  /** Returns the time of the last revocation; undefined if it wasn't read recently. */
  known(userId: number): string | null | undefined
  /** Stores the time of a token that names no revocation. */
  noteUnstamped(userId: number): void
  /** Returns the time of a revocation now: after the last one, and after all tokens of this process. */
  revoke(userId: number, last: string | null): string
  forget(): void
}

export function createTokenEpochs(): TokenEpochs {
  const known = new LRUCache<number, { readonly validFrom: string | null }>({
    max: maximumUsers,
    ttl: freshMilliseconds,
  })
  const unstamped = new LRUCache<number, number>({ max: maximumUsers })
  return {
    learn: (userId, validFrom) => void known.set(userId, { validFrom }),
    known: (userId) => known.get(userId)?.validFrom,
    noteUnstamped: (userId) => void unstamped.set(userId, Math.max(Date.now(), unstamped.get(userId) ?? 0)),
    revoke(userId, last) {
      known.delete(userId)
      return nextTokenEpoch(last, unstamped.get(userId))
    },
    forget: () => known.clear(),
  }
}
