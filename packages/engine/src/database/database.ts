import type { Registry } from '@content-api/model'
import type { Cancellation } from '../concurrency/cancellation.js'
import type { ClientKey } from '../concurrency/queue.js'
import type { Dialect } from '../dialects/dialect.js'
import type { Layout, WritableLayout } from '../layout/layout.js'
import type { OwnLayout } from '../layout/own-layout.js'
import type { JsonText } from '../plan/json-text.js'
import type { QueryCost, ReadId, ReadPlan } from '../plan/read-plan.js'
import type { LogPosition } from './position.js'
import type { RequestSession } from './request-session.js'
import type { SnapshotStorage } from './snapshot-storage.js'
import type { Statement } from '../dialects/statement.js'
import type { Stored } from '../attributes/scalar-behaviour.js'

/** An open database for reads by plan. `openReadOnlyDatabase` (`drivers/open.ts`) opens one without writes. */
export interface ReadDatabase {
  readonly registry: Registry
  readonly layout: Layout
  readonly dialect: Dialect
  /** The number of statements sent so far. Tests use it to check that a read takes one statement. */
  readonly statements: () => number
  /**
   * Runs a read plan on a read connection, as one statement unless its populate is deep. Returns JSON text;
   * null when nothing matches. `id` is for plans that read by id.
   *
   * @throws ApiError ValidationError above the limits that the database was opened with
   * @throws ApiError ServiceUnavailableError when no connection becomes free in time
   * @throws the signal's reason once the signal is aborted
   */
  read(plan: Readable, id?: ReadId, options?: ReadOptions): Promise<JsonText | null>
  /**
   * Estimates the cost of a read before it runs. Returns the value itself, without a promise, when the cost
   * is already known. If a table has no statistics, its rows are counted.
   *
   * @throws ApiError ValidationError above the limit that the database was opened with
   */
  estimate(plan: ReadPlan | PreparedRead): QueryCost | Promise<QueryCost>
  /**
   * Explains a statement on a read connection. `analyze` is ignored for statements that write.
   *
   * @throws ApiError ValidationError for a statement that takes longer than the limit
   */
  explain(statement: Statement, options: ExplainOptions): Promise<Explained>
  /** @throws ApiError ServiceUnavailableError if a file of a SQLite database was deleted, moved or replaced */
  checkFiles(): void
  close(): Promise<void>
}

/** An open database: reads by plan, writes by transaction. `openDatabase` (`drivers/open.ts`) creates it. */
export interface Database<Tables extends WritableLayout = OwnLayout> extends ReadDatabase, SnapshotStorage {
  readonly layout: Tables
  /** Changes the texts of all reads, also within transactions; null if they stay as they are. */
  finisher: ReadFinisher | null
  /** @param within counts rows in this transaction, because a database in memory has no other connection */
  estimate(plan: ReadPlan | PreparedRead, within?: WriteTransaction<Tables>): QueryCost | Promise<QueryCost>
  /**
   * Runs `work` in one transaction, which is committed when `work` resolves and rolled back when it throws.
   * SQLite runs one transaction at a time (BEGIN IMMEDIATE), in the order of the calls. `work` may run more
   * than once, so it must not keep state between runs. PostgreSQL repeats it after a conflict with another
   * transaction, SQLite may repeat it if the option `grouped` is set.
   *
   * @throws ApiError for statements that the database rejects, see `translateError`
   * @throws the signal's reason when it aborts before the transaction begins; a transaction that has begun
   * isn't cancelled
   */
  write<Result>(
    work: (transaction: WriteTransaction<Tables>) => Promise<Result>,
    options?: WriteOptions,
  ): Promise<Result>
  /**
   * Like `write`, for changes of the tables themselves. Only one process runs it at a time, without a time
   * limit. On SQLite, foreign keys are off meanwhile and are checked at the end. Errors of the database are
   * thrown unchanged.
   */
  migrate<Result>(work: (transaction: WriteTransaction<Tables>) => Promise<Result>): Promise<Result>
  /** The position of this process's latest write in the primary's log; null before it and without replicas. */
  lastWrite(): LogPosition | null
}

/** A database with any tables that this server writes, its own or those of Strapi. */
export type AnyDatabase = Database<WritableLayout>

/** A plan with its compiled statement, for repeated reads. */
export interface PreparedRead {
  readonly plan: ReadPlan
  readonly statement: Statement
}

/** The inputs of `read`. Only the engine itself passes statements. */
export type Readable = ReadPlan | PreparedRead | Statement

/** Changes the texts of reads outside of the database. */
export interface ReadFinisher {
  /** Returns the read to run instead; the same one if its text stays as it is. */
  planned(read: Readable): Readable
  /** Returns the text of a read for which `planned` has returned another one. */
  finish(text: JsonText): Promise<JsonText>
}

/** Options of a read: its client, its cancellation and its expected duration. */
export interface ReadOptions {
  /** Cancels the read: it leaves the queue, or its statement is interrupted. */
  readonly signal?: Cancellation | undefined
  /** The client. Waiting clients are served in turn. */
  readonly client?: ClientKey | undefined
  /** Expected duration in microseconds. If absent, only recent durations of the same statement count. */
  readonly weight?: number | undefined
  /** The request that reads or writes. Its client and signal replace the ones above. */
  readonly session?: RequestSession | undefined
  /**
   * Gets the estimated cost before the statement runs, which waits for its promise. If it throws, nothing is
   * read.
   */
  readonly charge?: Charge | undefined
}

/** Adds the cost of a read to that of its request. @throws ApiError above the limit of the request */
export type Charge = (cost: QueryCost) => void | Promise<void>

