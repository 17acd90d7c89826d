/**
 * The operands of the filter operators (specification §4.3; `$nei` and `$not` as in Strapi 4.26). A new operator is a row
 * here and in {@link operators}.
 */
export interface OperatorOperands<V> {
  $eq: V | null
  $eqi: string
  $ne: V | null
  $nei: string
  $lt: V
  $lte: V
  $gt: V
  $gte: V
  $in: readonly V[]
  $notIn: readonly V[]
  $contains: string
  $notContains: string
  $containsi: string
  $notContainsi: string
  $startsWith: string
  $startsWithi: string
  $endsWith: string
  $endsWithi: string
  $null: boolean
  $notNull: boolean
  $between: readonly [V, V]
}

export type ValueOperator = keyof OperatorOperands<unknown>
export type GroupOperator = '$and' | '$or' | '$not'

/** Every filter operator, with the one that a comparison with null becomes. A missing row is a compile error. */
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
