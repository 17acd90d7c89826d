import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** The password alone is hashed with argon2id; with a hash, they are compared. */
export interface HashingJob {
  readonly password: string
  /** Of argon2 or bcrypt. */
  readonly hash?: string
}

type Outcome = { readonly result: string | boolean } | { readonly message: string }

/**
 * What runs in the thread, as text: it is the same whether this module is run as it is written or as it is built. On Linux
 * 0 is the calling thread alone; elsewhere it would be the whole process.
 */
const program = `
const { setPriority } = require('node:os')
const { parentPort, workerData } = require('node:worker_threads')
const { hashSync, verifySync } = require(workerData.argon2)
const verify = (hash, password) =>
  hash.startsWith('$2') ? require(workerData.bcrypt).compareSync(password, hash) : verifySync(hash, password)
if (process.platform === 'linux') setPriority(0, workerData.niceness)
parentPort.on('message', ({ password, hash }) => {
  try {
    parentPort.postMessage({ result: hash === undefined ? hashSync(password) : verify(hash, password) })
  } catch (error) {
    parentPort.postMessage({ message: error.message })
  }
})
`

/** Of 19. A thread that answers requests gets nine times as much of a processor that both want. */
const niceness = 10

/**
 * A thread for argon2 and bcrypt, which starts with the first job. Hashing takes a processor whole: with a priority below that of what
 * answers requests it only takes what they leave, and the threads that SQLite's statements run on stay theirs.
 */
export class HashingThread {
  #worker: Worker | undefined

  /** One at a time. @throws Error for a hash that can't be read, or when the thread ended */
  async run(job: HashingJob): Promise<string | boolean> {
    const worker = (this.#worker ??= this.#start())
    // Nothing but an answer that is waited for keeps the process alive.
    worker.ref()
    try {
      const outcome = await answerTo(worker, job)
      if ('message' in outcome) throw new Error(outcome.message)
      return outcome.result
    } finally {
      worker.unref()
    }
  }

  #start(): Worker {
    const { resolve } = createRequire(import.meta.url)
    const modules = { argon2: resolve('@node-rs/argon2'), bcrypt: resolve('bcryptjs') }
    // Without the flags of the process: what they load is not meant for this.
    const options = { eval: true, execArgv: [], name: 'hashing' }
    const worker = new Worker(program, { ...options, workerData: { ...modules, niceness } })
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    return worker
  }
}

function answerTo(worker: Worker, job: HashingJob): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const answered = (outcome: Outcome) => settle(() => resolve(outcome))
    const failed = (error: Error) => settle(() => reject(error))
    const ended = (code: number) => failed(new Error(`The thread that hashes passwords ended with code ${code}`))
    const settle = (done: () => void) => {
      worker.off('message', answered).off('error', failed).off('exit', ended)
      done()
    }
    worker.on('message', answered).on('error', failed).on('exit', ended)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a window has an origin, a thread has none
    worker.postMessage(job)
  })
}
