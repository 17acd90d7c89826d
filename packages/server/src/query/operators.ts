interface OperatorRow {
  /** How many values it takes; a `flag` is on or off. */
  readonly arity: 'one' | 'many' | 'two' | 'flag'
  /** Compared as text; the value is not converted to the attribute's type. */
  readonly text: boolean
  /** What an array means to an operator of one value: any of them, or none of them. Without it arrays are refused. */
  readonly list?: 'any' | 'none'
  /** What comparing with null means; without it nothing compares with null. */
  readonly ofNull?: '$null' | '$notNull'
}

/**
 * The value operators (specification §4.3, and `$nei` as observed). A new one is a row here and a row in
 * `storage/compile/operators.ts`; the compiler asks for both.
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
