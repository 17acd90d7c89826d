import { type JsonText, stringOf } from '../plan/json-text.js'
import type { ReadPlan } from '../plan/read-plan.js'
import { columnOf, tableOf, whereClause } from './condition.js'
import type { Piece } from './json-text.js'
import type { RowScope } from './row-text.js'
import { listedRows } from './short-columns.js'

/**
 * How a list gets its total: it counts the rows, also returns the total (`returnedTotal`), or gets a known
 * total as a parameter, and only counts if the content isn't in its state. The last one returns it, too.
 */
export type TotalSource = 'counted' | 'returned' | KnownTotal

/** The parameters of a known total. */
export interface KnownTotal {
  readonly total: string
  readonly state: string
}

/** Stands between the text of a list and its total. Neither the total nor the state contains it. */
const totalMark = '\n'

/** A total, and the state of the content in which it was counted: see `Dialect.state`. */
export interface CountedTotal {
  readonly total: string
  /** Empty if the database doesn't know it. */
  readonly state: string
}

/** Returns the end of the text of a list that also returns its total. */
export function returnedTotal({ builder }: RowScope): Piece[] {
  const total = builder.formats.text('integer', 'total')
  return [{ literal: totalMark }, { sql: total }, { literal: ' ' }, { sql: builder.dialect.state }]
}

/**
 * Returns a SELECT of the total. It has a LIMIT: otherwise PostgreSQL would count again for each place of the
 * text that has the total.
 */
export function totalUnlessKnown({ builder }: RowScope, known: KnownTotal, select: string): string {
  const isKnown = `${builder.dialect.state} = ${known.state}`
  return `SELECT CASE WHEN ${isKnown} THEN ${known.total} ELSE (${select}) END AS total LIMIT 1`
}

/** Splits the result of a list that also returns its total. The bytes of the text aren't copied. */
export function splitTotal(read: JsonText): CountedTotal & { readonly text: JsonText } {
  const end = read.lastIndexOf(totalMark)
  const [total = '', state = ''] = stringOf(
    typeof read === 'string' ? read.slice(end + 1) : read.subarray(end + 1),
  ).split(' ')
  return { text: typeof read === 'string' ? read.slice(0, end) : read.subarray(0, end), total, state }
}

/** The conditions of a whole plan. */
export interface Conditions {
  /** Excludes drafts; null if there are none, or if the plan includes them. */
  readonly live: string | null
  readonly others: readonly (string | null)[]
}

/**
 * Counts the matching rows. Counting the values of `publishedAt` excludes drafts faster than a condition,
 * which the database would check for each row (1,000 rows in an index, PostgreSQL 18: 99 instead of 123 µs).
 */
export function totalSql(scope: RowScope, plan: ReadPlan, { live, others }: Conditions): string {
  const counted = live === null ? '*' : columnOf(scope, 'publishedAt')
  const direct = `SELECT count(${counted}) AS total FROM ${listedRows(scope, { ...plan, sort: [] })}${whereClause(others)}`
  const { filters, byId, publicationState } = plan
  const subtracted =
    filters || byId || publicationState === 'draft'
      ? null
      : totalBySubtraction(scope, plan.locale, live !== null, direct)
  return subtracted ?? direct
}

/**
 * Counts the entries of a list without filters: all rows without drafts and other locales. SQLite counts
 * the rows of a table by its pages (50,000 rows: 0.08 instead of 2.4 ms). If more than a sixteenth of the
 * rows are drafts, or in locales before or after this one, it counts directly.
 */
function totalBySubtraction(scope: RowScope, locale: string | null, isLive: boolean, direct: string): string | null {
  const { builder, alias } = scope
  if (!builder.dialect.countsPages || (locale === null && !isLive)) return null
  const schema = scope.layout.schema(scope.schema.uid)
  // Without an index, each condition below reads the whole table.
  if ((isLive && !schema.startsIndex('publishedAt')) || (locale !== null && !schema.startsIndex('locale'))) return null
  const all = `(SELECT count(*) FROM ${tableOf(scope)})`
  const from = `FROM ${tableOf(scope)} ${alias} WHERE`
  const published = isLive ? columnOf(scope, 'publishedAt') : '*'
  const others = locale === null ? [] : otherLocales(columnOf(scope, 'locale'), builder.bind('text', locale))
  const excluded = [
    ...(isLive ? [{ counted: '*', where: `${published} IS NULL` }] : []),
    ...others.map((where) => ({ counted: published, where })),
  ]
  const isMany = excluded.map(({ where }) => `EXISTS (SELECT 1 ${from} ${where} LIMIT 1 OFFSET ${all} / 16)`)
  const counts = excluded.map(({ counted, where }) => ` - (SELECT count(${counted}) ${from} ${where})`)
  return `SELECT CASE WHEN ${isMany.join(' OR ')} THEN (${direct}) ELSE ${all}${counts.join('')} END AS total`
}

/** Returns the conditions of rows in other locales. Each is one range of an index. */
const otherLocales = (column: string, locale: string) => [
  `${column} < ${locale}`,
  `${column} > ${locale}`,
  `${column} IS NULL`,
]
