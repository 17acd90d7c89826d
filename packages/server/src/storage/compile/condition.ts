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
      const parts = condition.of.map((part) => compileCondition(scope, part, negated))
      const all = (condition.op === 'and') !== negated
      if (parts.length === 0) return all ? '(1 = 1)' : '(1 = 0)'
      return parts.length === 1 ? (parts[0] as string) : `(${parts.join(all ? ' AND ' : ' OR ')})`
    }
    case 'value':
      return negated ? `NOT (${compileValue(scope, condition)})` : compileValue(scope, condition)
    case 'link':
      return compileLink(scope, condition, negated)
  }
}

function compileValue({ builder, layout, schema, alias }: Scope, condition: ValueCondition): string {
  const column = `${alias}.${quote(layout.schema(schema.uid).column(condition.name))}`
  return operatorSql[condition.operator]({ builder, kind: kindOf(condition), column, values: condition.values })
}

export function kindOf({ name, attribute }: Pick<ValueCondition, 'name' | 'attribute'>) {
  return name === 'id' ? 'id' : scalarBehaviours[attribute.type].storage
}

/** A semi-join: no row twice, no DISTINCT. An entry without linked rows counts as one whose linked row is all null. */
function compileLink(scope: Scope, { name, target, where, publicationState }: LinkCondition, negated: boolean): string {
  const { builder, layout, schema, alias } = scope
  const inner = builder.alias()
  const source = linkSource({ builder, layout, owner: schema, name, target, outer: alias, inner })
  const { semiJoin } = source
  const live = liveCondition(target, inner, publicationState)
  const rows = (condition: string | null) =>
    `SELECT ${semiJoin.inner} FROM ${source.from}${whereClause([semiJoin.within, live, condition])}`
  const matching = `${semiJoin.outer} IN (${rows(
    compileCondition({ builder, layout, schema: target, alias: inner }, where, negated),
  )})`
  if (!acceptsNothing(where, negated)) return matching
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
