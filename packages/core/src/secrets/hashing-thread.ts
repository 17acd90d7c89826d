import { createRequire } from 'node:module'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { ApiError } from '@content-api/engine/errors'
import { passwordCosts } from './password-costs.js'

const { resolve } = createRequire(import.meta.url)
/** Found during the start: Node remembers a package that it can't find, for example when it can't open files. */
const modules = { argon2: resolve('@node-rs/argon2'), bcrypt: resolve('bcryptjs') }

/** Without `hash`, the thread hashes the password. With `hash`, it checks the password against it. */
export interface HashingJob {
  readonly password: string
  /** A hash of argon2 or bcrypt. */
  readonly hash?: string
  /** How the password is hashed, by default with argon2id. */
  readonly algorithm?: 'bcrypt'
}

type Outcome = { readonly result: string | boolean } | { readonly message: string }

/**
 * The code of the thread. It is a string, so that it works with the TypeScript sources and with the compiled
 * files. On Linux `setPriority(0, …)` only changes the calling thread; on other systems it would change the
 * whole process.
 */
const program = `
const { setPriority } = require('node:os')
const { parentPort, workerData } = require('node:worker_threads')
const { hashSync, verifySync } = require(workerData.argon2)
const verify = (hash, password) =>
  hash.startsWith('$2') ? require(workerData.bcrypt).compareSync(password, hash) : verifySync(hash, password)
const hashBy = (algorithm, password) =>
  algorithm === 'bcrypt' ? require(workerData.bcrypt).hashSync(password, 10) : hashSync(password, workerData.costs)
if (process.platform === 'linux') setPriority(0, workerData.niceness)
parentPort.on('message', ({ password, hash, algorithm }) => {
  try {
    parentPort.postMessage({ result: hash === undefined ? hashBy(algorithm, password) : verify(hash, password) })
  } catch (error) {
    parentPort.postMessage({ message: error.message })
  }
})
`

/**
 * The nice value, 19 at most. If this thread and one that handles requests both need the CPU, the latter gets
 * nine times as much.
 */
const niceness = 10

/**
 * A thread for argon2 and bcrypt, which starts with the first job. Hashing uses a whole CPU core. With a
 * lower priority than the threads that handle requests, it only uses the CPU time that they leave. A thread
 * of its own also keeps hashing off Node's thread pool, in which SQLite runs its statements.
 */
export class HashingThread {
  #worker: Worker | undefined

  /**
   * Runs one job; don't call it again before it ends.
   * @throws Error for an unreadable hash
   * @throws ApiError ServiceUnavailableError if the thread can't start or ended: the next job starts another
   */
  async run(job: HashingJob): Promise<string | boolean> {
    const worker = (this.#worker ??= this.#start())
    // The thread only keeps the process alive while a job runs.
    worker.ref()
    try {
      const outcome = await runJob(worker, job)
      if ('message' in outcome) throw new Error(outcome.message)
      return outcome.result
    } finally {
      worker.unref()
    }
  }

  #start(): Worker {
    // Without the flags of the process, such as `--import`: this thread must not load those modules.
    const options = { eval: true, execArgv: [], name: 'hashing' }
    const worker = startWorker({ ...options, workerData: { ...modules, costs: passwordCosts.argon2, niceness } })
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    return worker
  }
}

function startWorker(options: WorkerOptions): Worker {
  try {
    return new Worker(program, options)
  } catch (error) {
    throw unavailable(error)
  }
}

function unavailable(cause: unknown): ApiError {
  const message = 'Passwords cannot be checked at the moment'
  const error = new ApiError('ServiceUnavailableError', message, { headers: { 'Retry-After': '1' } })
  error.cause = cause
  return error
}

function runJob(worker: Worker, job: HashingJob): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const finished = (outcome: Outcome) => settle(() => resolve(outcome))
    const failed = (error: Error) => settle(() => reject(unavailable(error)))
    const ended = (code: number) => failed(new Error(`The thread that hashes passwords ended with code ${code}`))
    const settle = (done: () => void) => {
      worker.off('message', finished).off('error', failed).off('exit', ended)
      done()
    }
    worker.on('message', finished).on('error', failed).on('exit', ended)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a window has an origin, a thread has none
    worker.postMessage(job)
  })
}
