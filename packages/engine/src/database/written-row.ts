import type { Stored } from '../attributes/scalar-behaviour.js'

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
