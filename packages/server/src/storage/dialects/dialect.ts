import type { StorageKind, Stored } from '../../attributes/scalar-behaviour.js'
import type { Column } from '../table.js'

export type DialectName = 'sqlite' | 'postgres'

/**
 * What a database must say about itself. Statements are written once for all dialects; these are the places where their
 * SQL differs. A new database is one file with a `Dialect`, one that opens it, and one line in `open.ts`.
 */
export interface Dialect {
  readonly name: DialectName
  /** The nth parameter of a statement, counted from 1. */
  placeholder(index: number): string
  /** The column type in DDL, per kind. */
  readonly columnType: Readonly<Record<Column['kind'], string>>
  /** A bound parameter as SQL of the given kind, so that comparisons use the column's own order and its index. */
  bind(kind: StorageKind | 'id', placeholder: string, value: Stored): string
  /** SQL text expression: the column's value as JSON text; where it is nothing, in JSON too, `nothing` or the text `null`. */
  json(kind: StorageKind | 'id', column: string, nothing?: string): string
  /** SQL text expression: a 64-bit integer as a JSON number while a double holds it exactly, else as a JSON string. */
  long(column: string, nothing?: string): string
  /** SQL text expression: milliseconds since 1970 as a JSON string with the date-time. */
  instant(column: string, nothing?: string): string
  /** SQL text expression: what text operators look into; NULL for NULL. */
  text(kind: StorageKind | 'id', column: string): string
  /** A search that ignores case: `pattern` comes from `casePattern`; anchored where it says. */
  matchesPattern(text: string, placeholder: string): string
  /** The parameter for `matchesPattern`: case-folded classes, everything else literal. */
  casePattern(value: string, anchor: { start: boolean; end: boolean }): string
  /** `text` has the parameter inside it / at its start / at its end, by code point. */
  contains(text: string, placeholder: string): string
  startsWith(text: string, placeholder: string): string
  endsWith(text: string, placeholder: string): string
  /** SQL text expression: the parts, which are text and not NULL, one after the other. There is at least one. */
  join(parts: readonly string[]): string
  /** Joins the rows' JSON texts with commas, in the order of the subquery; NULL when there are none. */
  aggregate(column: string): string
  /** nulls first ascending, last descending. */
  orderBy(expression: string, direction: 'asc' | 'desc'): string
  /** The number that a JSON text is; NULL for every other. */
  jsonNumber(text: string): string
  /** A JSON string literal made of a text expression. */
  jsonString(text: string): string
  /** Whether an id is among those of a parameter: the text of a JSON array. */
  among(id: string, placeholder: string): string
  /** FROM and WHERE of rows by a subquery of their ids: it begins with these, of which there are few, and looks each up. */
  rowsById(table: string, alias: string, ids: string): string
  /** Joins the row that each row before it looks up by its id; absent where a JOIN within a subquery does so anyway. */
  joinEach?(join: 'CROSS JOIN' | 'LEFT JOIN', table: string, alias: string, on: string): string
  /**
   * FROM and WHERE of rows in the order of a subquery of their ids, which has a LIMIT; absent where sorting whole rows takes
   * no longer than sorting ids.
   */
  rowsInOrder?(table: string, alias: string, ids: string): string
  /** Whether plans are kept that were made without knowing the parameters, but with statistics that depend on them. */
  readonly keepsPlans?: true
  limit(limit: string | null, offset: string | null): string
  /** Ends a SELECT whose rows no other writer may take before the transaction ends; empty where writers take turns. */
  readonly rowLock: string
  /** The statement after which no other writer holds the same text; absent where writers take turns. */
  lockText?(placeholder: string): string
  /** The statement after which ids given by the database come after all that are there; absent where they do anyway. */
  continueIds?(table: string): string
  /** Said first in a transaction: the statement after which all its reads see one state; absent where they do anyway. */
  readonly readOneState?: string
  /** The statement after which the transaction checks foreign keys at its end; absent where they are checked at once. */
  readonly deferForeignKeys?: string
}
