import { asPage, offsetOf } from '../../query/pagination.js'
import type { OutputObject, Pagination, PaginationFigure, ReadPlan } from '../../query/read-plan.js'
import type { Dialect } from '../dialects/dialect.js'
import type { Layout } from '../layout.js'
import { quote } from '../names.js'
import { type Statement, StatementBuilder } from '../statement.js'
import { compileCondition, liveCondition, whereClause } from './condition.js'
import { entryPieces, type EntryScope } from './entry.js'
import { joinPieces, objectPieces, type Piece } from './json-text.js'
import { writeLink } from './link-value.js'
import { type OutputRoot, noRoot, outputPieces } from './output.js'
import { compileSort } from './sort.js'

/**
 * One statement whose only value is the answer's JSON text: `{"data":[…],"meta":{…}}` for a list, its total included;
 * `{"data":{…},"meta":{}}` for one entry, no row or NULL where there is none. In the flat shape: the array or the object
 * alone. Where a populate goes deep, the text has holes, which other statements fill (`row-text.ts`).
 */
export function compileRead(plan: ReadPlan, layout: Layout, dialect: Dialect): Statement {
  const builder = new StatementBuilder(dialect)
  const { type: schema, shape } = plan
  const scope: EntryScope = { builder, layout, schema, alias: builder.alias(), shape, links: 0, writeLink }
  if (plan.output) return builder.finish(outputSql(scope, plan, plan.output))
  return builder.finish(plan.mode === 'list' ? listSql(scope, plan) : oneSql(scope, plan))
}

/** The object as it was asked for; of one entry, no row where there is none. The total is counted where it is answered. */
function outputSql(scope: EntryScope, plan: ReadPlan, output: OutputObject): string {
  if (plan.mode === 'one') {
    const entry = (members: OutputObject) => outputPieces(scope, members, noRoot)
    const body = joinPieces(outputPieces(scope, output, { entries: entry, pagination: () => [] }))
    const order = plan.sort.length > 0 ? compileSort(scope, plan.sort) : ''
    return `SELECT ${body} AS body FROM ${table(scope)} ${scope.alias}${matching(scope, plan)}${order} LIMIT 1`
  }
  // Made when it is first needed: a parameter that nothing uses is refused by the databases.
  let where: string | undefined
  const filtered = () => (where ??= matching(scope, plan))
  let page: string | undefined
  let counted = false
  const root: OutputRoot = {
    entries: (members) => {
      page ??= pageSql(scope, plan, filtered())
      return arrayPieces(scope, page, joinPieces(outputPieces(scope, members, noRoot)))
    },
    pagination: (figure) => {
      counted ||= figure === 'total' || figure === 'pageCount'
      return plan.pagination ? figurePieces(scope, plan.pagination, figure) : []
    },
  }
  const body = joinPieces(outputPieces(scope, output, root))
  if (!counted) return `SELECT ${body} AS body`
  const total = `SELECT count(*) AS total FROM ${table(scope)} ${scope.alias}${filtered()}`
  return `SELECT ${body} AS body FROM (${total}) counted`
}

/** The WHERE clause of the whole plan. */
function matching(scope: EntryScope, plan: ReadPlan): string {
  const { builder, alias } = scope
  return whereClause([
    plan.filters && compileCondition(scope, plan.filters),
    liveCondition(plan.type, alias, plan.publicationState),
    plan.locale === null ? null : `${alias}."locale" = ${builder.bind('text', plan.locale)}`,
  ])
}

function oneSql(scope: EntryScope, plan: ReadPlan): string {
  const entry = entryPieces(scope, plan.selection, metaMembers(scope, plan))
  const order = plan.sort.length > 0 ? compileSort(scope, plan.sort) : ''
  const body =
    plan.shape === 'flat'
      ? entry
      : objectPieces([
          ['data', entry],
          ['meta', [{ literal: '{}' }]],
        ])
  return `SELECT ${joinPieces(body)} AS body FROM ${table(scope)} ${scope.alias}${matching(scope, plan)}${order} LIMIT 1`
}