/** Options of a write: its client and signal, and whether it may share a transaction. */
export interface WriteOptions extends Pick<ReadOptions, 'signal' | 'session'> {
  /** The key of the client. Waiting clients are served in turn. */
  readonly client?: string | undefined
  /**
   * On SQLite, lets the write share a transaction and its commit with other waiting writes. Only set it for
   * writes that wait for nothing except this database, because a group waits for each of its members.
   */
  readonly grouped?: boolean
}

/** The limits of the statements of requests: each applies to one statement, except `responseMemory`. */
export interface StatementLimits {
  /** Milliseconds. On SQLite only for statements that read. */
  readonly statementMilliseconds: number
  /** The largest result of a read, in bytes of UTF-8. */
  readonly responseBytes: number
  /** The memory for the large responses of all requests, in bytes; unlimited when absent. */
  readonly responseMemory?: number
  /** The largest cost of one read; unlimited when absent. */
  readonly queryCost?: number
}

export type Row = Readonly<Record<string, Stored>>

/** The operations of a write. Table and column names come from the layout, values are always bound. */
export interface WriteTransaction<Tables extends WritableLayout = OwnLayout> {
  readonly registry: Registry
  readonly layout: Tables
  readonly dialect: Dialect
  /** Whether statements may be sent before earlier ones have ended. They run in the order in which they are sent. */
  readonly pipelines: boolean
  insert(table: string, values: RowValues, returned?: ReturnedText | null): Promise<WrittenRow>
  /**
   * Inserts one row if all `required` rows exist; otherwise returns null. Only for databases with one writer
   * at a time: others must lock the required rows first.
   */
  insertIfFound(
    required: readonly RequiredRow[],
    table: string,
    values: RowValues,
    returned?: ReturnedText | null,
  ): Promise<WrittenRow | null>
  /** Inserts many rows with the same columns. Returns no ids. */
  insertMany(table: string, rows: readonly Readonly<Record<string, Stored>>[]): Promise<void>
  /** Sets columns of the rows with these ids, and returns the row of the first id. */
  update(
    table: string,
    ids: readonly [number, ...number[]],
    values: RowValues,
    returned?: ReturnedText | null,
  ): Promise<WrittenRow>
  /** Runs any other statement, of any size. Returns the rows of a SELECT or RETURNING. */
  query(statement: Statement): Promise<readonly Row[]>
  /**
   * Runs a statement whose result nothing in the transaction needs. Where statements are pipelined, it
   * resolves before the statement has ended; if the statement fails, so does the transaction.
   */
  queryLast(statement: Statement): Promise<void>
  /**
   * Runs statements in order, as one script. They have no values and return no rows. They aren't prepared,
   * since each runs only once.
   */
  execute(statements: readonly string[]): Promise<void>
  /** Reads inside the transaction and sees its changes. The limits of `Database.read` apply, except in `migrate`. */
  read(plan: Readable, id?: ReadId): Promise<JsonText | null>
}

/** A transaction on any tables that this server writes. */
export type AnyTransaction = WriteTransaction<WritableLayout>

/** A database or one of its transactions, for reading. */
export type Reader = Pick<ReadDatabase | WriteTransaction<WritableLayout>, 'registry' | 'dialect' | 'read'> & {
  readonly layout: Layout
}

/** How a database runs a statement. */
export interface Explained {
  readonly nodes: readonly ExplainedNode[]
  /** Time and row count of running the statement; null unless it was run. */
  readonly analyzed: { readonly milliseconds: number; readonly rows: number } | null
  /** The database's own output: text from SQLite, JSON from PostgreSQL. */
  readonly raw: string
}

export interface ExplainedNode {
  readonly text: string
  readonly figures: Readonly<Record<string, number>>
  readonly children: readonly ExplainedNode[]
}

export interface ExplainOptions {
  /** Runs the statement too, in a transaction that only reads, within `limits.statementMilliseconds`. */
  readonly analyze: boolean
}

/**
 * Returns whether a statement only reads and takes no locks. Values are parameters, so a keyword in the SQL
 * is never part of a value.
 */
export function isReadStatement(sql: string): boolean {
  return (
    /^\s*(SELECT|WITH)\b/.test(sql) && !/\b(INSERT INTO|UPDATE|DELETE FROM|FOR (NO KEY )?(UPDATE|SHARE))\b/.test(sql)
  )
}

/**
 * Returns whether the database can explain a statement. It can't explain `BEGIN`, `SAVEPOINT` or several
 * statements in one string.
 */
export function isExplainable(sql: string): boolean {
  return /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(sql)
}

/** The position after the last row of a list. The statement that writes the row looks it up. */
export interface EndOfList {
  /** The column with the id of the list's owner. */
  readonly column: string
  readonly owner: number
}

/** The value of a column that contains the id of its own row. An INSERT needs `nextId` of the dialect for it. */
export const ownId = Symbol('id of the row')

/** A value that is stored, or that the statement which writes the row computes. */
export type RowValue = Stored | EndOfList | typeof ownId

/** The values of a row by column. */
export type RowValues = Readonly<Record<string, RowValue>>

/** A row that must exist for another one to be inserted. */
export interface RequiredRow {
  readonly table: string
  readonly id: number
}

/** A SQL expression for the text of a row, for `RETURNING` of the statement that writes the row. */
export interface ReturnedText {
  readonly sql: string
}

/** A row that was inserted or updated. */
export interface WrittenRow {
  readonly id: number
  /** The row's text, to which the limits of a read apply; null unless the write got a `ReturnedText`. */
  readonly text: string | null
}
