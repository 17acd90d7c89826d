import { rowId } from '../layout/columns.js'
import {
  asPage,
  type Condition,
  countsRows,
  offsetOf,
  type Output,
  type OutputObject,
  type Pagination,
  type PaginationFigure,
  type ReadId,
  type ReadPlan,
  type SortKey,
} from '../plan/read-plan.js'
import { firstVersion, versionMark } from '../plan/entry-version.js'
import type { Dialect } from '../dialects/dialect.js'
import type { Layout } from '../layout/layout.js'
import { type Statement, StatementBuilder } from '../dialects/statement.js'
import type { PreparedRead, Readable, ReturnedText } from '../database/database.js'
import { quote, quoteText } from '../layout/names.js'
import { columnOf, compileCondition, liveCondition, tableOf, whereClause } from './condition.js'
import { canJoinRows, joinedRows } from './joined-rows.js'
import { directionOfIds, idsFromFirstRows, nearPage } from './first-rows.js'
import { joinPieces, type Piece } from './json-text.js'
import { memberPieces, noRoot, outputPieces, type OutputRoot } from './output.js'
import type { RowScope } from './row-text.js'
import { compileSort, type SortSql } from './sort.js'
import { pageClause } from './page-clause.js'
import { pageWithoutTies } from './page-ties.js'
import { listedRows } from './short-columns.js'
import { idsByTarget, orderOfIds, rowsOfIds, type SortedIds, sortedIds } from './sorted-ids.js'
import { type Conditions, returnedTotal, type TotalSource, totalSql, totalUnlessKnown } from './total.js'

/** The layout and dialect to compile a plan for. */
export interface Target {
  readonly layout: Layout
  readonly dialect: Dialect
}

export function prepareRead(plan: ReadPlan, { layout, dialect }: Target): PreparedRead {
  return { plan, statement: compileRead(plan, layout, dialect) }
}

/** Returns the memory that a prepared read takes, in characters. `key` is the request that it was made from. */
export function sizeOf({ plan, statement }: PreparedRead, key: string): number {
  const { sql, values, idAt, deeper = [] } = statement
  // A plan that reads by id may also be kept as a returned text, which is no longer than the SQL, and a list
  // with its total as two more statements (`counted-list.ts`).
  const forms = idAt !== undefined ? 2 : countsRows(plan.output) ? 4 : 1
  const own = forms * (sql.length + 16 * values.length) + key.length
  // Later statements take about 500 characters for each character of the request, for their plan and, once
  // compiled, their SQL.
  return deeper.length > 0 ? own + 500 * key.length + 10_000 * deeper.length : own
}

/**
 * Returns the statement to run. `id` is for plans that read by id.
 *
 * @throws Error when such a plan is read without an id
 */
export function statementOf(read: Readable, target: Target, id?: ReadId): Statement {
  if ('sql' in read) return read
  const statement = 'statement' in read ? read.statement : compileRead(read, target.layout, target.dialect)
  const { idAt, values } = statement
  if (idAt === undefined) return statement
  if (id === undefined) throw new Error('This plan reads one entry by its id: pass the id to read()')
  return { ...statement, values: values.with(idAt, id) }
}

const returnedTexts = new WeakMap<ReadPlan, ReturnedText | null>()

/** Returns the text that an INSERT or UPDATE can return in place of a read; null when a read is necessary. */
export function returnedText(read: ReadPlan | PreparedRead, { layout, dialect }: Target): ReturnedText | null {
  const plan = 'plan' in read ? read.plan : read
  let text = returnedTexts.get(plan)
  if (text === undefined) returnedTexts.set(plan, (text = compileReturnedText(plan, layout, dialect)))
  return text
}

/**
 * Compiles a plan into one statement whose only value is the JSON text of its output. For a single entry that
 * doesn't exist, the statement returns no row. If the populate is deep or has many relations, the text has
 * holes, which other statements fill (`row-text.ts`).
 */
export function compileRead(
  plan: ReadPlan,
  layout: Layout,
  dialect: Dialect,
  builder = new StatementBuilder({ layout, dialect }),
): Statement {
  const scope = scopeOf(plan, layout, builder)
  return builder.finish(plan.mode === 'list' ? listSql(scope, plan) : oneSql(scope, plan))
}

export function scopeOf({ type }: ReadPlan, layout: Layout, builder: StatementBuilder): RowScope {
  const alias = builder.alias()
  return { builder, layout, schema: type, alias, entry: { uid: type.uid, alias }, links: 0 }
}

