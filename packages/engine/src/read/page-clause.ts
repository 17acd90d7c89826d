import type { StatementBuilder } from '../dialects/statement.js'
import { offsetOf, type Pagination } from '../plan/read-plan.js'

/** Returns the clause that selects a page, with a space before it; empty for all rows. */
export function pageClause(builder: StatementBuilder, pagination: Pagination | null): string {
  return pagination ? rowsClause(builder, offsetOf(pagination)) : ''
}

/** Returns the same for rows from a position on. @param limit the number of rows; below 0 for all */
export function rowsClause(
  builder: StatementBuilder,
  { start, limit }: { readonly start: number; readonly limit: number },
): string {
  const { dialect } = builder
  const bound = (value: number) => builder.bind('bigint', value)
  // PostgreSQL keeps one plan for all parameters. In it, a limit that is a parameter counts as a tenth of the rows.
  const most = limit < 0 ? null : dialect.keepsPlans ? String(limit) : bound(limit)
  const clause = dialect.limit(most, start === 0 ? null : bound(start))
  return clause === '' ? '' : ` ${clause}`
}
