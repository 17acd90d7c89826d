/** A value as the database stores it: whole numbers as text, so that no digit is lost. */
export type Cell = string | number | null

/** Which rows of a table: a page in the order of ids, or those with one of some values. */
export type RowsOf =
  | { readonly after: number; readonly limit: number }
  | { readonly column: string; readonly values: readonly number[] }

/** The tables of another application, only read. */
export interface SourceTables {
  /** The columns of each table in their order. */
  readonly tables: ReadonlyMap<string, readonly string[]>
  rows(table: string, columns: readonly string[], of: RowsOf): Promise<Cell[][]>
  /** Rows in which a column isn't null. */
  count(table: string, column: string): Promise<number>
  /** False when somebody wrote while the tables were read, and what was read may not fit together. */
  isUnchanged(): Promise<boolean>
  close(): Promise<void>
}
