import type { StorageKind, Stored } from '../attributes/scalar-behaviour.js'
import type { ValueOperator } from '../plan/operators.js'
import type { StatementBuilder } from '../dialects/statement.js'

/** One comparison: the column and the operator's values. */
interface Comparison {
  readonly builder: StatementBuilder
  readonly kind: StorageKind | 'id'
  readonly column: string
  readonly values: readonly Stored[]
}

type Compile = (comparison: Comparison) => string

const anywhere = { start: false, end: false }
const whole = { start: true, end: true }
const atStart = { start: true, end: false }
const atEnd = { start: false, end: true }

/** The SQL of each value operator. A NULL column matches neither a comparison nor its negation, as in SQL. */
export const operatorSql: Readonly<Record<ValueOperator, Compile>> = {
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

function bind({ builder, kind }: Comparison, value: Stored): string {
  return builder.bind(kind === 'json' ? 'text' : kind, value)
}

/**
 * Returns the column in a comparable form. PostgreSQL's json has no equality and no order, so it is compared
 * as its stored text.
 */
function comparable({ builder, kind, column }: Comparison): string {
  return kind === 'json' ? builder.dialect.text(kind, column) : column
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
    return builder.dialect[predicate](builder.dialect.text(kind, column), builder.bind('text', first(comparison)))
  }
}

function pattern(anchor: { start: boolean; end: boolean }): Compile {
  return (comparison) => {
    const { builder, kind, column } = comparison
    const parameter = builder.dialect.casePattern(String(first(comparison)), anchor)
    return builder.dialect.matchesPattern(builder.dialect.text(kind, column), builder.bind('text', parameter))
  }
}

function not(compile: Compile): Compile {
  return (comparison) => `NOT (${compile(comparison)})`
}

function first({ values }: Comparison): Stored {
  return values[0] as Stored
}