/** The page is cut first and written after, so that only the rows answered are turned into JSON. */
function listSql(scope: EntryScope, plan: ReadPlan): string {
  const { alias } = scope
  const where = matching(scope, plan)
  const page = pageSql(scope, plan, where)
  const array = arrayPieces(scope, page, joinPieces(entryPieces(scope, plan.selection, metaMembers(scope, plan))))
  if (plan.shape === 'flat') return `SELECT ${joinPieces(array)} AS body`
  const { pagination } = plan
  const meta = pagination ? objectPieces([['pagination', paginationPieces(scope, pagination)]]) : [{ literal: '{}' }]
  const body = joinPieces(
    objectPieces([
      ['data', array],
      ['meta', meta],
    ]),
  )
  if (!pagination?.withCount) return `SELECT ${body} AS body`
  return `SELECT ${body} AS body FROM (SELECT count(*) AS total FROM ${table(scope)} ${alias}${where}) counted`
}

function pageSql(scope: EntryScope, plan: ReadPlan, where: string): string {
  const { alias } = scope
  const order = compileSort(scope, plan.sort)
  return `SELECT ${alias}.* FROM ${table(scope)} ${alias}${where}${order}${pageClause(scope, plan.pagination)}`
}

function arrayPieces({ builder, alias }: EntryScope, page: string, entry: string): Piece[] {
  const rows = `(SELECT ${builder.dialect.aggregate(entry)} FROM (${page}) ${alias})`
  return [{ literal: '[' }, { sql: rows }, { literal: ']' }]
}

function pageClause({ builder }: EntryScope, pagination: Pagination | null): string {
  if (!pagination) return ''
  const { start, limit } = offsetOf(pagination)
  const bound = (value: number) => builder.bind('bigint', value)
  return ` ${builder.dialect.limit(limit < 0 ? null : bound(limit), start === 0 ? null : bound(start))}`
}

/**
 * Specification §4.2: the numbers asked for, echoed, with the totals when they are wanted. They are parameters too, so that
 * every page is the same statement.
 */
function paginationPieces({ builder }: EntryScope, pagination: Pagination): Piece[] {
  const number = (value: number): Piece[] => [{ sql: builder.bind('text', String(value)) }]
  const total: Piece[] = [{ sql: 'total' }]
  if (pagination.by === 'offset') {
    const { start, limit, withCount } = pagination
    return objectPieces([
      ['start', number(start)],
      ['limit', number(limit)],
      ...(withCount ? ([['total', total]] as const) : []),
    ])
  }
  const { page, pageSize, withCount } = pagination
  const echoed = [['page', number(page)] as const, ['pageSize', number(pageSize)] as const]
  if (!withCount) return objectPieces(echoed)
  const size = `CAST(${builder.placeholder(String(pageSize))} AS BIGINT)`
  const pageCount: Piece[] = [{ sql: `(total + ${size} - 1) / ${size}` }]
  return objectPieces([...echoed, ['pageCount', pageCount], ['total', total]])
}

/** One figure of GraphQL's pagination, which is by page whatever was asked for. */
function figurePieces({ builder }: EntryScope, pagination: Pagination, figure: PaginationFigure): Piece[] {
  const number = (value: number) => `CAST(${builder.placeholder(String(value))} AS BIGINT)`
  const { page, pageSize } = asPage(pagination)
  switch (figure) {
    case 'total':
      return [{ sql: 'total' }]
    case 'pageCount':
      return [{ sql: `(total + ${number(pageSize - 1)}) / ${number(pageSize)}` }]
    case 'page':
      return [{ sql: builder.bind('text', String(page)) }]
    case 'pageSize':
      return [{ sql: builder.bind('text', String(pageSize)) }]
  }
}

/** `meta` of an entry (decision: where the specification shows it). */
function metaMembers(scope: EntryScope, plan: ReadPlan): (readonly [string, readonly Piece[]])[] {
  if (plan.entryMeta === 'empty') return [['meta', [{ literal: '{}' }]]]
  if (plan.entryMeta !== 'locales') return []
  const { builder, alias } = scope
  const other = builder.alias()
  const live = liveCondition(plan.type, other, plan.publicationState)
  const where = whereClause([`${other}."localization_group" = ${alias}."localization_group"`, live])
  const rows = `SELECT ${other}."locale" FROM ${table(scope)} ${other}${where} ORDER BY ${other}."id"`
  const locales = builder.dialect.aggregate(builder.dialect.json('text', `${other}."locale"`))
  const list: Piece[] = [{ literal: '[' }, { sql: `(SELECT ${locales} FROM (${rows}) ${other})` }, { literal: ']' }]
  return [['meta', objectPieces([['availableLocales', list]])]]
}

function table({ layout, schema }: EntryScope): string {
  return quote(layout.schema(schema.uid).table)
}
