import { rowId } from '../layout/columns.js'
import { relatesToMany } from '../plan/link-target.js'
import type { SortKey, Ties } from '../plan/read-plan.js'
import { quote } from '../layout/names.js'
import { columnOf, kindOf, liveCondition, type SqlScope, whereClause } from './condition.js'
import { type LinkSource, linkSource } from './link-source.js'

/** The sorting of a SELECT: joins for its FROM clause, and the ORDER BY clause. */
export interface SortSql {
  readonly joins: string
  readonly order: string
  /** The expressions of the ORDER BY clause, most significant first. */
  readonly terms: readonly SortTerm[]
}

export interface SortTerm {
  readonly expression: string
  readonly direction: SortKey['direction']
  readonly nullsAreLargest: boolean
}

/**
 * Maximum tables that sort keys join, because SQLite joins at most 64 tables. The remaining sort keys look up
 * their values row by row.
 */
const mostTables = 40

/** The joins of one FROM clause. Sort keys with the same join share it. */
type Joins = Map<string, { readonly alias: string; readonly sql: string; readonly tables: number }>

const isFull = (joins: Joins) => [...joins.values()].reduce((sum, { tables }) => sum + tables, 0) >= mostTables

interface Target {
  readonly joins: Joins
  /** Whether the joins belong to a subquery that runs for each row and returns the smallest or largest value. */
  readonly isAggregated: boolean
}

/**
 * Sorts by the requested keys, then by the stored order of the link that the rows belong to, then by id, so
 * that pages never overlap.
 */
export function compileSort(
  scope: SqlScope,
  keys: readonly SortKey[],
  link?: Pick<LinkSource, 'order' | 'tie'>,
  ties?: Ties,
): SortSql {
  const { dialect } = scope.builder
  const joins: Joins = new Map()
  const terms = keys.flatMap((key) =>
    leavesOf(key).map((leaf): SortTerm => {
      const { direction, nullsAreLargest = false } = key
      return { expression: sortExpression(scope, key, leaf, joins), direction, nullsAreLargest }
    }),
  )
  if (link?.order) terms.push({ expression: link.order, direction: 'asc', nullsAreLargest: false })
  const id = `${scope.alias}.${rowId}`
  const order = terms.map(({ expression, direction, nullsAreLargest }, index) =>
    // The id is never NULL. PostgreSQL doesn't know, and would not use the primary key, which has its own order.
    index === 0 && expression === id ? `${id} ${direction}` : dialect.orderBy(expression, direction, nullsAreLargest),
  )
  if (ties !== 'database' && !keys.some(({ name, path }) => name === 'id' && path.length === 0)) {
    // A link table has an index on owner, order and this id, so that nothing is sorted.
    order.push(link?.order ? dialect.orderBy(link.tie, 'asc') : (link?.tie ?? id))
  }
  return { joins: sqlOf(joins), order: order.length > 0 ? ` ORDER BY ${order.join(', ')}` : '', terms }
}

/** The sorted value of a path: a column, or one of the aspects by which JSON is sorted. */
type Leaf = 'value' | 'jsonKind' | 'jsonNumber' | 'jsonText'

/**
 * Sorts JSON as Strapi 4.26 does: numbers first, by value, then everything else by its text. JSON has no
 * order of its own.
 */
const ofJson = {
  asc: ['jsonKind', 'jsonNumber', 'jsonText'],
  desc: ['jsonKind', 'jsonText', 'jsonNumber'],
} as const satisfies Record<SortKey['direction'], readonly Leaf[]>

function leavesOf(key: SortKey): readonly Leaf[] {
  return kindOf(key) === 'json' && !key.asStored ? ofJson[key.direction] : ['value']
}

const sqlOf = (joins: Joins) => [...joins.values()].map(({ sql }) => sql).join('')

/**
 * Returns the value to sort by. Across to-many links it is the smallest value for ascending order and the
 * largest for descending, so that an entry appears once.
 */