function oneSql(scope: RowScope, plan: ReadPlan): string {
  const entry = (members: OutputObject) => memberPieces(scope, members, noRoot)
  const pieces = outputPieces(scope, plan.output, { entries: entry, pagination: () => [] })
  const body = joinPieces(scope.builder.dialect, [...pieces, ...versionPieces(scope, plan)])
  const { joins, order } = plan.sort.length > 0 ? compileSort(scope, plan.sort) : { joins: '', order: '' }
  return `SELECT ${result(scope, body)} AS body FROM ${tableOf(scope)} ${scope.alias}${joins}${whereClause(listOf(conditionsOf(scope, plan)))}${order} LIMIT 1`
}

/** Returns the end of the text of a plan with `versioned`: the version, which `splitVersion` separates. */
function versionPieces({ layout, alias }: RowScope, { type, versioned }: ReadPlan): Piece[] {
  const { version } = layout.schema(type.uid)
  if (!versioned || version === undefined) return []
  return [{ literal: versionMark }, { sql: `coalesce(${alias}.${quote(version)}, ${quoteText(firstVersion)})` }]
}

/**
 * Selects the page before its rows are turned into JSON. Rows are counted only if the total is requested and
 * not yet known.
 */
export function listSql(scope: RowScope, plan: ReadPlan, source: TotalSource = 'counted'): string {
  // Compiles the conditions on first use, because databases reject a statement with an unused parameter.
  let compiled: Conditions | undefined
  const filtered = () => (compiled ??= conditionsOf(scope, plan))
  let page: string | undefined
  const hasTotal = countsRows(plan.output)
  const known = typeof source === 'string' ? null : source
  const matching = hasTotal && !known && countsWithPage(scope, plan) ? matchingRows(scope, plan, filtered()) : null
  const ties = tiesOf(scope, plan)
  const unique = ties === 'rejected' ? pageOfUniqueKeys(scope, plan, matching, filtered) : null
  const selectPage = () => {
    if (unique) return unique.page
    if (ties === 'joined-rows') return pageOfJoinedRows(scope, plan)
    return matching ? pageOf(scope, plan, matching) : pageSql(scope, plan, filtered())
  }
  const root: OutputRoot = {
    entries: (members) => {
      page ??= selectPage()
      return arrayPieces(scope, page, joinPieces(scope.builder.dialect, memberPieces(scope, members, noRoot)))
    },
    pagination: (figure) => (plan.pagination ? figurePieces(scope, plan.pagination, figure) : []),
  }
  const pieces = outputPieces(scope, plan.output, root)
  const body = joinPieces(scope.builder.dialect, source === 'counted' ? pieces : [...pieces, ...returnedTotal(scope)])
  const text = result(scope, body)
  const selected = `SELECT ${unique ? `CASE WHEN NOT ${unique.hasTies} THEN ${text} END` : text} AS body`
  if (!hasTotal) return selected
  const total = matching ? `SELECT count(*) AS total FROM ${matching.rows}` : totalSql(scope, plan, filtered())
  return `${selected} FROM (${known ? totalUnlessKnown(scope, known, total) : total}) counted`
}

/** Returns how the statement orders entries with equal sort keys. */
function tiesOf(scope: RowScope, plan: ReadPlan): ReadPlan['ties'] {
  return plan.ties === 'joined-rows' && !canJoinRows(scope, plan) ? 'rejected' : plan.ties
}

/** A text with holes must be a string, so that its holes can be filled. */
function result({ builder }: RowScope, body: string): string {
  return builder.hasHoles ? body : builder.dialect.result(body)
}

export function conditionsOf(scope: RowScope, plan: ReadPlan): Conditions {
  const { alias, builder } = scope
  const { unindexed } = builder.dialect
  // SQLite expects few rows in a locale, so it would read those of the index instead of the linked ones.
  const ofLocale = unindexed && plan.filters && startsAtLink(plan.filters) ? unindexed : (column: string) => column
  const ofState = liveCondition(scope, plan.publicationState)
  return {
    live: plan.publicationState === 'live' ? ofState : null,
    others: [
      plan.publicationState === 'live' ? null : ofState,
      plan.byId ? `${alias}.${rowId} = ${builder.id('id')}` : null,
      plan.byDocument ? `${columnOf(scope, 'documentId')} = ${builder.id('text')}` : null,
      plan.filters && compileCondition({ ...scope, repeats: nearPage(scope, plan) !== null }, plan.filters),
      plan.locale === null ? null : `${ofLocale(columnOf(scope, 'locale'))} = ${builder.bind('text', plan.locale)}`,
    ],
  }
}

