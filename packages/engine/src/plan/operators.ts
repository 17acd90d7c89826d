interface OperatorRow {
  /** The number of values; `flag` is a boolean. */
  readonly arity: 'one' | 'many' | 'two' | 'flag'
  /** If true, both sides are compared as strings and the value isn't converted to the attribute's type. */
  readonly text: boolean
  /**
   * The meaning of an array for an operator with one value: any or none of its items. Without `list`, arrays
   * are rejected.
   */
  readonly list?: 'any' | 'none'
  /** The operator that replaces a comparison with null. Without it, a comparison with null is always false. */
  readonly ofNull?: '$null' | '$notNull'
}

/**
 * The value operators: those of specification §4.3, and `$nei` of Strapi 4.26. A new operator needs a row
 * here and a row in `read/condition.ts`. TypeScript reports a missing row.
 */
export const valueOperators = {
  $eq: { arity: 'one', text: false, list: 'any', ofNull: '$null' },
  $eqi: { arity: 'one', text: true, list: 'any', ofNull: '$null' },
  $ne: { arity: 'one', text: false, list: 'none', ofNull: '$notNull' },
  $nei: { arity: 'one', text: true, list: 'none', ofNull: '$notNull' },
  $lt: { arity: 'one', text: false },
  $lte: { arity: 'one', text: false },
  $gt: { arity: 'one', text: false },
  $gte: { arity: 'one', text: false },
  $in: { arity: 'many', text: false, ofNull: '$null' },
  $notIn: { arity: 'many', text: false, ofNull: '$notNull' },
  $contains: { arity: 'one', text: true, list: 'any' },
  $notContains: { arity: 'one', text: true, list: 'none' },
  $containsi: { arity: 'one', text: true, list: 'any' },
  $notContainsi: { arity: 'one', text: true, list: 'none' },
  $startsWith: { arity: 'one', text: true, list: 'any' },
  $startsWithi: { arity: 'one', text: true, list: 'any' },
  $endsWith: { arity: 'one', text: true, list: 'any' },
  $endsWithi: { arity: 'one', text: true, list: 'any' },
  $null: { arity: 'flag', text: false },
  $notNull: { arity: 'flag', text: false },
  $between: { arity: 'two', text: false },
} as const satisfies Record<`$${string}`, OperatorRow>

export type ValueOperator = keyof typeof valueOperators

export function operatorRow(operator: ValueOperator): OperatorRow {
  return valueOperators[operator]
}

export const groupOperators = ['$and', '$or', '$not'] as const
export type GroupOperator = (typeof groupOperators)[number]

export function isValueOperator(key: string): key is ValueOperator {
  return Object.hasOwn(valueOperators, key)
}

export function isGroupOperator(key: string): key is GroupOperator {
  return (groupOperators as readonly string[]).includes(key)
}
