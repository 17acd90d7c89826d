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
