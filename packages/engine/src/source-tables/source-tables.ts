/** A value as the database stores it. Integers are strings, so that no digit is lost. */
export type Cell = string | number | null

/** Selects rows of a table: a page in the order of ids, or the rows whose column has one of some values. */
export type RowsOf =
  | { readonly after: number; readonly limit: number }
  | { readonly column: string; readonly values: readonly number[] }

/** The tables of another application, which are only read. */
export interface SourceTables {
  /** The columns of each table, in order. */
  readonly tables: ReadonlyMap<string, readonly string[]>
  rows(table: string, columns: readonly string[], of: RowsOf): Promise<Cell[][]>
  /** Returns the number of rows in which a column isn't null. */
  count(table: string, column: string): Promise<number>
  /** Returns false when the source changed during the reads, so that the rows may be inconsistent. */
  isUnchanged(): Promise<boolean>
  close(): Promise<void>
}
