import { offsetOf, type Pagination } from '../plan/read-plan.js'
import type { SqlScope } from './condition.js'
import { rowsClause } from './page-clause.js'
import { orderOfIds, type SortedIds } from './sorted-ids.js'

/** A page whose rows must not have the sort keys of other rows. */
export interface PageWithoutTies {
  /** A SELECT with the columns of `SortedIds`, in the order of the page. */
  readonly select: string
  /** The condition that a row of the page has the same sort keys as another row. */
  readonly hasTies: string
}

/**
 * Reads a page and the rows before and after it once. Equal sort keys elsewhere don't change the page, so
 * they are not searched for, and an index can serve the order.
 */
export function pageWithoutTies(
  scope: SqlScope,
  { select, order, terms }: SortedIds,
  pagination: Pagination | null,
): PageWithoutTies {
  const { builder } = scope
  const { start, limit } = pagination ? offsetOf(pagination) : { start: 0, limit: -1 }
  const before = Math.min(start, 1)
  const around = builder.define(
    'rows around the page',
    () =>
      `${select}${order}${rowsClause(builder, { start: start - before, limit: limit < 0 ? limit : before + limit + 1 })}`,
  )
  const keys = terms.map((_term, index) => `k${index}`).join(', ')
  return {
    select: `SELECT * FROM ${around} ORDER BY ${orderOfIds(scope, around, terms)}${rowsClause(builder, { start: before, limit })}`,
    // Without sort keys, all rows are equal.
    hasTies:
      terms.length === 0
        ? `(SELECT count(*) FROM ${around}) > 1`
        : `EXISTS (SELECT 1 FROM ${around} GROUP BY ${keys} HAVING count(*) > 1)`,
  }
}