function sortExpression(scope: SqlScope, key: SortKey, leaf: Leaf, joins: Joins): string {
  const target: Target = { joins, isAggregated: false }
  if (!multiplies(key)) return joinedValue(scope, key, leaf, target)
  // The rest of the path then needs values for the linked rows only, which are fewer.
  const behind = joinToOne(scope, key, target)
  if (behind) return sortExpression(behind.scope, behind.key, leaf, joins)
  if (!isFull(joins)) return joined(scope, key, leaf, joins)
  const values = valuesPerOwner(scope, key, leaf)
  const alias = scope.builder.alias()
  return `(SELECT ${alias}.value FROM ${values} ${alias} WHERE ${alias}.${rowId} = ${scope.alias}.${rowId})`
}

/**
 * Returns the value at the end of a path. To-one links before the first to-many link are joined, and the rest
 * is looked up from there.
 */
function joinedValue(scope: SqlScope, key: SortKey, leaf: Leaf, target: Target): string {
  if (key.path.length === 0) {
    return target.isAggregated ? comparable(sortable(scope, key, leaf), key) : sortable(scope, key, leaf)
  }
  const behind = joinToOne(scope, key, target)
  return behind ? joinedValue(behind.scope, behind.key, leaf, target) : linkedValue(scope, key, leaf)
}

/**
 * Joins the table behind the first link of a path. Returns the rest of the path; null if the link may lead to
 * several rows, or if there are too many joins.
 */
function joinToOne(
  scope: SqlScope,
  key: SortKey,
  { joins, isAggregated }: Target,
): { readonly scope: SqlScope; readonly key: SortKey } | null {
  const [step, ...path] = key.path
  if (!step || leadsToMany(step) || isFull(joins)) return null
  const { builder, layout, schema, alias } = scope
  const link = layout.schema(schema.uid).link(step.name)
  // A join would return the entry several times.
  if (link.kind === 'join' && link.hasVersions) return null
  const isColumn = link.kind === 'column'
  // Inside a subquery that runs for each row, a link table is better read in the FROM clause.
  if (!isColumn && isAggregated) return null
  const to = [alias, step.name, key.publicationState].join(' ')
  let joined = joins.get(to)
  if (!joined) {
    const { inner, source, live } = follow(scope, step, key)
    if (!source.leftJoin) return null
    const table = quote(layout.schema(step.target.uid).table)
    const on = [source.on, live].filter((condition) => condition !== null).join(' AND ')
    const each = isAggregated ? builder.dialect.joinEach?.('LEFT JOIN', table, inner.alias, on) : undefined
    joined = { alias: inner.alias, sql: each ? ` ${each}` : source.leftJoin(live), tables: isColumn ? 1 : 2 }
    joins.set(to, joined)
  }
  return { scope: { ...scope, schema: step.target, alias: joined.alias }, key: { ...key, path } }
}

/** Returns whether a path follows several to-many links, so that it may reach the same row in several ways. */
export function multiplies({ path }: SortKey): boolean {
  return path.filter(leadsToMany).length > 1
}

function leadsToMany({ attribute }: SortKey['path'][number]): boolean {
  switch (attribute.type) {
    case 'relation':
      return relatesToMany(attribute)
    case 'component':
      return attribute.repeatable
    case 'media':
      return attribute.multiple
    case 'dynamiczone':
      return true
  }
}

/** Returns a subquery that looks up the value behind a link. */
function linkedValue(scope: SqlScope, key: SortKey, leaf: Leaf): string {
  const [step, ...path] = key.path
  const { inner, source, live } = follow(scope, step as (typeof key.path)[0], key)
  const joins: Joins = new Map()
  const value = joinedValue(inner, { ...key, path }, leaf, { joins, isAggregated: true })
  const from = `${source.fromEach}${sqlOf(joins)}`
  const where = whereClause([source.on, live])
  const { builder, layout, schema } = scope
  const link = layout.schema(schema.uid).link(step?.name ?? '')
  if (link.kind === 'join' && link.hasVersions) {
    // Strapi joins each version, also one without a value, which min and max would ignore.
    const order = builder.dialect.orderBy('value', key.direction, key.nullsAreLargest)
    return `(SELECT ${value} AS value FROM ${from}${where} ORDER BY ${order} LIMIT 1)`
  }
  // The SQL contains the value only once, because each copy would double the work for every link of the path.
  // Without FILTER, databases may search the column's index, which contains the rows of all owners, for the
  // first value (171,075 cities by country, PostgreSQL 18: more than 30 s instead of 0.2 s).
  return `(SELECT ${aggregateOf(key)}(${value}) FILTER (WHERE 1 = 1) FROM ${from}${where})`
}

