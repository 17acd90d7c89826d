import { rowId } from '../layout/columns.js'
import { quote } from '../layout/names.js'
import { offsetOf, type ReadPlan, type SortKey } from '../plan/read-plan.js'
import { columnOf, kindOf, liveCondition, type SqlScope, tableOf, whereClause } from './condition.js'
import { listedRows } from './short-columns.js'
import { compileSort, type SortSql, type SortTerm } from './sort.js'

/** The ids of the rows that match a plan, with the values that they are sorted by. */
export interface SortedIds extends Pick<SortSql, 'order' | 'terms'> {
  /** A SELECT of the column `id` and a column for each sort term (`k0`, `k1`, …), in no order. */
  readonly select: string
}

type Conditions = readonly (string | null)[]

export function sortedIds(scope: SqlScope, plan: ReadPlan, conditions: Conditions): SortedIds {
  const { alias } = scope
  const { joins, order, terms } = compileSort(scope, plan.sort)
  const columns = idAndKeys(
    alias,
    terms.map(({ expression }) => expression),
  )
  const select = `SELECT ${columns} FROM ${listedRows(scope, plan)}${joins}${whereClause(conditions)}`
  return { select, order, terms }
}

/**
 * Returns the ids of a page that is sorted by an attribute behind a foreign key, for example articles by the
 * name of their author. PostgreSQL sorts the authors and reads articles of the first ones only, unless it
 * expects that reading all articles is faster (page 3 of 50,000 articles by 50 authors: 7 instead of 58 ms).
 * Returns null for other plans, and for plans with filters: these usually match few rows.
 */
export function idsByTarget(scope: SqlScope, plan: ReadPlan, conditions: Conditions): SortedIds | null {
  const { builder, alias } = scope
  const { dialect } = builder
  const [key, ...others] = plan.sort
  const foreignKey = key && foreignKeyOf(scope, key)
  if (!foreignKey || !plan.pagination || plan.filters || !others.every(isOwnValue)) return null
  const { start, limit } = offsetOf(plan.pagination)
  if (limit < 1) return null
  const own = others.map(({ name }) => columnOf(scope, name))
  const end = builder.bind('bigint', start + limit)
  const firstRows = (value: string, from: string, among: readonly (string | null)[]) => {
    const order = orderOf(scope, termsOf([value, ...own], plan.sort), `${alias}.${rowId}`)
    return `(SELECT ${idAndKeys(alias, [value, ...own])} FROM ${from}${whereClause(among)} ORDER BY ${order} ${dialect.limit(end, null)})`
  }
  const targets = valuesOfTargets(scope, key)
  const target = builder.alias()
  // The planner knows the order of a subquery, and continues to sort from there.
  const inOrder = `(${targets.select} ORDER BY ${dialect.orderBy('value', key.direction, key.nullsAreLargest)}) ${target}`
  const linked = firstRows(
    `${target}.value`,
    `${inOrder} JOIN ${tableOf(scope)} ${alias} ON ${foreignKey} = ${target}.${rowId}`,
    conditions,
  )
  const unlinked = firstRows(targets.none, `${tableOf(scope)} ${alias}`, [`${foreignKey} IS NULL`, ...conditions])
  const both = builder.alias()
  const terms = termsOf(
    plan.sort.map((_key, index) => `${both}.k${index}`),
    plan.sort,
  )
  return {
    select: `SELECT ${both}.* FROM (${linked} UNION ALL ${unlinked}) ${both}`,
    order: ` ORDER BY ${orderOfIds(scope, both, terms)}`,
    terms,
  }
}

/** Returns the foreign key that leads to the sorted attribute; null if it is behind no link, or behind several. */
function foreignKeyOf({ layout, schema, alias }: SqlScope, key: SortKey): string | null {
  const [step, ...further] = key.path
  if (!step || further.length > 0 || step.attribute.type !== 'relation' || kindOf(key) === 'json') return null
  const link = layout.schema(schema.uid).link(step.name)
  return link.kind === 'column' ? `${alias}.${quote(link.column)}` : null
}

const isOwnValue = (key: SortKey) => key.path.length === 0 && kindOf(key) !== 'json'

/**
 * Returns a SELECT of the columns `id` and `value` of all rows behind the link of a sort key, and an
 * expression for the value of a row without a link. Drafts have no value.
 */
function valuesOfTargets({ builder, layout }: SqlScope, { path, name, publicationState }: SortKey) {
  const [step] = path as [SortKey['path'][0]]
  const rows = { builder, layout, schema: step.target, alias: builder.alias() }
  const live = liveCondition(rows, publicationState)
  const column = columnOf(rows, name)
  const value = live === null ? column : `CASE WHEN ${live} THEN ${column} END`
  const from = `${tableOf(rows)} ${rows.alias}`
  return {
    select: `SELECT ${rows.alias}.${rowId}, ${value} AS value FROM ${from}`,
    // Has the type of the column.
    none: `(SELECT ${column} FROM ${from} WHERE FALSE)`,
  }
}

const idAndKeys = (alias: string, keys: readonly string[]) =>
  [`${alias}.${rowId} AS "id"`, ...keys.map((key, index) => `${key} AS k${index}`)].join(', ')

const termsOf = (values: readonly string[], keys: readonly SortKey[]): readonly SortTerm[] =>
  keys.map(({ direction, nullsAreLargest = false }, index) => ({
    expression: values[index] as string,
    direction,
    nullsAreLargest,
  }))

/** Returns the terms of an ORDER BY clause, of which the id is the last. */
const orderOf = ({ builder: { dialect } }: SqlScope, terms: readonly SortTerm[], id: string): string =>
  [
    ...terms.map(({ expression, direction, nullsAreLargest }) =>
      dialect.orderBy(expression, direction, nullsAreLargest),
    ),
    id,
  ].join(', ')

/** Returns a SELECT of the rows of a page, in its order. The page has the columns of `SortedIds`. */
export function rowsOfIds(scope: SqlScope, page: string, terms: SortSql['terms']): string {
  const { alias, builder } = scope
  const { dialect } = builder
  if (dialect.rowsInOrder) return `SELECT ${alias}.* ${dialect.rowsInOrder(tableOf(scope), alias, page)}`
  const order = orderOfIds(scope, 'given', terms)
  return `SELECT ${alias}.* FROM (${page}) given JOIN ${tableOf(scope)} ${alias} ON ${alias}.${rowId} = given.${rowId} ORDER BY ${order}`
}

/** Returns the terms of an ORDER BY clause that sorts a table with the columns of `SortedIds`. */
export const orderOfIds = (scope: SqlScope, from: string, terms: SortSql['terms']): string =>
  orderOf(
    scope,
    terms.map((term, index) => ({ ...term, expression: `${from}.k${index}` })),
    `${from}.${rowId}`,
  )
