import { type ValueOperator, valueOperators } from '@content-api/engine/plan'
import type { Values } from './model.js'

/** How the values of an attribute are compared. */
export type Kind = 'text' | 'number' | 'time' | 'flag' | 'data' | 'hash' | 'link'

/** Every operator on a value (specification §4.3); `$not` is combined with `$eq`. */
export const operators = [...(Object.keys(valueOperators) as ValueOperator[]), '$not'] as const
export type Operator = (typeof operators)[number]

/** A right and a wrong guess. For an attribute that is not hidden, the responses would differ. */
export interface Guess {
  readonly operator: Operator
  readonly right: unknown
  readonly wrong: unknown
}

interface Comparands {
  readonly is: (values: Values) => unknown
  readonly isNot: unknown
  readonly lowest: unknown
  readonly highest: unknown
}

const comparands: Readonly<Record<Kind, Comparands>> = {
  text: { is: ({ word }) => word, isNot: 'nowhere', lowest: '0', highest: 'zzzz' },
  data: { is: ({ word }) => word, isNot: 'nowhere', lowest: '0', highest: 'zzzz' },
  hash: { is: () => '$argon2id$', isNot: 'nowhere', lowest: ' ', highest: 'zzzz' },
  number: { is: ({ number }) => number, isNot: 123, lowest: 0, highest: 2_000_000 },
  time: {
    is: ({ time }) => time,
    isNot: '2001-01-01T00:00:00.000Z',
    lowest: '1999-01-01T00:00:00.000Z',
    highest: '2099-01-01T00:00:00.000Z',
  },
  flag: { is: () => true, isNot: false, lowest: false, highest: true },
  link: { is: ({ link }) => link, isNot: 999, lowest: 0, highest: 999 },
}

export function guess(kind: Kind, operator: Operator, values: Values): Guess {
  const { is, isNot, lowest, highest } = comparands[kind]
  const of = (right: unknown, wrong: unknown): Guess => ({ operator, right, wrong })
  if (operator === '$null' || operator === '$notNull') return of(true, false)
  if (operator === '$between') return of([lowest, highest], [highest, highest])
  if (operator === '$lt' || operator === '$lte') return of(highest, lowest)
  if (operator === '$gt' || operator === '$gte') return of(lowest, highest)
  if (operator === '$in' || operator === '$notIn') return of([is(values)], [isNot])
  return of(is(values), isNot)
}

const asText: ReadonlySet<string> = new Set(
  Object.entries(valueOperators).flatMap(([operator, { text }]) => (text ? [operator] : [])),
)
const equalities: ReadonlySet<string> = new Set(['$eq', '$ne', '$in', '$notIn', '$not'])

/** Returns whether the operator distinguishes a right guess from a wrong one for an open attribute of this kind. */
export function distinguishes(kind: Kind, operator: Operator): boolean {
  if (kind === 'text') return true
  if (kind === 'flag' || kind === 'link') return equalities.has(operator)
  return (kind === 'number' || kind === 'time') && !asText.has(operator)
}
