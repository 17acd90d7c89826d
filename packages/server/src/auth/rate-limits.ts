import { LRUCache } from 'lru-cache'
import { Queue } from '../concurrency/queue.js'
import { ApiError } from '../errors/api-error.js'
import { digest } from '../secrets/digest.js'
import { clientNetwork } from '../message/client-network.js'
import { countHit, deleteEndedHits, type Hits } from '../storage/accounts/rate-limits.js'
import type { Database } from '../storage/database.js'
import { comparisonKey } from './identifiers.js'

export interface RateLimitOptions {
  /** Requests of one client about one account to one route in a window. */
  readonly attempts: number
  /** Length of a window. */
  readonly seconds: number
  /** Bits of an IPv6 address that stand for one client. */
  readonly ipv6Prefix: number
  /** Whether `Retry-After` says when to come back; otherwise only `X-RateLimit-Reset` does, as observed. */
  readonly retryAfter?: boolean
}

/** What is counted: however a request spells its path, address or account, it comes to the same three values. */
export interface Attempt {
  /** The route's name, not the path that was asked for. */
  readonly route: string
  /** The client's address. */
  readonly address: string
  /** Whose account it is about; empty where a request names none. */
  readonly identifier: string
}

export interface RateLimits {
  /** Counts an attempt and gives the headers that tell of it. @throws ApiError RateLimitError when there were too many */
  count(attempt: Attempt): Promise<Readonly<Record<string, string>>>
  /** Call it when the database has been set back: what this process knows of it beside is void. */
  forget(): void
}

/** One client may try so many accounts at most, so that it can't go through all of them. */
const accountsPerClient = 10

/** Clients that are known to have used up theirs, so that they cost no more transactions. */
const knownExhausted = 10_000

/** At a few milliseconds each, nobody waits much longer than five seconds. */
const longestQueue = 1_000

interface Bucket {
  readonly key: string
  readonly limit: number
}

type Count = Bucket & Hits

/** Counts in the database, so that all processes on it count together. */
export function createRateLimits(
  database: Database,
  { attempts, seconds, ipv6Prefix, retryAfter = true }: RateLimitOptions,
  now: () => number = Date.now,
): RateLimits {
  const window = seconds * 1_000
  // One at a time: they write the same few rows, and those that wait for each other must not hold all connections.
  const queue = new Queue({ longest: longestQueue })
  const rejection = () => new ApiError('ServiceUnavailableError', 'Too many people try at once')
  const exhausted = new LRUCache<string, Count>({ max: knownExhausted })
  let swept = now()
  return {
    async count(attempt) {
      const client = clientNetwork(attempt.address, ipv6Prefix)
      const buckets = bucketsOf(attempt, client, attempts)
      const time = now()
      for (const bucket of buckets) {
        const known = exhausted.get(spent(bucket))
        if (known && known.resetsAt > time) throw tooMany(known, time, retryAfter)
      }
      const sweep = time - swept > window
      if (sweep) swept = time
      const write = () =>
        database.write(async (transaction) => {
          if (sweep) await deleteEndedHits(transaction, time)
          const found: Count[] = []
          for (const bucket of buckets)
            found.push({ ...bucket, ...(await countHit(transaction, bucket.key, time, window)) })
          return found
        })
      const counts = await queue.run(write, { rejection, client })
      for (const count of counts) {
        if (count.hits <= count.limit) continue
        exhausted.set(spent(count), count)
        throw tooMany(count, time, retryAfter)
      }
      const [tightest] = counts.toSorted((a, b) => left(a) - left(b))
      return headersOf(tightest as Count)
    },
    forget: () => exhausted.clear(),
  }
}

function bucketsOf({ route, identifier }: Attempt, client: string, attempts: number): readonly Bucket[] {
  // Digests, so that the table tells of nobody's address or name.
  const key = (...parts: string[]) => digest(JSON.stringify(parts))
  const ofClient = { key: key(route, client), limit: attempts * accountsPerClient }
  if (identifier === '') return [{ ...ofClient, limit: attempts }]
  return [{ key: key(route, client, comparisonKey(identifier)), limit: attempts }, ofClient]
}

/** Who names no account reaches the limit of the client's bucket earlier than who does. */
const spent = ({ key, limit }: Bucket) => `${limit} ${key}`

const left = ({ limit, hits }: Count) => Math.max(0, limit - hits)

/** `X-RateLimit-Reset` in seconds since 1970. */
function headersOf(count: Count): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(count.limit),
    'X-RateLimit-Remaining': String(left(count)),
    'X-RateLimit-Reset': String(Math.ceil(count.resetsAt / 1_000)),
  }
}

function tooMany(count: Count, time: number, retryAfter: boolean): ApiError {
  const wait = Math.max(1, Math.ceil((count.resetsAt - time) / 1_000))
  const again: Record<string, string> = retryAfter ? { 'Retry-After': String(wait) } : {}
  return new ApiError('RateLimitError', undefined, { headers: { ...headersOf(count), ...again } })
}
