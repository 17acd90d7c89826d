import { rowId } from '../layout/columns.js'
import { quote } from '../layout/names.js'
import { type Condition, offsetOf, type ReadPlan, type SortKey } from '../plan/read-plan.js'
import { type SqlScope, whereClause } from './condition.js'

/** A page that `idsFromFirstRows` can search. */
interface NearPage {
  readonly direction: SortKey['direction']
  readonly start: number
  readonly limit: number
}

/** The ids that the first search covers, for each row up to the end of the page. */
const idsPerRow = 20
/** The minimum number of ids in the table per id that the search covers, so that a failed search is cheap. */
const tableIdsPerId = 50

/**
 * Returns the page of a plan that filters by a foreign key and sorts by id. Returns null for other plans, and
 * on databases that themselves estimate how many rows match (PostgreSQL).
 */
export function nearPage(
  { builder, layout }: SqlScope,
  { type, filters, sort, pagination }: ReadPlan,
): NearPage | null {
  if (!builder.dialect.inOrderOfIds || !filters || !pagination) return null
  const { start, limit } = offsetOf(pagination)
  const direction = directionOfIds(sort)
  if (limit < 1 || !direction) return null
  const links = linksOf(filters)
  const hasForeignKeys = links.length > 0 && links.every((name) => layout.schema(type.uid).link(name).kind === 'column')
  return hasForeignKeys ? { direction, start, limit } : null
}

/** Returns the direction of a sort by nothing but the id, which is the default; null for other sorts. */
export function directionOfIds([key, ...others]: readonly SortKey[]): SortKey['direction'] | null {
  if (!key) return 'asc'
  return key.name === 'id' && key.path.length === 0 && others.length === 0 ? key.direction : null
}

/** Returns the names of the links that a condition follows from its own row. */
function linksOf(condition: Condition): readonly string[] {
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.of.flatMap(linksOf)
    case 'not':
      return linksOf(condition.of)
    case 'value':
    case 'json':
    case 'like':
    case 'version':
      return []
    case 'link':
      return [condition.name]
  }
}

/**
 * Returns a SELECT of a page's ids. It searches the first rows of the table, and all rows only if the first
 * ones don't contain the whole page. An index on a foreign key doesn't return rows in the order of their ids,
 * so SQLite sorts all matching rows for a page: 3.4 ms for 60,000 cities, and 0.2 ms with this search.
 */
export function idsFromFirstRows(
  { builder, layout, schema, alias }: SqlScope,
  { direction, start, limit }: NearPage,
  conditions: readonly (string | null)[],
): string {
  const { dialect } = builder
  const table = quote(layout.schema(schema.uid).table)
  const id = `${alias}.${rowId}`
  const number = (value: number) => builder.bind('bigint', value)
  const end = start + limit
  const covered = `CASE WHEN (SELECT max(${rowId}) FROM ${table}) >= ${number(end * idsPerRow * tableIdsPerId)} THEN ${number(end * idsPerRow)} ELSE 0 END`
  const isNear =
    direction === 'asc'
      ? `${id} < (SELECT min(${rowId}) FROM ${table}) + ${covered}`
      : `${id} > (SELECT max(${rowId}) FROM ${table}) - ${covered}`
  const size = number(limit)
  const offset = start === 0 ? null : number(start)
  const order = `ORDER BY ${dialect.orderBy(id, direction)}`
  const page = (from: string, where: string, most: string) =>
    `SELECT ${id} AS "id" FROM ${from}${where} ${order} ${dialect.limit(most, offset)}`
  const near = builder.define('near page', () =>
    page(`${table} ${alias} ${dialect.inOrderOfIds}`, whereClause([isNear, ...conditions]), size),
  )
  const found = `(SELECT count(*) FROM ${near})`
  // SQLite skips a SELECT whose LIMIT is 0. It would evaluate the same condition in WHERE for every row.
  const all = page(`${table} ${alias}`, whereClause(conditions), `CASE WHEN ${found} < ${size} THEN ${size} ELSE 0 END`)
  return `SELECT ${rowId} FROM ${near} WHERE ${found} = ${size} UNION ALL SELECT ${rowId} FROM (${all})`
}
