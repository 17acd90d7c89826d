import { Queue } from '../concurrency/queue.js'
import { ApiError } from '../errors/api-error.js'
import { HashingThread } from './hashing-thread.js'

/** At some 20 ms each, nobody waits much longer than five seconds. */
const longestQueue = 256

/** One at a time: each takes a processor whole, and there may be no more than two. */
const requests = new Queue({ longest: longestQueue })

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
  return String(await requests.run(() => thread.run({ password }), { rejection, client }))
}

let standIn: Promise<string> | undefined

/**
 * Whether a password is the one of a hash. Without a hash it takes as long and is false, so that the time of an answer
 * doesn't tell whether there is such a user. A hash of another kind than argon2 fits no password.
 * @param client who asks; waiting clients take turns
 * @throws ApiError ServiceUnavailableError when too many wait already
 */
export async function verifyPassword(password: string, hash: string | null, client?: string): Promise<boolean> {
  standIn ??= hashPassword('nobody')
  const nobody = await standIn.catch((error: unknown) => {
    standIn = undefined
    throw error
  })
  const usable = hash?.startsWith('$argon2') === true
  const fits = await requests.run(() => thread.run({ password, hash: usable ? hash : nobody }), { rejection, client })
  return usable && fits === true
}
