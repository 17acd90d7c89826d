/** How many values an operator takes, and whether it looks into the text of the column. */
interface OperatorRow {
  readonly arity: 'one' | 'many' | 'two' | 'flag'
  /** Compared as text; the value is not converted to the attribute's type. */
  readonly text: boolean
}

/**
 * The value operators (specification §4.3, and `$nei` as observed). A new one is a row here and a row in
 * `storage/compile/operators.ts`; the compiler asks for both.
 */
export const valueOperators = {
  $eq: { arity: 'one', text: false },
  $eqi: { arity: 'one', text: true },
  $ne: { arity: 'one', text: false },
  $nei: { arity: 'one', text: true },
  $lt: { arity: 'one', text: false },
  $lte: { arity: 'one', text: false },
  $gt: { arity: 'one', text: false },
  $gte: { arity: 'one', text: false },
  $in: { arity: 'many', text: false },
  $notIn: { arity: 'many', text: false },
  $contains: { arity: 'one', text: true },
  $notContains: { arity: 'one', text: true },
  $containsi: { arity: 'one', text: true },
  $notContainsi: { arity: 'one', text: true },
  $startsWith: { arity: 'one', text: true },
  $startsWithi: { arity: 'one', text: true },
  $endsWith: { arity: 'one', text: true },
  $endsWithi: { arity: 'one', text: true },
  $null: { arity: 'flag', text: false },
  $notNull: { arity: 'flag', text: false },
  $between: { arity: 'two', text: false },
} as const satisfies Record<`$${string}`, OperatorRow>

export type ValueOperator = keyof typeof valueOperators

export const groupOperators = ['$and', '$or', '$not'] as const
export type GroupOperator = (typeof groupOperators)[number]

export function isValueOperator(key: string): key is ValueOperator {
  return Object.hasOwn(valueOperators, key)
}
