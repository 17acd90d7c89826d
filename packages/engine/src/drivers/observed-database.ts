import type { DatabaseMeter, Occupancy } from '../database/meter.js'
import type { SqlDatabase } from '../database/database.js'
import { type EndedStatement, ObservedTransaction } from './observed-transaction.js'
import type { RequestSession } from '../database/request-session.js'
import { StatementDescriptions } from './statement-facts.js'

/** Writes a warning with its details to the log. */
export interface WarningLogger {
  warn(message: string, details: Readonly<Record<string, unknown>>): void
}

/** Receives measurements of a database's work. */
export interface DatabaseObserver {
  readonly meter: DatabaseMeter | null
  /** Logs statements that take at least `milliseconds`; null to log none. */
  readonly slow: { readonly milliseconds: number; readonly logger: WarningLogger } | null
}

/** For read or write connections: how many are in use, and how many callers wait for one. */
class ConnectionUse implements Occupancy {
  running = 0
  waiting = 0
}

/** One read or write, from waiting for a connection to its end. */
class Lease {
  readonly requestedAt = performance.now()
  admitted: number | undefined

  constructor(readonly use: ConnectionUse) {
    use.waiting += 1
  }

  /** Marks the start. Only the first call has an effect: a transaction that is run again calls this again. */
  readonly admit = (): void => {
    if (this.admitted !== undefined) return
    this.admitted = performance.now()
    this.use.waiting -= 1
    this.use.running += 1
  }

  end(): void {
    if (this.admitted === undefined) this.use.waiting -= 1
    else this.use.running -= 1
  }
}

/** Measures the work of a database for metrics, traces, `Server-Timing` and the log of slow statements. */
export function observing(database: SqlDatabase, observer: DatabaseObserver): SqlDatabase {
  const { registry, layout, dialect, statements } = database
  const { meter } = observer
  const reads = new ConnectionUse()
  const writes = new ConnectionUse()
  meter?.pool('read', () => reads)
  meter?.pool('write', () => writes)
  const descriptions = new StatementDescriptions(dialect.name === 'postgres' ? 'postgresql' : dialect.name)
  const report = createReport(descriptions, observer)
  return {
    registry,
    layout,
    dialect,
    statements,
    async read(plan, id, options = {}) {
      const lease = new Lease(reads)
      let failed = true
      try {
        const text = await database.read(plan, id, { ...options, admitted: lease.admit })
        failed = false
        return text
      } finally {
        lease.end()
        const { requestedAt, admitted: started } = lease
        // If the read never got a connection, it was rejected and no statement ran.
        if (started !== undefined) {
          meter?.connectionWait('read', started - requestedAt)
          const read = {
            operation: 'SELECT',
            started,
            ended: performance.now(),
            failed,
            describe: () => descriptions.ofRead(plan),
          }
          report(read, options.session, started - requestedAt)
        }
      }
    },
    async write(work, options) {
      const lease = new Lease(writes)
      const session = options?.session
      let waited = 0
      try {
        return await database.write((transaction) => {
          lease.admit()
          waited = (lease.admitted ?? lease.requestedAt) - lease.requestedAt
          return work(
            new ObservedTransaction(transaction, descriptions, (statement) => {
              report(statement, session, waited)
              // The wait of a transaction is only reported with its first statement.
              waited = 0
            }),
          )
        }, options)
      } finally {
        lease.end()
        const { requestedAt, admitted } = lease
        if (admitted !== undefined) {
          meter?.connectionWait('write', admitted - requestedAt)
          meter?.transaction(performance.now() - admitted)
        }
      }
    },
    migrate: (work) => database.migrate(work),
    saveSnapshot: (place) => database.saveSnapshot(place),
    restoreSnapshot: (place) => database.restoreSnapshot(place),
    dropSnapshot: (place) => database.dropSnapshot(place),
    explain: (statement, options) => database.explain(statement, options),
    lastWrite: () => database.lastWrite(),
    checkFiles: () => database.checkFiles(),
    close: () => database.close(),
  }
}

type Report = (statement: EndedStatement, session: RequestSession | undefined, waited: number) => void

function createReport(descriptions: StatementDescriptions, { meter, slow }: DatabaseObserver): Report {
  return ({ operation, started, ended, failed, describe }, session, waited) => {
    const milliseconds = ended - started
    meter?.statement({ operation, milliseconds, failed })
    const details = () => descriptions.attributes(operation, describe())
    session?.observation?.queried({ operation, started, ended, waited, failed, details })
    if (!slow || milliseconds < slow.milliseconds) return
    const { requestId, observation } = session ?? {}
    const took = { milliseconds: Math.round(milliseconds), waited: Math.round(waited) }
    slow.logger.warn(`Slow ${operation} in the database`, {
      ...describe(),
      ...took,
      ...(observation?.route !== undefined && { route: observation.route }),
      ...(requestId !== undefined && { requestId }),
    })
  }
}
