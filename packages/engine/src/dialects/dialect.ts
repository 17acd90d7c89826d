import type { LikeForm } from '../plan/read-plan.js'
import type { DialectName } from '../layout/value-formats.js'

/**
 * The SQL that differs between databases. Statements are written once for all dialects and use these members
 * where needed. A new database needs a `Dialect`, a `SchemaDialect`, a file that opens it, and one entry in
 * `open.ts`.
 */
export interface Dialect {
  readonly name: DialectName
  /** The nth parameter of a statement, counted from 1. */
  placeholder(index: number): string
  /** Condition that a text matches a pattern from `casePattern`, ignoring case. */
  matchesPattern(text: string, placeholder: string): string
  /** Returns the parameter for `matchesPattern`: each character matches its case variants, and none is a wildcard. */
  casePattern(value: string, anchor: { start: boolean; end: boolean }): string
  /** Conditions that `text` contains, starts or ends with the parameter, compared by code point. */
  contains(text: string, placeholder: string): string
  startsWith(text: string, placeholder: string): string
  endsWith(text: string, placeholder: string): string
  /** The JSON text in a parameter, in the form to compare with a column of Strapi that has JSON. */
  storedJson(placeholder: string): string
  /** Conditions that LIKE matches a column with a pattern in a parameter, as `LikeForm` says. */
  readonly like: Readonly<Record<LikeForm, (column: string, placeholder: string) => string>>
  /**
   * SQL text expression that concatenates the parts. The parts are text expressions, never NULL, and there is
   * at least one.
   */
  join(parts: readonly string[]): string
  /** Expression for the JSON text that a read returns, in the form that its driver reads fastest (`JsonText`). */
  result(text: string): string
  /** Joins the JSON texts of rows with commas, in the order of the subquery; NULL when there are no rows. */
  aggregate(column: string): string
  /** JSON array of the values of a text column, in the order of the rows. `from` is the SELECT without its columns. */
  textArray(column: string, from: string): string
  /** Sort term with NULLs first when ascending, last when descending; with `nullsAreLargest`, the other way round. */
  orderBy(expression: string, direction: 'asc' | 'desc', nullsAreLargest?: boolean): string
  /** Expression for the number in a JSON text; NULL when it isn't a number. */
  jsonNumber(text: string): string
  /** Expression that turns a text into a JSON string literal. */
  jsonString(text: string): string
  /** Expression for a short digest of a text. Absent if the text itself is read as fast. */
  digest?(text: string): string
  /** Condition that an id is in a parameter, which is a JSON array as text. */
  among(id: string, placeholder: string): string
  /**
   * FROM item without an alias for the ids in a parameter, which is a JSON array as text: `id`, and its place
   * `at`, from 0.
   */
  eachId(placeholder: string): string
  /**
   * FROM and WHERE for the rows whose ids a subquery returns. The subquery runs first, since it returns few
   * ids, and each row is looked up.
   */
  rowsById(table: string, alias: string, ids: string): string
  /**
   * Joins a table by looking up one row by id for each preceding row. Absent if the database plans an
   * ordinary JOIN in a subquery this way.
   */
  joinEach?(join: 'CROSS JOIN' | 'LEFT JOIN', table: string, alias: string, on: string): string
  /**
   * FROM and WHERE for rows in the order of a subquery, which returns their ids and has a LIMIT. Absent when
   * sorting whole rows is as fast as sorting ids.
   */
  rowsInOrder?(table: string, alias: string, ids: string): string
  /**
   * SQL after a table's alias that makes the database read the table in the order of its ids, without another
   * index. Absent if the database itself estimates whether that is faster.
   */
  readonly inOrderOfIds?: string
  /** True if the database counts all rows of a table by its pages, so that this takes almost no time. */
  readonly countsPages?: true
  /**
   * Expression for a text that differs after each commit. Statements on one connection that get the same text
   * see the same content. Empty if the database doesn't know.
   */
  readonly state: string
  /** True if the database doesn't intersect the ids of several semi-joins by itself. */
  readonly nestsSemiJoins?: true
  /** Returns a column in a form that no index serves. Absent if the database estimates which index is best. */
  readonly unindexed?: (column: string) => string
  /** True if the database keeps plans that don't depend on the parameters and contain estimated row counts. */
  readonly keepsPlans?: true
  limit(limit: string | null, offset: string | null): string
  /**
   * Clause at the end of a SELECT that locks its rows until the transaction ends, so that other writers wait;
   * empty when there is only one writer at a time.
   */
  readonly rowLock: string
  /**
   * Statement that takes an advisory lock on a text until the transaction ends; absent when there is only one
   * writer at a time.
   */
  lockText?(placeholder: string): string
  /**
   * Statement that advances the id sequence of a table, so that new rows get ids after all existing ones;
   * absent if the database does this itself.
   */
  continueIds?(table: string): string
  /**
   * Statements that lock a table and advance its id sequence to an id that didn't come from it; absent if the
   * database does this itself. They come before inserts into the table in a transaction.
   */
  continueIdsAfter?(table: string, id: number): readonly string[]
  /** SQL for the id of the next row of a table; absent if the id is only known after the row was inserted. */
  nextId?(table: string): string
  /**
   * Statement that updates the statistics of these tables, by which the database plans reads; absent if its
   * plans don't depend on them.
   */
  updateStatistics?(tables: readonly string[]): string
  /**
   * First statement of a transaction whose reads must all see the same state; absent if every transaction of
   * the database guarantees this.
   */
  readonly readOneState?: string
  /**
   * Statement that defers the check of foreign keys to the end of the transaction; absent when it cannot be
   * deferred.
   */
  readonly deferForeignKeys?: string
}
