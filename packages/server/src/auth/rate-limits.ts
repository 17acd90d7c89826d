import { LRUCache } from 'lru-cache'
import { ApiError } from '../errors/api-error.js'
import { digest } from '../secrets/digest.js'
import { JobQueue } from '../secrets/job-queue.js'
import type { Database, WriteTransaction } from '../storage/database.js'
import { quote } from '../storage/names.js'
import { StatementBuilder } from '../storage/statement.js'
import { rateLimits } from '../storage/system-tables.js'
import { clientNetwork } from '../message/client-network.js'
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

interface Count extends Bucket {
  readonly hits: number
  readonly resetsAt: number
}

/** Counts in the database, so that all processes on it count together. */
export function createRateLimits(
  database: Database,
  { attempts, seconds, ipv6Prefix, retryAfter = true }: RateLimitOptions,
  now: () => number = Date.now,
): RateLimits {
  const window = seconds * 1_000
  // One at a time: they write the same few rows, and those that wait for each other must not hold all connections.
  const queue = new JobQueue(
    1,
    longestQueue,
    () => new ApiError('ServiceUnavailableError', 'Too many people try at once'),
  )
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
          if (sweep) await forgetOver(transaction, time)
          const found: Count[] = []
          for (const bucket of buckets) found.push(await hit(transaction, bucket, time, window))
          return found
        })
      const counts = await queue.run(write, client)
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

async function hit(transaction: WriteTransaction, bucket: Bucket, time: number, window: number): Promise<Count> {
  const builder = new StatementBuilder(transaction.dialect)
  const table = quote(rateLimits)
  const over = () => `${table}."resets_at" <= ${builder.bind('bigint', time)}`
  const values = `${builder.bind('text', bucket.key)}, 1, ${builder.bind('bigint', time + window)}`
  const [row] = await transaction.query(
    builder.finish(
      `INSERT INTO ${table} ("key", "hits", "resets_at") VALUES (${values}) ON CONFLICT ("key") DO UPDATE SET ` +
        `"hits" = CASE WHEN ${over()} THEN 1 ELSE ${table}."hits" + 1 END, ` +
        `"resets_at" = CASE WHEN ${over()} THEN excluded."resets_at" ELSE ${table}."resets_at" END ` +
        'RETURNING "hits", "resets_at"',
    ),
  )
  return { ...bucket, hits: Number(row?.['hits']), resetsAt: Number(row?.['resets_at']) }
}

async function forgetOver(transaction: WriteTransaction, time: number): Promise<void> {
  const builder = new StatementBuilder(transaction.dialect)
  const over = `"resets_at" <= ${builder.bind('bigint', time)}`
  await transaction.query(builder.finish(`DELETE FROM ${quote(rateLimits)} WHERE ${over}`))
}

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
