import type { Schema } from '@content-api/model'
import { kindOfAttribute, type ValueKind } from '../layout/value-formats.js'
import type { Condition, PublicationState } from '../plan/read-plan.js'
import type { Layout } from '../layout/layout.js'
import { quote } from '../layout/names.js'
import type { StatementBuilder } from '../dialects/statement.js'
import { linkSource } from './link-source.js'
import type { Stored } from '../attributes/scalar-behaviour.js'
import type { ValueOperator } from '../plan/operators.js'

type LinkCondition = Extract<Condition, { op: 'link' }>
type JsonCondition = Extract<Condition, { op: 'json' }>
type LikeCondition = Extract<Condition, { op: 'like' }>
type ValueCondition = Extract<Condition, { op: 'value' }>

/** Rows of a content type or component in a statement. */
interface Rows {
  readonly layout: Layout
  readonly schema: Schema
  /** The name of their table in the statement. */
  readonly alias: string
}

/** Returns the column of a scalar attribute. */
export function columnOf({ layout, schema, alias }: Rows, name: string): string {
  return `${alias}.${quote(layout.schema(schema.uid).column(name))}`
}

/** Returns the table of the rows. */
export function tableOf({ layout, schema }: Pick<Rows, 'layout' | 'schema'>): string {
  return quote(layout.schema(schema.uid).table)
}

/** The rows to which a condition applies. */
export interface SqlScope extends Rows {
  readonly builder: StatementBuilder
  /** True if the statement contains the condition several times. It then computes the linked rows only once. */
  readonly repeats?: boolean
}

/**
 * Returns the SQL of a condition. Negations apply to the comparisons, never to a semi-join: as in Strapi
 * 4.26, "not (tags.name = x)" selects entries that have a tag with another name.
 */
export function compileCondition(scope: SqlScope, condition: Condition, negated = false): string {
  switch (condition.op) {
    case 'not':
      return compileCondition(scope, condition.of, !negated)
    case 'and':
    case 'or': {
      const all = (condition.op === 'and') !== negated
      const { nested, others } = nestedLinks(scope, partsOf(condition, negated), negated, all)
      const parts = others.map((part) => compileCondition(scope, part, negated))
      if (nested) parts.push(compileLink(scope, nested.first, negated, nested.further))
      if (parts.length === 0) return all ? '(1 = 1)' : '(1 = 0)'
      return joined(parts, all ? ' AND ' : ' OR ')
    }
    case 'value':
      return negated ? `NOT (${compileValue(scope, condition)})` : compileValue(scope, condition)
    case 'json':
      return negated ? `NOT (${compileJson(scope, condition)})` : compileJson(scope, condition)
    case 'like':
      return negated ? `NOT (${compileLike(scope, condition)})` : compileLike(scope, condition)
    case 'link':
      return compileLink(scope, condition, negated)
    case 'version':
      return `${negated ? 'NOT ' : ''}EXISTS (${otherVersion(scope, condition)})`
  }
}

/** The comparison of the time of another version with that of the entry. */
const changes = { before: '<', 'not before': '>=', after: '>', 'not after': '<=' } as const

function otherVersion(
  { builder, layout, schema, alias }: SqlScope,
  { state, anyLocale, changed }: Extract<Condition, { op: 'version' }>,
): string {
  const version = builder.alias()
  const columns = (name: string) => [version, alias].map((of) => columnOf({ layout, schema, alias: of }, name))
  const equal = (name: string) => columns(name).join(' = ')
  const isLocalized = schema.model === 'contentType' && schema.localized
  const [time, ownTime] = columns('updatedAt')
  const where = whereClause([
    equal('documentId'),
    // Each type has the column, which is null in all rows of types that aren't localized.
    isLocalized && !anyLocale ? columns('locale').join(' IS NOT DISTINCT FROM ') : null,
    liveCondition({ layout, schema, alias: version }, state),
    changed === undefined ? null : `${time} ${changes[changed]} ${ownTime}`,
  ])
  return `SELECT 1 FROM ${quote(layout.schema(schema.uid).table)} ${version}${where}`
}

/** Returns the conditions of a group that are compiled separately, each with its own semi-joins. */
export function partsOf({ op, of }: Extract<Condition, { op: 'and' | 'or' }>, negated: boolean): readonly Condition[] {
  const all = (op === 'and') !== negated
  return all || of.length < 2 ? of : mergeLinks(op, of)
}

/**
 * SQLite limits the depth of expressions, and each operand of an AND or OR chain adds a level. So long chains
 * are split into nested groups.
 */
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
 * Merges the conditions of an OR that follow the same link: "a row matches A, or a row matches B" means "a
 * row matches A or B". Each additional semi-join makes SQLite's planning slower.
 */
