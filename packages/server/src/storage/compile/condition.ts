import type { Schema } from '@content-api/model'
import { scalarBehaviours } from '../../attributes/scalar-behaviours.js'
import type { Condition, PublicationState } from '../../query/read-plan.js'
import type { Layout } from '../layout.js'
import { quote } from '../names.js'
import type { StatementBuilder } from '../statement.js'
import { linkSource } from './link-source.js'
import { operatorSql } from './operators.js'

type LinkCondition = Extract<Condition, { op: 'link' }>
type ValueCondition = Extract<Condition, { op: 'value' }>

/** The rows a condition is asked of. */
export interface Scope {
  readonly builder: StatementBuilder
  readonly layout: Layout
  readonly schema: Schema
  readonly alias: string
}

/**
 * SQL of a condition. Negations are carried down to the comparisons: "not (tags.name = x)" asks for an entry with a tag
 * that differs (as observed), so a NOT never stands around a semi-join.
 */
export function compileCondition(scope: Scope, condition: Condition, negated = false): string {
  switch (condition.op) {
    case 'not':
      return compileCondition(scope, condition.of, !negated)
    case 'and':
    case 'or': {
      const all = (condition.op === 'and') !== negated
      const parts = partsOf(condition, negated).map((part) => compileCondition(scope, part, negated))
      if (parts.length === 0) return all ? '(1 = 1)' : '(1 = 0)'
      return joined(parts, all ? ' AND ' : ' OR ')
    }
    case 'value':
      return negated ? `NOT (${compileValue(scope, condition)})` : compileValue(scope, condition)
    case 'link':
      return compileLink(scope, condition, negated)
  }
}

/** The conditions that are compiled of a group, each with semi-joins of its own. */
export function partsOf({ op, of }: Extract<Condition, { op: 'and' | 'or' }>, negated: boolean): readonly Condition[] {
  const all = (op === 'and') !== negated
  return all || of.length < 2 ? of : followOnce(op, of)
}

/** A chain is as high an expression as it is long, and SQLite bounds the height: longer ones are chains of chains. */
const longestChain = 50

function joined(parts: readonly string[], operator: ' AND ' | ' OR '): string {
  if (parts.length === 1) return parts[0] as string
  if (parts.length <= longestChain) return `(${parts.join(operator)})`
  const chains: string[] = []
  for (let at = 0; at < parts.length; at += longestChain) {
    chains.push(joined(parts.slice(at, at + longestChain), operator))
  }
  return joined(chains, operator)
}

/**
 * Of conditions one of which is enough, those that follow the same link become one: there is a row for which this or that
 * holds when there is one for which this holds or one for which that does. Each semi-join more takes SQLite longer to plan.
 */
function followOnce(op: 'and' | 'or', conditions: readonly Condition[]): readonly Condition[] {
  const links = new Map<string, LinkCondition[]>()
  const others: Condition[] = []
  for (const condition of conditions) {
    if (condition.op !== 'link') {
      others.push(condition)
      continue
    }
    const key = `${condition.publicationState} ${condition.name}`
    const same = links.get(key)
    if (same) same.push(condition)
    else links.set(key, [condition])
  }
  const followed = [...links.values()].map(([first, ...more]): Condition => {
    const link = first as LinkCondition
    return more.length > 0 ? { ...link, where: { op, of: [link, ...more].map(({ where }) => where) } } : link
  })
  return [...others, ...followed]
}

function compileValue({ builder, layout, schema, alias }: Scope, condition: ValueCondition): string {
  const column = `${alias}.${quote(layout.schema(schema.uid).column(condition.name))}`
  return operatorSql[condition.operator]({ builder, kind: kindOf(condition), column, values: condition.values })
}

export function kindOf({ name, attribute }: Pick<ValueCondition, 'name' | 'attribute'>) {
  return name === 'id' ? 'id' : scalarBehaviours[attribute.type].storage
}

/**
 * PostgreSQL plans all semi-joins of a query together, in a time that grows with the cube of their number: 250 took it more than
 * half a minute. Whether a further one is true is a question of its own to it, as what stands in an OR is anyway.
 */
const mostSemiJoins = 8

/** A semi-join: no row twice, no DISTINCT. An entry without linked rows counts as one whose linked row is all null. */
function compileLink(scope: Scope, { name, target, where, publicationState }: LinkCondition, negated: boolean): string {
  const { builder, layout, schema, alias } = scope
  const joins = ++builder.semiJoins <= mostSemiJoins
  const inner = builder.alias()
  const source = linkSource({ builder, layout, owner: schema, name, target, outer: alias, inner })
  const { semiJoin } = source
  const live = liveCondition(target, inner, publicationState)
  const condition = compileCondition({ builder, layout, schema: target, alias: inner }, where, negated)
  const matching = semiJoin.isCorrelated
    ? `EXISTS (SELECT 1 FROM ${source.from}${whereClause([source.on, live, condition])})`
    : `${semiJoin.outer} IN (SELECT ${semiJoin.inner} FROM ${source.from}${whereClause([semiJoin.within, live, condition])})`
  if (!acceptsNothing(where, negated)) return joins ? matching : `(${matching}) IS TRUE`
  return `(${matching} OR NOT EXISTS (SELECT 1 FROM ${source.from}${whereClause([source.on, live])}))`
}

/** Whether the condition holds for a row whose every column is null. */
function acceptsNothing(condition: Condition, negated: boolean): boolean {
  switch (condition.op) {
    case 'not':
      return acceptsNothing(condition.of, !negated)
    case 'and':
    case 'or': {
      const all = (condition.op === 'and') !== negated
      return all
        ? condition.of.every((part) => acceptsNothing(part, negated))
        : condition.of.some((part) => acceptsNothing(part, negated))
    }
    case 'value': {
      const asksNull = { $null: true, $notNull: false }[condition.operator as string]
      if (asksNull === undefined) return false
      return (condition.values[0] === false ? !asksNull : asksNull) !== negated
    }
    case 'link':
      return acceptsNothing(condition.where, negated)
  }
}

/** Drafts are left out of what is live; null where the type has none. */
export function liveCondition(schema: Schema, alias: string, state: PublicationState): string | null {
  if (state === 'preview' || schema.model !== 'contentType' || !schema.draftAndPublish) return null
  return `${alias}."publishedAt" IS NOT NULL`
}

export function whereClause(conditions: readonly (string | null)[]): string {
  const present = conditions.filter((condition) => condition !== null)
  return present.length > 0 ? ` WHERE ${present.join(' AND ')}` : ''
}
