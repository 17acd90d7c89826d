/**
 * The filter operators (specification §4.3, `$nei` and `$not` as observed) and what each takes. A new one is a row here
 * and a branch of {@link KEY}, which a test holds together.
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

/** A key that may stand in a query: an operator, or a name of the content model. A pattern, because it is small. */
export const KEY =
  /^([\w.-]+|\$([gl]te?|(eq|ne|(c|notC)ontains|(start|end)sWith)i?|in|notIn|null|notNull|between|and|or|not))$/
