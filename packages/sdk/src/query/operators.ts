import type { OperatorOperands } from './operator-operands.js'

export type ValueOperator = keyof OperatorOperands<unknown>
export type GroupOperator = '$and' | '$or' | '$not'

/**
 * A key that may stand in a query: an operator, or a name of the content model. A pattern, because it is small. A new
 * operator is a row of {@link OperatorOperands} and a branch here, which a test holds together.
 */
export const KEY =
  /^([\w.-]+|\$([gl]te?|(eq|ne|(c|notC)ontains|(start|end)sWith)i?|in|notIn|null|notNull|between|and|or|not))$/
