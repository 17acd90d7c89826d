/**
 * The filter operators (specification §4.3; `$nei` as in Strapi 4.26) and their operands, for an attribute of
 * type `V`. Editors show the comments in completions.
 */
export interface OperatorOperands<V> {
  /** Equal to the value; `null` matches entries without one. */
  $eq?: V | null
  /** Equal to the text, ignoring case. */
  $eqi?: string
  /** Different from the value; `null` matches entries with one. */
  $ne?: V | null
  /** Different from the text, ignoring case. */
  $nei?: string
  /** Less than the value. */
  $lt?: V
  /** Less than or equal to the value. */
  $lte?: V
  /** Greater than the value. */
  $gt?: V
  /** Greater than or equal to the value. */
  $gte?: V
  /** Equal to one of the values. */
  $in?: readonly V[]
  /** Different from all of the values. */
  $notIn?: readonly V[]
  /** Contains the text, matching case. */
  $contains?: string
  /** Doesn't contain the text, matching case. */
  $notContains?: string
  /** Contains the text, ignoring case. */
  $containsi?: string
  /** Doesn't contain the text, ignoring case. */
  $notContainsi?: string
  /** Starts with the text, matching case. */
  $startsWith?: string
  /** Starts with the text, ignoring case. */
  $startsWithi?: string
  /** Ends with the text, matching case. */
  $endsWith?: string
  /** Ends with the text, ignoring case. */
  $endsWithi?: string
  /** `true` matches entries without a value, `false` entries with one. */
  $null?: boolean
  /** `true` matches entries with a value, `false` entries without one. */
  $notNull?: boolean
  /** From the first value to the second, both included. */
  $between?: readonly [V, V]
}
