export interface FoundExpression {
  readonly line: number
  /** Null if it depends on values at run time. */
  readonly source: string | null
  readonly flags: string
  /** The bound of the input, from the comment beside the expression. */
  readonly bound: string | null
}

export declare function regularExpressions(path: string, text: string): readonly FoundExpression[]
