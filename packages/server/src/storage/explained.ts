/** How a database runs a statement. */
export interface Explained {
  readonly nodes: readonly ExplainedNode[]
  /** What running the statement gave; null unless it was run. */
  readonly analyzed: { readonly milliseconds: number; readonly rows: number } | null
  /** What the database answered: text of SQLite, JSON of PostgreSQL. */
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

/** Whether running a statement changes and locks nothing. Values are parameters, so that keywords are the statement's own. */
export function isReadStatement(sql: string): boolean {
  return (
    /^\s*(SELECT|WITH)\b/.test(sql) && !/\b(INSERT INTO|UPDATE|DELETE FROM|FOR (NO KEY )?(UPDATE|SHARE))\b/.test(sql)
  )
}

/** Whether databases explain a statement: not `BEGIN`, `SAVEPOINT` and several statements at once. */
export function isExplainable(sql: string): boolean {
  return /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(sql)
}
