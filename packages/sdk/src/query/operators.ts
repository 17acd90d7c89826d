import type { OperatorOperands } from './operator-operands.js'

export type ValueOperator = keyof OperatorOperands<unknown>
export type GroupOperator = '$and' | '$or' | '$not'

/**
 * Every filter operator, and the operator that replaces it in a comparison with null. A missing row is a
 * compile error.
 */
export const operators: Readonly<Record<ValueOperator | GroupOperator, '$null' | '$notNull' | null>> = {
  $eq: '$null',
  $eqi: null,
  $ne: '$notNull',
  $nei: null,
  $lt: null,
  $lte: null,
  $gt: null,
  $gte: null,
  $in: null,
  $notIn: null,
  $contains: null,
  $notContains: null,
  $containsi: null,
  $notContainsi: null,
  $startsWith: null,
  $startsWithi: null,
  $endsWith: null,
  $endsWithi: null,
  $null: null,
  $notNull: null,
  $between: null,
  $and: null,
  $or: null,
  $not: null,
}

export function isOperator(key: string): key is keyof typeof operators {
  return Object.hasOwn(operators, key)
}
