import type { ScalarAttribute } from '@content-api/model'
import type { StorageKind, Stored } from '../attributes/scalar-behaviour.js'
import { scalarBehaviours } from '../attributes/scalar-behaviours.js'

export type DialectName = 'sqlite' | 'postgres'

/**
 * The kind of a value in a column. Our own tables store a `timestamp` as its milliseconds, other layouts as
 * the moment.
 */
export type ValueKind = StorageKind | 'id' | 'timestamp'

/** Returns the kind of the values of a scalar attribute. */
export function kindOfAttribute(name: string, { type }: Pick<ScalarAttribute, 'type'>): ValueKind {
  if (name === 'id') return 'id'
  return type === 'timestamp' ? 'timestamp' : scalarBehaviours[type].storage
}

/** How a layout stores values: the SQL that converts parameters to columns, and columns to JSON and text. */
export interface ValueFormats {
  /** Casts a bound parameter to a kind, so that comparisons use the column's order and its index. */
  bind(kind: ValueKind, placeholder: string, value: Stored): string
  /**
   * Expression for a column's value as JSON text. For NULL and for JSON null it is the expression `nullText`,
   * by default the text `null`.
   */
  json(kind: ValueKind, column: string, nullText?: string): string
  /** Expression for a 64-bit integer as JSON text: a number if a double represents it exactly, otherwise a string. */
  long(column: string, nullText?: string): string
  /** Expression for a column of kind `timestamp` as a JSON string with the date-time. */
  instant(column: string, nullText?: string): string
  /** Expression for a column of kind `time` as a JSON string with milliseconds. */
  time(column: string, nullText?: string): string
  /** Expression for the text that text operators search; NULL for NULL. */
  text(kind: ValueKind, column: string): string
  /**
   * Condition that a JSON column equals an object or array in a parameter, independent of the order of keys.
   * It is NULL for NULL.
   *
   * @param other the same object with the values that its strings spell, in a shorter text. Each value in the
   * column then equals the value of one of the two.
   */
  equalsJson(column: string, placeholder: string, other?: string): string
}

/**
 * `id`: autoincrement primary key; `reference`: id of a row in another table; `position`: position in an
 * ordered list.
 */
export type ColumnKind = StorageKind | 'id' | 'reference' | 'position'

/** The formats of the service's own tables. */
export interface OwnFormats extends ValueFormats {
  /** The column type in DDL, by kind. */
  readonly columnType: Readonly<Record<ColumnKind, string>>
  /** Expression for a parameter with the type and the sort order of a column. */
  cell(kind: StorageKind, placeholder: string): string
}

const largest = 2n ** 63n - 1n
const smallest = -(2n ** 63n)

/** Returns whether a number, or a string of digits, is an integer that fits into the 64 bits of both databases. */
export function isInt64(value: Stored): boolean {
  // The digits of -(2 ** 63) as a number are -9223372036854776000, which PostgreSQL rejects.
  if (typeof value === 'number') return Number.isInteger(value) && value > -(2 ** 63) && value < 2 ** 63
  if (typeof value !== 'string' || !/^[+-]?\d{1,100}$/.test(value)) return false
  const number = BigInt(value.replace('+', ''))
  return number >= smallest && number <= largest
}