/** Returns whether all rows that match are linked to rows that match another condition. */
const startsAtLink = (condition: Condition): boolean =>
  condition.op === 'link' || (condition.op === 'and' && condition.of.some(startsAtLink))

const listOf = ({ live, others }: Conditions) => [live, ...others]

function pageSql(scope: RowScope, plan: ReadPlan, conditions: Conditions): string {
  const { alias, builder } = scope
  const { dialect } = builder
  const near = nearPage(scope, plan)
  if (near && dialect.rowsInOrder) {
    return `SELECT ${alias}.* ${dialect.rowsInOrder(tableOf(scope), alias, idsFromFirstRows(scope, near, listOf(conditions)))}`
  }
  const page = pageClause(scope.builder, plan.pagination)
  if (plan.ties !== 'database' && !dialect.rowsInOrder && page !== '' && sortsRows(plan)) {
    const { select, order, terms } =
      idsByTarget(scope, plan, listOf(conditions)) ?? sortedIds(scope, plan, listOf(conditions))
    return rowsOfIds(scope, `${select}${order}${page}`, terms)
  }
  const { joins, order } = compileSort(scope, plan.sort, undefined, plan.ties)
  const direction = dialect.rowsInOrder ? null : laterPageOfLocale(plan)
  if (direction) {
    const id = `${alias}.${rowId}`
    // Our own index has NULLs first, as `orderBy` requests. Otherwise PostgreSQL reads by the primary key.
    // The indexes of other applications have PostgreSQL's default order.
    const byId = scope.layout.hasDefaultNullOrder ? `${id} ${direction}` : dialect.orderBy(id, direction)
    const ids = `SELECT ${id} FROM ${tableOf(scope)} ${alias}${whereClause(listOf(conditions))} ORDER BY ${byId}${page}`
    return `SELECT ${alias}.* ${dialect.rowsById(tableOf(scope), alias, ids)} ORDER BY ${id} ${direction}`
  }
  const rows = (columns: string) =>
    `SELECT ${columns} FROM ${listedRows(scope, plan)}${joins}${whereClause(listOf(conditions))}${order}${page}`
  // Without a LIMIT, SQLite ignores the order of the subquery that `rowsInOrder` joins.
  if (!dialect.rowsInOrder || page === '') return rows(`${alias}.*`)
  return `SELECT ${alias}.* ${dialect.rowsInOrder(tableOf(scope), alias, rows(`${alias}.${rowId}`))}`
}

/**
 * Returns whether the database sorts the rows of a list, because no index has their order. Sorting ids takes
 * PostgreSQL two thirds of the time (1,000 rows of 1.4 kB, sorted by an attribute of a relation).
 */
function sortsRows({ type, sort: [key] }: ReadPlan): boolean {
  if (!key || key.path.length > 0) return key !== undefined
  const attribute = type.attributes[key.name]
  const hasIndex = key.name === 'id' || attribute?.unique === true || attribute?.type === 'uid'
  return !hasIndex && !isInIndex(type, key)
}

const isInIndex = ({ indexes }: ReadPlan['type'], { name }: SortKey) =>
  indexes.some(({ attributes }) => attributes.includes(name))

/** An index that contains the id serves lists without filters, whose order is that of their ids. */
const servesFilteredPage = (type: ReadPlan['type'], key: SortKey) => key.name !== 'id' && isInIndex(type, key)

/** The rows that match the filters of a list, computed once for the count and the page. */
interface MatchingRows {
  /** The table with the columns of `SortedIds`. */
  readonly rows: string
  readonly terms: SortSql['terms']
}

/**
 * Returns whether one pass counts the rows and sorts their ids. Filters may read the whole table, so two
 * passes would double the work. Two passes are faster if an index serves the page or the count.
 */
function countsWithPage(scope: RowScope, plan: ReadPlan): boolean {
  const { type, filters, sort, pagination, ties } = plan
  const countsOnly = ties === 'database' || ties === 'joined-rows'
  if (countsOnly || !filters || !pagination || offsetOf(pagination).limit < 1 || nearPage(scope, plan)) return false
  const [key] = sort
  return !key || key.path.length > 0 || !servesFilteredPage(type, key)
}

function matchingRows(scope: RowScope, plan: ReadPlan, conditions: Conditions): MatchingRows {
  const { select, terms } = sortedIds(scope, plan, listOf(conditions))
  return { rows: scope.builder.define('matching rows', () => select), terms }
}

function pageOf(scope: RowScope, { pagination }: ReadPlan, matching: MatchingRows): string {
  const { select, order, terms } = sortMatching(scope, matching)
  return rowsOfIds(scope, `${select}${order}${pageClause(scope.builder, pagination)}`, terms)
}