/**
 * Returns the name of a table with the ids and values of all rows that have a value. There is one such table
 * per link of the path. A statement computes each table once, beginning with the last link, and paths share
 * the tables of common links.
 */
function valuesPerOwner(scope: SqlScope, key: SortKey, leaf: Leaf): string {
  const { builder, layout, schema } = scope
  const names = [...key.path.map(({ name }) => name), key.name].join('.')
  const content = [schema.uid, names, leaf, key.direction, key.publicationState].join(' ')
  return builder.define(content, () => {
    const [step, ...path] = key.path
    const outer = builder.alias()
    const { inner, source, live } = follow({ builder, layout, schema, alias: outer }, step as (typeof key.path)[0], key)
    const rest = { ...key, path }
    const joins: Joins = new Map()
    const value = path.length > 0 ? joined(inner, rest, leaf, joins) : comparable(sortable(inner, rest, leaf), rest)
    const rows = { joins: sqlOf(joins), select: `${aggregateOf(key)}(${value}) AS value` }
    const { semiJoin } = source
    if (source.groups) {
      const where = whereClause([semiJoin.within, live])
      return `SELECT ${semiJoin.inner} AS "id", ${rows.select} FROM ${source.from}${rows.joins}${where} GROUP BY ${semiJoin.inner}`
    }
    const owner = `${quote(layout.schema(schema.uid).table)} ${outer}`
    const where = whereClause([source.on, live])
    return `SELECT ${outer}.${rowId} AS "id", ${rows.select} FROM ${owner} CROSS JOIN ${source.from}${rows.joins}${where} GROUP BY ${outer}.${rowId}`
  })
}

function joined(scope: SqlScope, key: SortKey, leaf: Leaf, joins: Joins): string {
  const values = valuesPerOwner(scope, key, leaf)
  let known = joins.get(values)
  if (!known) {
    const alias = scope.builder.alias()
    known = { alias, sql: ` LEFT JOIN ${values} ${alias} ON ${alias}.${rowId} = ${scope.alias}.${rowId}`, tables: 1 }
    joins.set(values, known)
  }
  return `${known.alias}.value`
}

function follow(scope: SqlScope, step: SortKey['path'][number], { publicationState }: SortKey) {
  const { builder, layout, schema, alias } = scope
  const inner: SqlScope = { builder, layout, schema: step.target, alias: builder.alias() }
  const source = linkSource({
    builder,
    layout,
    owner: schema,
    name: step.name,
    target: step.target,
    outer: alias,
    inner: inner.alias,
  })
  return { inner, source, live: liveCondition(inner, publicationState) }
}

const aggregateOf = ({ direction }: SortKey) => (direction === 'asc' ? 'min' : 'max')

/** Converts booleans to numbers: PostgreSQL has no min or max for booleans. */
function comparable(value: string, key: SortKey): string {
  const isColumn = key.path.length === 0
  return isColumn && kindOf(key) === 'boolean' ? `CASE WHEN ${value} THEN 1 WHEN NOT ${value} THEN 0 END` : value
}

function sortable(scope: SqlScope, key: SortKey, leaf: Leaf): string {
  const { dialect, formats } = scope.builder
  const column = columnOf(scope, key.name)
  if (leaf === 'value') return column
  const text = formats.text('json', column)
  const number = dialect.jsonNumber(text)
  if (leaf === 'jsonNumber') return number
  if (leaf === 'jsonText') return `CASE WHEN ${number} IS NULL THEN ${text} END`
  return `CASE WHEN ${number} IS NOT NULL THEN 0 WHEN ${text} IS NOT NULL THEN 1 END`
}