function mergeLinks(op: 'and' | 'or', conditions: readonly Condition[]): readonly Condition[] {
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
  const merged = [...links.values()].map(([first, ...more]): Condition => {
    const link = first as LinkCondition
    return more.length > 0 ? { ...link, where: { op, of: [link, ...more].map(({ where }) => where) } } : link
  })
  return [...others, ...merged]
}

function compileValue(scope: SqlScope, condition: ValueCondition): string {
  const { builder } = scope
  const column = columnOf(scope, condition.name)
  return operatorSql[condition.operator]({
    builder,
    kind: kindOf(condition),
    isStored: condition.asStored === true,
    column,
    values: condition.values,
  })
}

/** Returns the SQL of equality with an object or array. It is NULL for a row without a value. */
function compileJson(scope: SqlScope, { name, readings }: JsonCondition): string {
  const { builder } = scope
  const column = columnOf(scope, name)
  const [first, second] = readings
  const placeholder = builder.bind('text', first)
  return builder.formats.equalsJson(column, placeholder, second === undefined ? second : builder.bind('text', second))
}

/** Returns the SQL of a LIKE. It is NULL for a row without a value. */
function compileLike(scope: SqlScope, { name, form, pattern }: LikeCondition): string {
  const { builder } = scope
  return builder.dialect.like[form](columnOf(scope, name), builder.placeholder(pattern))
}

export function kindOf({ name, attribute }: Pick<ValueCondition, 'name' | 'attribute'>): ValueKind {
  return kindOfAttribute(name, attribute)
}

/**
 * PostgreSQL plans all semi-joins of a query together. The time grows with the cube of their number: 250 took
 * more than half a minute. After this many semi-joins, further ones are written as expressions, which
 * PostgreSQL plans separately, as it does within an OR.
 */
const mostSemiJoins = 8

/** Maximum semi-joins inside each other: SQLite limits the depth of a statement. */
const deepestNesting = 5

/**
 * Returns the conditions of an AND whose semi-joins are compiled inside each other, because they compare link
 * tables with the same id. SQLite then intersects the ids before it reads rows of the outer table (50,000
 * articles by the country of their author and a tag: 12 instead of 42 ms). PostgreSQL does so by itself.
 */
function nestedLinks(
  { builder, layout, schema, repeats = false }: SqlScope,
  parts: readonly Condition[],
  negated: boolean,
  all: boolean,
) {
  const nests = (part: Condition): part is LinkCondition =>
    part.op === 'link' &&
    layout.schema(schema.uid).link(part.name).kind === 'join' &&
    !acceptsAllNull(part.where, negated)
  const [first, ...further] = all && !repeats && builder.dialect.nestsSemiJoins ? parts.filter(nests) : []
  if (!first || further.length === 0 || further.length >= deepestNesting) return { nested: null, others: parts }
  const nested: readonly Condition[] = [first, ...further]
  return { nested: { first, further }, others: parts.filter((part) => !nested.includes(part)) }
}

/**
 * Returns a semi-join. Unlike a join it returns each entry once, so it needs no DISTINCT. An entry without
 * linked rows is treated as if it had one linked row whose columns are all NULL. @param further the links of
 * `nestedLinks` that the entry must also have
 */
function compileLink(
  scope: SqlScope,
  link: LinkCondition,
  negated: boolean,
  further: readonly LinkCondition[] = [],
): string {
  const { builder, repeats = false } = scope
  const joins = ++builder.semiJoins <= mostSemiJoins
  const { source, live, condition, linked } = linkedRows(scope, link, negated, further)
  const { semiJoin } = source
  const matching = semiJoin.isCorrelated
    ? `EXISTS (SELECT 1 FROM ${source.from}${whereClause([source.on, live, condition])})`
    : `${semiJoin.outer} IN ${repeats ? builder.define(linked, () => linked) : `(${linked})`}`
  if (!acceptsAllNull(link.where, negated)) return joins ? matching : `(${matching}) IS TRUE`
  return `(${matching} OR NOT EXISTS (SELECT 1 FROM ${source.from}${whereClause([source.on, live])}))`
}

/** Returns the parts of a semi-join, of which `linked` selects the ids that match. */
function linkedRows(
  scope: SqlScope,
  { name, target, where, publicationState }: LinkCondition,
  negated: boolean,
  [next, ...further]: readonly LinkCondition[],
) {
  const { builder, layout, schema, alias } = scope
  const inner = builder.alias()
  const source = linkSource({ builder, layout, owner: schema, name, target, outer: alias, inner })
  const { semiJoin } = source
  const live = liveCondition({ layout, schema: target, alias: inner }, publicationState)
  const condition = compileCondition({ builder, layout, schema: target, alias: inner }, where, negated)
  const also = next ? `${semiJoin.inner} IN (${linkedRows(scope, next, negated, further).linked})` : null
  const conditions = whereClause([semiJoin.within, live, condition, also])
  return { source, live, condition, linked: `SELECT ${semiJoin.inner} FROM ${source.from}${conditions}` }
}

