import type { Cancellation } from '../concurrency/cancellation.js'
import { Queue, type QueueWait } from '../concurrency/queue.js'
import { ApiError } from '../errors/api-error.js'
import { HashingThread } from './hashing-thread.js'

/** Milliseconds that the last job of a full queue waits, by how long jobs took lately. */
const longestWait = 5_000

/** A check of argon2 takes 20 ms, one of bcrypt 150 ms, both several times that on a busy machine. */
const usualJob = 20

/** A queue that slow jobs make short still has room for some clients. */
const shortestQueue = 8

/** Bounds a queue by the time that its last job waits. */
export class QueueBound {
  /** Milliseconds; the last jobs count most. */
  #average = usualJob

  note(took: number): void {
    this.#average += (took - this.#average) / 8
  }

  longest(): number {
    return Math.max(shortestQueue, Math.floor(longestWait / this.#average))
  }
}

const bound = new QueueBound()

/** One at a time: each takes a processor whole, and there may be no more than two. */
const requests = new Queue({ longest: () => bound.longest() })

/** Passwords that are checked or hashed at the moment, and those that wait. */
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
 * argon2id.
 * @param client who asks; waiting clients take turns
 * @throws ApiError ServiceUnavailableError when too many wait already
 */
export async function hashPassword(password: string, client?: string): Promise<string> {
  return String(await runTimed(() => thread.run({ password }), { client }))
}

let standIn: Promise<string> | undefined

/** Of Strapi's cost, 10; nobody knows its password. */
const bcryptStandIn = '$2b$10$hFm871COBgKO2B5kZXq2YuXPgwgApZy83JX69F.HaIjs1BAIjeLsm'

/** Costs up to 14: a check of one more takes longer than a client waits. */
const bcryptForm = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/

/** Set by the first bcrypt hash. Until then nobody waits for bcrypt. */
let hasBcrypt = false

export const isBcrypt = (hash: string): boolean => bcryptForm.test(hash)

/** Whether a password can fit this hash: those of argon2 and bcrypt. */
export const isUsableHash = (hash: string): boolean => hash.startsWith('$argon2') || isBcrypt(hash)

/** Reports that the database holds bcrypt hashes: from then on every check takes as long as one of these. */
export function expectBcrypt(): void {
  hasBcrypt = true
}

/**
 * Whether a password is the one of a hash. Without a hash it takes as long and is false, so that the time of a response
 * doesn't tell whether there is such a user. A hash of another kind than argon2 and bcrypt fits no password.
 * @param client who asks; waiting clients take turns
 * @param signal a check that still waits is dropped when it aborts
 * @throws ApiError ServiceUnavailableError when too many wait already
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  client?: string,
  signal?: Cancellation,
): Promise<boolean> {
  standIn ??= hashPassword('nobody')
  const nobody = await standIn.catch((error: unknown) => {
    standIn = undefined
    throw error
  })
  const argon2 = hash?.startsWith('$argon2') === true ? hash : null
  const bcrypt = hash !== null && isBcrypt(hash) ? hash : null
  if (bcrypt !== null) expectBcrypt()
  const checks = [argon2 ?? nobody, ...(hasBcrypt ? [bcrypt ?? bcryptStandIn] : [])]
  const fits = await runTimed(
    async () => {
      const results = new Map<string, boolean>()
      for (const check of checks) results.set(check, (await thread.run({ password, hash: check })) === true)
      return results
    },
    { client, signal },
  )
  return fits.get(argon2 ?? bcrypt ?? '') === true
}
