import type { Queue, QueueWait } from '../concurrency/queue.js'
import type { Explained, ExplainOptions, ReadOptions, Row, WriteTransaction } from '../database/database.js'
import type { LogPosition } from '../database/position.js'
import type { SnapshotPlace } from '../database/snapshot-storage.js'
import type { Dialect } from '../dialects/dialect.js'
import type { WritableLayout } from '../layout/layout.js'
import type { Statement } from '../dialects/statement.js'
import type { JsonText } from '../plan/json-text.js'
import type { KnownTotals } from './known-totals.js'

/**
 * Provides read connections to one kind of database. A driver knows no plans. It gets the options of a read,
 * because the request decides which replicas may serve it.
 */
export interface ReadDriver {
  readonly dialect: Dialect
  /**
   * Waits for a read connection. If the statement has deeper ones, all statements on the connection see the
   * same state.
   *
   * @throws ApiError ServiceUnavailableError when no connection becomes free in time
   */
  acquire(statement: Statement, options: ReadOptions): Promise<ReadConnection>
  explain(statement: Statement, options: ExplainOptions): Promise<Explained>
  /** @throws ApiError ServiceUnavailableError if a file of the database was deleted, moved or replaced */
  checkFiles(): void
  close(): Promise<void>
}

/** Also provides transactions that write. `ContentDatabase` decides which statements run in them, and when. */
export interface Driver extends ReadDriver {
  readonly writes: WriteRules
  /** Begins a transaction that writes. `isLimited`: the limits of statements apply to it. */
  begin(isLimited: boolean): Promise<OpenTransaction>
  /**
   * Runs a change of the tables while no other process makes one.
   *
   * @param transact runs work in a transaction without limits
   */
  migrate<Result, Writing extends Transaction>(
    work: Work<Result, Writing>,
    transact: Transact<Writing>,
  ): Promise<Result>
  saveSnapshot(place: SnapshotPlace, transact: Transact): Promise<void>
  restoreSnapshot(place: SnapshotPlace, transact: Transact): Promise<void>
  dropSnapshot(place: SnapshotPlace, transact: Transact): Promise<void>
}

/** A transaction on the tables of any layout. */
export type Transaction = WriteTransaction<WritableLayout>
export type Work<Result, Writing = Transaction> = (transaction: Writing) => Promise<Result>
export type Transact<Writing = Transaction> = <Result>(work: Work<Result, Writing>) => Promise<Result>

/** How the writes of requests wait for each other. */
export interface WriteRules {
  readonly queue: Queue
  readonly wait: Pick<QueueWait, 'rejection' | 'total' | 'stalled'>
  /** Whether waiting writes may share a transaction. Only for databases with one writer at a time. */
  readonly areGrouped: boolean
  /** Returns whether a transaction that failed with this error is run again. */
  readonly isConflict: (error: unknown) => boolean
}

/** A connection for the statements of one read. It ends with `release` or `recover`. */
export interface ReadConnection {
  /**
   * Returns the first column of the first row; null if it is NULL or there is no row.
   *
   * @throws ApiError ValidationError if the statement exceeds the time limit or the size limit
   */
  text(statement: Statement): Promise<JsonText | null>
  /** The totals that were counted on the connection; null if it doesn't keep any. */
  readonly totals: KnownTotals | null
  /** Returns the connection to its pool, without a promise if nothing must be sent. If it fails, call `recover`. */
  release(): Promise<void> | void
  /**
   * Returns the connection to its pool after a failed statement, and provides another one to repeat the read.
   *
   * @throws the error if the read must not be repeated
   */
  recover(error: unknown): Promise<ReadConnection>
}

/** A transaction on a connection of its own. It ends with `commit` or `rollback`. */
export interface OpenTransaction {
  /** The number of parameters that a statement may have. */
  readonly maximumParameters: number
  /** Whether statements may be sent before earlier ones have ended. */
  readonly pipelines: boolean
  readonly rows: (statement: Statement) => Promise<readonly Row[]>
  readonly text: (statement: Statement) => Promise<JsonText | null>
  /**
   * Sends a statement without rows together with the next one or the commit, and settles with them; absent if
   * that isn't faster. After `rollback`, all such promises have settled.
   */
  readonly withNext?: (statement: Statement) => Promise<unknown>
  /** Runs several statements, joined by semicolons. */
  readonly script: (sql: string) => Promise<unknown>
  /** Returns whether a failed statement has ended the transaction; absent where that can't happen. */
  readonly hasEnded?: () => Promise<boolean>
  /**
   * Returns the position of the commit if positions are read.
   *
   * @throws ApiError ServiceUnavailableError when it is unknown whether the commit will last
   */
  readonly commit: () => Promise<LogPosition | null>
  /** Never rejects. Has no effect after a failed commit. */
  readonly rollback: () => Promise<void>
}

/** How often a transaction is run when it conflicts with others. */
const attempts = 5

/** Runs a transaction, and again after a conflict with another one. */
export async function repeatAfterConflict<Result>(
  isConflict: WriteRules['isConflict'],
  transact: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact()
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error
    }
  }
}
