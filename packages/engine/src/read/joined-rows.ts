import type { Schema } from '@content-api/model'
import type { Condition, ReadPlan, SortKey } from '../plan/read-plan.js'
import { columnOf, compileCondition, kindOf, liveCondition, type SqlScope, tableOf, whereClause } from './condition.js'
import { linkSource } from './link-source.js'
import { compileSort } from './sort.js'

/** Maximum links in the filters. Each joins two tables, and SQLite joins at most 64. */
const mostLinks = 20

/** A link that filters follow, with the schema that has it. */
interface FollowedLink {
  readonly owner: Schema
  readonly link: Extract<Condition, { op: 'link' }>
}

/**
 * Returns whether `joinedRows` can select the rows of a list: not if filters follow polymorphic links, or if
 * the list is sorted by JSON or by a path.
 */
export function canJoinRows({ layout, schema }: Pick<SqlScope, 'layout' | 'schema'>, plan: ReadPlan): boolean {
  const followed = plan.filters ? followedLinks(schema, plan.filters) : []
  const areJoined = followed.every(({ owner, link }) => {
    const { kind } = layout.schema(owner.uid).link(link.name)
    return (kind === 'column' || kind === 'join') && link.publicationState === 'preview'
  })
  return areJoined && followed.length <= mostLinks && plan.sort.every(isStoredValue)
}

const isStoredValue = (key: SortKey) => key.path.length === 0 && (kindOf(key) !== 'json' || key.asStored === true)

function followedLinks(owner: Schema, condition: Condition): readonly FollowedLink[] {
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.of.flatMap((part) => followedLinks(owner, part))
    case 'not':
      return followedLinks(owner, condition.of)
    case 'link':
      return [{ owner, link: condition }, ...followedLinks(condition.target, condition.where)]
    default:
      return []
  }
}

/**
 * Returns a SELECT of the rows of a list for which the database makes the plan that it makes for Strapi's: it
 * has a join for each link of the filters, and no further sort key. So rows with equal sort keys have the
 * same order as in Strapi (SQLite 3.40, 3.49 and 3.52 make equal plans).
 *
 * @param page the clause that selects the page
 */
export function joinedRows(scope: SqlScope, plan: ReadPlan, page: string): string {
  const { alias, builder } = scope
  const joins: string[] = []
  const where = whereClause([
    liveCondition(scope, plan.publicationState),
    plan.filters && joinedCondition(scope, plan.filters, joins),
    plan.locale === null ? null : `${columnOf(scope, 'locale')} = ${builder.bind('text', plan.locale)}`,
  ])
  const { order, terms } = compileSort(scope, plan.sort, undefined, 'database')
  const rows = `${alias}.*`
  const sorted = terms.map(({ expression }, index) => `${expression} AS "sort key ${index}"`)
  const columns = joins.length > 0 ? `DISTINCT ${[...sorted, rows].join(', ')}` : rows
  builder.keepsOrder = true
  return `SELECT ${columns} FROM ${tableOf(scope)} ${alias}${joins.join('')}${where}${order}${page}`
}

/** Adds the joins of a condition, and returns its SQL. A row without linked rows is joined with NULLs. */
function joinedCondition(scope: SqlScope, condition: Condition, joins: string[], negated = false): string {
  switch (condition.op) {
    case 'not':
      return joinedCondition(scope, condition.of, joins, !negated)
    case 'and':
    case 'or': {
      const all = (condition.op === 'and') !== negated
      const parts = condition.of.map((part) => joinedCondition(scope, part, joins, negated))
      if (parts.length === 0) return all ? '(1 = 1)' : '(1 = 0)'
      return `(${parts.join(all ? ' AND ' : ' OR ')})`
    }
    case 'link': {
      const { builder, layout, schema, alias } = scope
      const { name, target, where } = condition
      const inner = builder.alias()
      const source = linkSource({ builder, layout, owner: schema, name, target, outer: alias, inner })
      joins.push(source.leftJoin?.(null) ?? '')
      return joinedCondition({ builder, layout, schema: target, alias: inner }, where, joins, negated)
    }
    default:
      return compileCondition(scope, condition, negated)
  }
}