const sortMatching = (scope: RowScope, { rows, terms }: MatchingRows): SortedIds => ({
  select: `SELECT * FROM ${rows}`,
  order: ` ORDER BY ${orderOfIds(scope, rows, terms)}`,
  terms,
})

/** Returns a page that the read returns only if none of its rows has the sort keys of another row. */
function pageOfUniqueKeys(
  scope: RowScope,
  plan: ReadPlan,
  matching: MatchingRows | null,
  filtered: () => Conditions,
): { readonly page: string; readonly hasTies: string } {
  const sorted = matching ? sortMatching(scope, matching) : sortedIds(scope, plan, listOf(filtered()))
  const { select, hasTies } = pageWithoutTies(scope, sorted, plan.pagination)
  return { page: rowsOfIds(scope, select, sorted.terms), hasTies }
}

/** The rows are computed separately: otherwise SQLite would plan without the columns that the output doesn't need. */
function pageOfJoinedRows(scope: RowScope, plan: ReadPlan): string {
  const rows = () => joinedRows(scope, plan, pageClause(scope.builder, plan.pagination))
  return `SELECT * FROM ${scope.builder.define('joined rows', rows)}`
}

function arrayPieces({ builder, alias }: RowScope, page: string, entry: string): Piece[] {
  const rows = `(SELECT ${builder.dialect.aggregate(entry)} FROM (${page}) ${alias})`
  return [{ literal: '[' }, { sql: `coalesce(${rows}, '')` }, { literal: ']' }]
}

/** Returns a pagination figure. The numbers are parameters, so that all pages share one statement. */
function figurePieces({ builder }: RowScope, pagination: Pagination, figure: PaginationFigure): Piece[] {
  const number = (value: number) => builder.bind('bigint', value)
  const text = (integer: string) => builder.formats.text('integer', integer)
  const echoed = (value: number): Piece[] => [{ sql: text(number(value)) }]
  switch (figure) {
    case 'total':
      return [{ sql: text('total') }]
    case 'pageCount': {
      const { pageSize } = asPage(pagination)
      return [{ sql: text(`((total + ${number(pageSize - 1)}) / ${number(pageSize)})`) }]
    }
    case 'page':
    case 'pageSize':
      return echoed(asPage(pagination)[figure])
    case 'start':
      return echoed(offsetOf(pagination).start)
    case 'limit':
      return echoed(offsetOf(pagination).limit)
  }
}

/**
 * Returns the direction of a list of one locale that is sorted by id, has no filters and starts at an offset;
 * null for other lists. The index on locale, id and `publishedAt` contains all that PostgreSQL needs to skip
 * rows: 0.1 instead of 0.6 µs for each row of 1.4 kB.
 */
function laterPageOfLocale({ filters, locale, sort, pagination, ties }: ReadPlan): SortKey['direction'] | null {
  if (filters || ties === 'database' || locale === null || !pagination) return null
  const { start, limit } = offsetOf(pagination)
  return start > 0 && limit > 0 ? directionOfIds(sort) : null
}

/**
 * Compiles a plan that reads one entry by id into an expression for `RETURNING`.
 *
 * @returns null when the plan needs more than the row itself, such as related entries or a filter
 */
function compileReturnedText(plan: ReadPlan, layout: Layout, dialect: Dialect): ReturnedText | null {
  const { type, output, byId, filters, locale, publicationState } = plan
  const table = quote(layout.schema(type.uid).table)
  const reads =
    byId &&
    filters === null &&
    locale === null &&
    liveCondition({ layout, schema: type, alias: table }, publicationState) === null
  if (!reads || !isOfRow(output)) return null
  // In RETURNING, SQLite doesn't know the alias of a table.
  const scope: RowScope = {
    builder: new StatementBuilder({ layout, dialect }),
    layout,
    schema: type,
    alias: table,
    entry: { uid: type.uid, alias: table },
    links: 0,
  }
  const entries = (members: OutputObject) => memberPieces(scope, members, noRoot)
  const pieces = outputPieces(scope, output, { entries, pagination: () => [] })
  const sql = joinPieces(dialect, [...pieces, ...versionPieces(scope, plan)])
  return scope.builder.values.length === 0 ? { sql } : null
}

/** Returns whether all values are constants or columns of the entry. */
function isOfRow(output: Output): boolean {
  if (output.kind === 'object' || output.kind === 'entries') return output.members.every(({ value }) => isOfRow(value))
  return output.kind === 'text' || output.kind === 'field' || output.kind === 'rejected'
}
