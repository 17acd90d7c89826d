import { LRUCache } from 'lru-cache'
import { Queue } from '@content-api/engine/concurrency'
import { ApiError } from '@content-api/engine/errors'
import { countHit, deleteEndedHits, type Hits } from '@content-api/engine/accounts'
import type { AnyDatabase, Reader } from '@content-api/engine/database'
import { digest } from '@content-api/core/secrets/digest'
import { clientNetwork } from '@content-api/core/message/client-network'
import { comparisonKey } from './identifiers.js'

export interface RateLimitOptions {
  /** Maximum requests per window, per client, account and route. */
  readonly attempts: number
  /** The length of a window in seconds. */
  readonly seconds: number
  /** The length of the IPv6 prefix that identifies a client. */
  readonly ipv6Prefix: number
  /** Whether 429 responses have `Retry-After`, which Strapi 4.26 doesn't send, besides `X-RateLimit-Reset`. */
  readonly retryAfter?: boolean
}

/**
 * Attempts with the same values are counted together. Different spellings of a path, an address or an account
 * name don't lead to separate counts.
 */
export interface Attempt {
  /** The route's name, not the path of the request. */
  readonly route: string
  /** The client's address. */
  readonly address: string
  /** The name or address of the account; empty if the request has none. */
  readonly identifier: string
  /**
   * Returns the id of the account that the identifier signs in to, or null. Attempts on an account are
   * counted together, whether they use its name or its address.
   */
  readonly accountOf?: ((reader: Reader) => Promise<number | null>) | undefined
}

export interface RateLimits {
  /**
   * Counts an attempt and returns the rate limit headers.
   * @throws ApiError RateLimitError if there are too many attempts; ServiceUnavailableError if too many are
   * waiting
   */
  count(attempt: Attempt): Promise<Readonly<Record<string, string>>>
  /** Clears the cache of buckets over their limit. Call it after the database is restored. */
  forget(): void
}

/** A client's limit on all accounts together is this multiple of `attempts`, its limit on one account. */
const accountsPerClient = 10

/** Maximum number of cached buckets over their limit. Attempts in these are rejected without a transaction. */
const maximumExhausted = 10_000

/** Each attempt takes a few milliseconds, so the maximum wait is about five seconds. */
const maximumQueue = 1_000

/** Attempts that are counted together, and their limit. */
interface Bucket {
  readonly key: string
  readonly limit: number
  /** Whether headers show the count. That of an account would reveal which address has which name. */
  readonly shown: boolean
}

type Count = Bucket & Hits

/** Counts attempts in the database, so that all processes share the counts. */
export function createRateLimits(
  database: AnyDatabase,
  { attempts, seconds, ipv6Prefix, retryAfter = true }: RateLimitOptions,
  now: () => number = Date.now,
): RateLimits {
  const window = seconds * 1_000
  // A window that seems to last longer was started before the clock was set back. The database shortens it.
  const isRunning = ({ resetsAt }: Count, time: number) => resetsAt > time && resetsAt <= time + window
  // Counts one attempt at a time: attempts write the same few rows, and waiting ones would occupy all connections.
  const queue = new Queue({ longest: maximumQueue })
  const rejection = () => new ApiError('ServiceUnavailableError', 'Too many concurrent attempts. Try again later')
  const exhausted = new LRUCache<string, Count>({ max: maximumExhausted })
  let swept = now()
  return {
    async count(attempt) {
      const client = clientNetwork(attempt.address, ipv6Prefix)
      const buckets = bucketsOf(attempt, client, attempts)
      const time = now()
      for (const bucket of buckets) {
        const known = exhausted.get(exhaustedKey(bucket))
        if (known && isRunning(known, time)) throw tooMany(known, time, retryAfter)
      }
      const sweep = Math.abs(time - swept) > window
      if (sweep) swept = time
      const write = () =>
        database.write(async (transaction) => {
          if (sweep) await deleteEndedHits(transaction, time)
          const account = (await attempt.accountOf?.(transaction)) ?? null
          const ofAccount = account === null ? [] : [accountBucket(attempt, client, account, attempts)]
          const counted: Count[] = []
          for (const bucket of [...buckets, ...ofAccount])
            counted.push({ ...bucket, ...(await countHit(transaction, bucket.key, time, window)) })
          return counted
        })
      const counts = await queue.run(write, { rejection, client })
      for (const count of counts) {
        if (count.hits <= count.limit) continue
        exhausted.set(exhaustedKey(count), count)
        throw tooMany(count, time, retryAfter)
      }
      const [tightest] = counts.filter(({ shown }) => shown).toSorted((a, b) => remaining(a) - remaining(b))
      return headersOf(tightest as Count)
    },
    forget: () => exhausted.clear(),
  }
}

function bucketsOf({ route, identifier }: Attempt, client: string, attempts: number): readonly Bucket[] {
  const ofClient = { key: keyOf(route, client), limit: attempts * accountsPerClient, shown: true }
  if (identifier === '') return [{ ...ofClient, limit: attempts }]
  return [{ key: keyOf(route, client, comparisonKey(identifier)), limit: attempts, shown: true }, ofClient]
}

function accountBucket({ route }: Attempt, client: string, account: number, attempts: number): Bucket {
  return { key: keyOf(route, client, 'account', String(account)), limit: attempts, shown: false }
}

/** The table contains digests, so that it doesn't reveal addresses or names. */
const keyOf = (...parts: string[]) => digest(JSON.stringify(parts))

/** The key contains the limit, because the bucket of a client has a lower limit for requests that name no account. */
const exhaustedKey = ({ key, limit }: Bucket) => `${limit} ${key}`

const remaining = ({ limit, hits }: Count) => Math.max(0, limit - hits)

/** Returns the headers. `X-RateLimit-Reset` is in seconds since 1970. */
function headersOf(count: Count): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(count.limit),
    'X-RateLimit-Remaining': String(remaining(count)),
    'X-RateLimit-Reset': String(Math.ceil(count.resetsAt / 1_000)),
  }
}

function tooMany(count: Count, time: number, retryAfter: boolean): ApiError {
  const wait = Math.max(1, Math.ceil((count.resetsAt - time) / 1_000))
  const again: Record<string, string> = retryAfter ? { 'Retry-After': String(wait) } : {}
  return new ApiError('RateLimitError', undefined, { headers: { ...headersOf(count), ...again } })
}
