import { type Cancellation, Queue, type QueueWait } from '@content-api/engine/concurrency'
import { ApiError } from '@content-api/engine/errors'
import { HashingThread } from './hashing-thread.js'
import { passwordCosts } from './password-costs.js'

/** Milliseconds that the last job of a full queue waits, estimated from the duration of recent jobs. */
const longestWait = 5_000

/**
 * Milliseconds of a check with argon2. A check with bcrypt takes 150 ms; on a busy machine both take several
 * times as long.
 */
const usualJob = 20

/** The least number of jobs that may wait, however slow jobs are. */
const shortestQueue = 8

/** Limits the length of a queue by the time that its last job would wait. */
export class QueueBound {
  /** The average duration of a job in milliseconds. Recent jobs count most. */
  #average = usualJob

  note(took: number): void {
    this.#average += (took - this.#average) / 8
  }

  longest(): number {
    return Math.max(shortestQueue, Math.floor(longestWait / this.#average))
  }
}

const bound = new QueueBound()

/** One job runs at a time: each uses a whole CPU core, and small machines only have two. */
const requests = new Queue({ longest: () => bound.longest() })

/** The numbers of running and waiting jobs, for metrics. */
export const passwordQueue: Pick<Queue, 'running' | 'waiting'> = requests

async function runTimed<Result>(job: () => Promise<Result>, wait: Omit<QueueWait, 'rejection'>): Promise<Result> {
  return requests.run(
    async () => {
      const started = performance.now()
      try {
        return await job()
      } finally {
        bound.note(performance.now() - started)
      }
    },
    { ...wait, rejection },
  )
}

function rejection(): ApiError {
  const options = { headers: { 'Retry-After': '5' } }
  return new ApiError('ServiceUnavailableError', 'Too many passwords are being checked at the moment', options)
}

const thread = new HashingThread()

/**
 * Hashes a password with argon2id.
 * @param client identifies the client; the queue serves waiting clients in turn
 * @throws ApiError ServiceUnavailableError when too many jobs wait
 */
export async function hashPassword(password: string, client?: string): Promise<string> {
  return String(await runTimed(() => thread.run({ password }), { client }))
}

/** The longest password that bcrypt hashes as a whole, in bytes. */
export const longestBcryptPassword = 72

/**
 * Hashes a password with bcrypt, for the tables of Strapi, which knows no other hashes.
 * @throws ApiError as `hashPassword`
 */
export async function hashPasswordWithBcrypt(password: string, client?: string): Promise<string> {
  return String(await runTimed(() => thread.run({ password, algorithm: 'bcrypt' }), { client }))
}

/** The hash that is checked for users without one. Nobody can sign in with it. */
let dummyHash: Promise<string> | undefined

/** bcrypt hashes with a cost up to 14: a check with cost 15 takes longer than clients wait. */
const bcryptForm = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/

/** True after the first bcrypt hash. Until then, checks without a hash don't need the time of bcrypt. */
let hasBcrypt = false

export const isBcrypt = (hash: string): boolean => bcryptForm.test(hash)

/** Call this if the database holds bcrypt hashes. From then on every check also takes the time of a bcrypt check. */
export function expectBcrypt(): void {
  hasBcrypt = true
}

/** Loads what the first check of a password needs, so that it takes no longer than the later ones. */
export async function prepareChecks(): Promise<void> {
  await verifyPassword('nobody', null)
}

/**
 * Returns whether a password matches a hash. Without a hash the result is false after the same time, so that
 * the duration of the response doesn't reveal whether the user exists. Only hashes of argon2, and of bcrypt
 * with a cost up to 14, can match.
 * @param client identifies the client; the queue serves waiting clients in turn
 * @param signal removes a waiting check from the queue when it aborts
 * @throws ApiError ServiceUnavailableError when too many jobs wait
 * @throws Error for an argon2 hash that can't be read
 * @throws the reason of `signal` if it aborts before the check starts
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  client?: string,
  signal?: Cancellation,
): Promise<boolean> {
  dummyHash ??= hashPassword('nobody')
  const dummy = await dummyHash.catch((error: unknown) => {
    dummyHash = undefined
    throw error
  })
  const argon2 = hash?.startsWith('$argon2') === true ? hash : null
  const bcrypt = hash !== null && isBcrypt(hash) ? hash : null
  if (bcrypt !== null) expectBcrypt()
  const checks = [argon2 ?? dummy, ...(hasBcrypt ? [bcrypt ?? passwordCosts.bcryptDummyHash] : [])]
  const matches = await runTimed(
    async () => {
      const results = new Map<string, boolean>()
      for (const check of checks) results.set(check, (await thread.run({ password, hash: check })) === true)
      return results
    },
    { client, signal },
  )
  return matches.get(argon2 ?? bcrypt ?? '') === true
}
