import { AsyncLocalStorage } from 'node:async_hooks'
import { Queue } from '../concurrency/queue.js'
import type { Database, ReadOptions } from './database.js'
import { databaseBusy } from './errors.js'

/** The request that reads and writes belong to. */
export type RequestSession = Pick<ReadOptions, 'client' | 'signal'>

interface Session {
  readonly request: RequestSession
  /** The reads of a request run one after the other. */
  readonly reads: Queue
  /** Once a write has begun, all that belongs to it runs to its end. */
  hasWritten: boolean
}

const current = new AsyncLocalStorage<Session | undefined>()

/**
 * Runs the handler of a request. Its reads take one connection at a time, however many root fields or aliases there are.
 * When its signal aborts before it has begun to write, its reads are cancelled and its waiting reads and writes are dropped.
 */
export function duringRequest<Result>(request: RequestSession, work: () => Result): Result {
  return current.run({ request, reads: new Queue(), hasWritten: false }, work)
}

/** Runs a part of a request to its end, whether its client waits for it or not. */
export function withoutCancelling<Result>(work: () => Result): Result {
  const session = current.getStore()
  if (!session) return work()
  return current.run({ ...session, hasWritten: true }, work)
}

/** Runs work that isn't the request's alone: what several requests wait for, or what follows the response. */
export function apartFromRequest<Result>(work: () => Result): Result {
  return current.run(undefined, work)
}

/** The database for code that `duringRequest` runs. */
export function perRequest(database: Database): Database {
  const { registry, layout, dialect, statements } = database
  return {
    registry,
    layout,
    dialect,
    statements,
    price: (plan) => database.price(plan),
    read(plan, id, options) {
      const session = current.getStore()
      if (!session) return database.read(plan, id, options)
      const request = { ...optionsOf(session), ...options }
      const wait = { rejection: databaseBusy, signal: request.signal }
      return session.reads.run(() => database.read(plan, id, request), wait)
    },
    write(work, options) {
      const session = current.getStore()
      if (!session) return database.write(work, options)
      const begin: typeof work = (transaction) => {
        session.hasWritten = true
        return work(transaction)
      }
      return database.write(begin, { ...optionsOf(session), ...options })
    },
    migrate: (work) => database.migrate(work),
    close: () => database.close(),
  }
}

function optionsOf({ request, hasWritten }: Session): RequestSession {
  return { client: request.client, signal: hasWritten ? undefined : request.signal }
}
