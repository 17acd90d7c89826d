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
}

const current = new AsyncLocalStorage<Session>()

/**
 * Runs the handler of a request. What it reads takes one connection at a time, however many root fields or aliases ask at
 * once; when the request's signal aborts, its reads are cancelled and its waiting reads and writes are dropped.
 */
export function duringRequest<Result>(request: RequestSession, work: () => Result): Result {
  return current.run({ request, reads: new Queue() }, work)
}

/** The database for code that `duringRequest` runs. */
export function perRequest(database: Database): Database {
  return {
    ...withoutMethods(database),
    read(statement, options) {
      const session = current.getStore()
      if (!session) return database.read(statement, options)
      const { request, reads } = session
      const wait = { rejection: databaseBusy, signal: request.signal }
      return reads.run(() => database.read(statement, { ...request, ...options }), wait)
    },
    write: (work) => database.write(work, current.getStore()?.request),
    migrate: (work) => database.migrate(work),
    close: () => database.close(),
  }
}

function withoutMethods({ registry, layout, dialect, statements }: Database) {
  return { registry, layout, dialect, statements }
}
