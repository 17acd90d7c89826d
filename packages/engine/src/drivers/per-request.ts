import type { Database } from '../database/database.js'
import { databaseBusy } from '../database/database-errors.js'

/**
 * Wraps a database so that a request uses one connection at a time for its reads, however many root fields or
 * aliases it has. The session is passed explicitly: an `AsyncLocalStorage` doubled the CPU time of a small
 * read on Node 20.
 */
export function perRequest(database: Database): Database {
  const { registry, layout, dialect, statements } = database
  return {
    registry,
    layout,
    dialect,
    statements,
    estimate: (plan, within) => database.estimate(plan, within),
    read(plan, id, options) {
      if (!options?.session) return database.read(plan, id, options)
      const { client, signal, reads } = options.session
      const wait = { rejection: databaseBusy, signal }
      return reads.run(() => database.read(plan, id, { ...options, client, signal }), wait)
    },
    write(work, options) {
      if (!options?.session) return database.write(work, options)
      const { client, signal } = options.session
      return database.write(work, { ...options, client, signal })
    },
    migrate: (work) => database.migrate(work),
    lastWrite: () => database.lastWrite(),
    saveSnapshot: (place) => database.saveSnapshot(place),
    restoreSnapshot: (place) => database.restoreSnapshot(place),
    dropSnapshot: (place) => database.dropSnapshot(place),
    explain: (statement, options) => database.explain(statement, options),
    checkFiles: () => database.checkFiles(),
    close: () => database.close(),
  }
}