/** Returns whether a condition holds for a row whose columns are all NULL. */
function acceptsAllNull(condition: Condition, negated: boolean): boolean {
  switch (condition.op) {
    case 'not':
      return acceptsAllNull(condition.of, !negated)
    case 'and':
    case 'or': {
      const all = (condition.op === 'and') !== negated
      return all
        ? condition.of.every((part) => acceptsAllNull(part, negated))
        : condition.of.some((part) => acceptsAllNull(part, negated))
    }
    case 'value': {
      const expectsNull = { $null: true, $notNull: false }[condition.operator as string]
      if (expectsNull === undefined) return false
      return (condition.values[0] === false ? !expectsNull : expectsNull) !== negated
    }
    case 'json':
    case 'like':
    case 'version':
      return false
    case 'link':
      return acceptsAllNull(condition.where, negated)
  }
}

/** Returns the condition that selects a state; null when the type has no drafts or `state` is `preview`. */
export function liveCondition(rows: Rows, state: PublicationState): string | null {
  const { schema } = rows
  if (state === 'preview' || schema.model !== 'contentType' || !schema.draftAndPublish) return null
  return `${columnOf(rows, 'publishedAt')} IS ${state === 'draft' ? '' : 'NOT '}NULL`
}

export function whereClause(conditions: readonly (string | null)[]): string {
  const present = conditions.filter((condition) => condition !== null)
  return present.length > 0 ? ` WHERE ${present.join(' AND ')}` : ''
}

/** One comparison: the column and the operator's values. */
interface Comparison {
  readonly builder: StatementBuilder
  readonly kind: ValueKind
  /** Whether JSON is compared as it is stored. */
  readonly isStored: boolean
  readonly column: string
  readonly values: readonly Stored[]
}

type Compile = (comparison: Comparison) => string

const anywhere = { start: false, end: false }
const whole = { start: true, end: true }
const atStart = { start: true, end: false }
const atEnd = { start: false, end: true }

/** The SQL of each value operator. A NULL column matches neither a comparison nor its negation, as in SQL. */
const operatorSql: Readonly<Record<ValueOperator, Compile>> = {
  $eq: binary('='),
  $ne: binary('<>'),
  $lt: binary('<'),
  $lte: binary('<='),
  $gt: binary('>'),
  $gte: binary('>='),
  $eqi: pattern(whole),
  $nei: not(pattern(whole)),
  $in: list,
  $notIn: not(list),
  $contains: text('contains'),
  $notContains: not(text('contains')),
  $containsi: pattern(anywhere),
  $notContainsi: not(pattern(anywhere)),
  $startsWith: text('startsWith'),
  $startsWithi: pattern(atStart),
  $endsWith: text('endsWith'),
  $endsWithi: pattern(atEnd),
  $null: ({ column, values }) => `${column} IS ${values[0] === false ? 'NOT ' : ''}NULL`,
  $notNull: ({ column, values }) => `${column} IS ${values[0] === false ? '' : 'NOT '}NULL`,
  $between: (comparison) => {
    const [low, high] = comparison.values.map((value) => bind(comparison, value))
    return `${comparable(comparison)} BETWEEN ${low} AND ${high}`
  },
}

function bind({ builder, kind, isStored }: Comparison, value: Stored): string {
  if (isStored) return builder.dialect.storedJson(builder.placeholder(value))
  return builder.bind(kind === 'json' ? 'text' : kind, value)
}

/**
 * Returns the column in a comparable form. PostgreSQL's json has no equality and no order, so it is compared
 * as its stored text.
 */
function comparable({ builder, kind, isStored, column }: Comparison): string {
  return kind === 'json' && !isStored ? builder.formats.text(kind, column) : column
}

function binary(operator: string): Compile {
  return (comparison) => `${comparable(comparison)} ${operator} ${bind(comparison, first(comparison))}`
}

function list(comparison: Comparison): string {
  const items = comparison.values.map((value) => bind(comparison, value))
  return items.length > 0 ? `${comparable(comparison)} IN (${items.join(', ')})` : '(1 = 0)'
}

function text(predicate: 'contains' | 'startsWith' | 'endsWith'): Compile {
  return (comparison) => {
    const { builder, kind, column } = comparison
    return builder.dialect[predicate](builder.formats.text(kind, column), builder.bind('text', first(comparison)))
  }
}

function pattern(anchor: { start: boolean; end: boolean }): Compile {
  return (comparison) => {
    const { builder, kind, column } = comparison
    const parameter = builder.dialect.casePattern(String(first(comparison)), anchor)
    return builder.dialect.matchesPattern(builder.formats.text(kind, column), builder.bind('text', parameter))
  }
}

function not(compile: Compile): Compile {
  return (comparison) => `NOT (${compile(comparison)})`
}

function first({ values }: Comparison): Stored {
  return values[0] as Stored
}
