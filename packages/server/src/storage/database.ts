import type { Cancellation } from '../concurrency/cancellation.js'
import type { Registry } from '@content-api/model'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { Dialect } from './dialects/dialect.js'
import type { Layout } from './layout.js'
import type { Explained, ExplainOptions } from './explained.js'
import type { Price } from '../query/price.js'
import type { ReadPlan } from '../query/read-plan.js'
import type { Position } from './position.js'
import type { PreparedRead, Readable } from './prepared-read.js'
import type { RequestSession } from './request-session.js'
import type { SnapshotStorage } from './snapshots/snapshot-storage.js'
import type { Statement } from './statement.js'

/** An open database: reads by plan, writes by transaction. Made by `openDatabase` (`open.ts`). */
export interface Database extends SqlDatabase {
  /**
   * Estimates what a read costs, before it runs: at once when its price is known already. Within a transaction, tables that have not been counted are counted by it: in
   * memory there is no other connection.
   * @throws ApiError ValidationError above the limit that the database was opened with
   */
  price(plan: ReadPlan | PreparedRead, within?: WriteTransaction): Price | Promise<Price>
}

/** What each dialect provides: reads by statement, writes by transaction. */
export interface SqlDatabase extends SnapshotStorage {
  readonly registry: Registry
  readonly layout: Layout
  readonly dialect: Dialect
  /** Statements sent so far; tests hold reads to one. */
  readonly statements: () => number
  /**
   * Reads by a plan, in one statement on a read connection unless its populate is deep. Returns JSON text; null when nothing
   * matches. `id` is for plans that read by id.
   * @throws ApiError ValidationError beyond the limits that the database was opened with, ServiceUnavailableError when no
   * connection becomes free in time, and the signal's reason once it is aborted
   */
  read(plan: Readable, id?: number, options?: ReadOptions): Promise<string | null>
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. On SQLite one at a time
   * (BEGIN IMMEDIATE), in the order of the calls. `work` may run again: on PostgreSQL when another transaction got in its
   * way, on SQLite when it is `grouped`. So it must keep nothing from one run to the next.
   * @throws ApiError for what the database refuses, see `translateError`, and the signal's reason when it is aborted before
   * the transaction begins; one that has begun isn't cancelled
   */
  write<Result>(work: (transaction: WriteTransaction) => Promise<Result>, options?: WriteOptions): Promise<Result>
  /**
   * Like `write`, for changes of the tables themselves: one process at a time, for as long as it takes, and with foreign
   * keys checked at the end. Errors come as the database gives them.
   */
  migrate<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result>
  /**
   * Explains a statement on a read connection. It is `analyze`d only when it reads.
   * @throws ApiError ValidationError for one that takes longer than the limit
   */
  explain(statement: Statement, options: ExplainOptions): Promise<Explained>
  /** Where the latest write of this process stands in the log of the primary; null without replicas, which need it. */
  lastWrite(): Position | null
  close(): Promise<void>
}

/** For whom a read runs, and what it is expected to take. */
export interface ReadOptions {
  /** Cancels the read: it leaves the queue, or its statement is interrupted. */
  readonly signal?: Cancellation | undefined
  /** Clients that wait take turns. */
  readonly client?: string | undefined
  /** Expected microseconds; few unless given. */
  readonly weight?: number | undefined
  /** The request that reads or writes; its client and signal are used then. */
  readonly session?: RequestSession | undefined
  /** Called when the read has waited for its turn. */
  readonly admitted?: (() => void) | undefined
}

/** For whom a write runs, and whether others may share its transaction. */
export interface WriteOptions extends Pick<ReadOptions, 'client' | 'signal' | 'session'> {
  /**
   * On SQLite, lets the write share a transaction and its commit with others that wait. Only for writes that do nothing
   * but read and write this database, since a group waits for each of its members.
   */
  readonly grouped?: boolean
}

/** What a statement of a request may take. */
export interface StatementLimits {
  /** Milliseconds; on SQLite of those that read. */
  readonly statementMilliseconds: number
  /** Bytes of the text that is read, in UTF-8. */
  readonly answerBytes: number
  /** Bytes that the responses of all requests take together; any where absent. */
  readonly answerMemory?: number
  /** What one read may cost; any where absent. */
  readonly queryCost?: number
}

export type Row = Readonly<Record<string, Stored>>

/** What a write may do. Table and column names come from the layout, values are always bound. */
export interface WriteTransaction {
  readonly registry: Registry
  readonly layout: Layout
  readonly dialect: Dialect
  /** Inserts one row and returns its id. `values`: column name → stored value. */
  insert(table: string, values: Readonly<Record<string, Stored>>): Promise<number>
  /** Inserts many rows of the same columns; no ids come back. */
  insertMany(table: string, rows: readonly Readonly<Record<string, Stored>>[]): Promise<void>
  /** Sets columns of the row with this id. */
  update(table: string, id: number, values: Readonly<Record<string, Stored>>): Promise<void>
  /** Any other statement, of any size; rows for a SELECT or RETURNING. */
  query(statement: Statement): Promise<readonly Row[]>
  /** Statements without values and rows, one after the other, sent at once and not prepared: they are run this once. */
  execute(statements: readonly string[]): Promise<void>
  /** Reads inside the transaction, within the limits of `Database.read`, unless it migrates: sees what it wrote. */
  read(plan: Readable, id?: number): Promise<string | null>
}

/** A database or one of its transactions, to read from. */
export type Reader = Pick<Database | WriteTransaction, 'registry' | 'layout' | 'dialect' | 'read'>
