import type { Label, ValueType, ValueTypeName } from './value-table.js'

/** An operand, and the labels of the entries that the operator must match. */
export interface Probe {
  readonly operand: unknown
  readonly expected: readonly Label[]
}

/** The expected results of an operator on an attribute type, for operands with and without matches. */
export type Probes = (type: ValueType, prefix: string) => readonly Probe[]

interface Operator {
  /**
   * Whether the operator is a negation. The specification doesn't say whether such operators match entries
   * without a value.
   */
  readonly negates?: true
  /** Clauses that its requests depend on, besides the operator's own. */
  readonly leansOn?: readonly string[]
  /** Returns whether an attribute type has the operator. */
  readonly applies: (type: ValueType, name: ValueTypeName) => boolean
  readonly probes: Probes
  /** The name of the operator in GraphQL filter inputs; undefined if the inputs lack the operator. */
  readonly graphql?: string
}

const withValues = (_type: ValueType, name: ValueTypeName) => name !== 'json' && name !== 'boolean'
const withBooleans = (_type: ValueType, name: ValueTypeName) => name !== 'json'
const ordered = (type: ValueType) => type.ordered
const text = (type: ValueType) => type.text !== undefined
const all = () => true

const valued: readonly Label[] = ['low', 'mid', 'high']
const isBoolean = (type: ValueType) => type.attribute === 'flag'

/** Returns a string with the case of every letter swapped. */
export const swapCase = (value: string) =>
  value.replace(/\p{L}/gu, (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))

const comparison =
  (mid: readonly Label[], absentBound: 'lowest' | 'highest', atEdge: readonly Label[]): Probes =>
  (type, prefix) => {
    const [low, second, high] = type.values(prefix)
    return [
      { operand: second, expected: mid },
      { operand: absentBound === 'lowest' ? low : high, expected: atEdge },
    ]
  }

type Part = 'part' | 'start' | 'end'

const partOf = (type: ValueType, prefix: string, part: Part) => type.text?.(prefix)[part] ?? ''

const textual =
  (part: Part, options: { readonly fold?: boolean; readonly negated?: boolean } = {}): Probes =>
  (type, prefix) => {
    const value = partOf(type, prefix, part)
    const never = '~never~'
    const operand = options.fold ? swapCase(value) : value
    return options.negated
      ? [
          { operand, expected: ['low', 'high'] },
          { operand: never, expected: valued },
        ]
      : [
          { operand, expected: ['mid'] },
          { operand: never, expected: [] },
        ]
  }

/** The twenty value operators of §4.3. */
const operators = {
  $eq: {
    applies: withBooleans,
    graphql: 'eq',
    probes: (type, prefix) =>
      isBoolean(type)
        ? [
            { operand: true, expected: ['mid', 'high'] },
            { operand: false, expected: ['low'] },
          ]
        : [
            { operand: type.values(prefix)[1], expected: ['mid'] },
            { operand: type.absent(prefix), expected: [] },
          ],
  },
  $eqi: {
    applies: text,
    graphql: 'eqi',
    probes: (type, prefix) => [
      { operand: swapCase(String(type.values(prefix)[1])), expected: ['mid'] },
      { operand: type.absent(prefix), expected: [] },
    ],
  },
  $ne: {
    negates: true,
    applies: withBooleans,
    graphql: 'ne',
    probes: (type, prefix) =>
      isBoolean(type)
        ? [
            { operand: true, expected: ['low'] },
            { operand: false, expected: ['mid', 'high'] },
          ]
        : [
            { operand: type.values(prefix)[1], expected: ['low', 'high'] },
            { operand: type.absent(prefix), expected: valued },
          ],
  },
  $lt: { applies: ordered, graphql: 'lt', probes: comparison(['low'], 'lowest', []) },
  $lte: { applies: ordered, graphql: 'lte', probes: comparison(['low', 'mid'], 'lowest', ['low']) },
  $gt: { applies: ordered, graphql: 'gt', probes: comparison(['high'], 'highest', []) },
  $gte: { applies: ordered, graphql: 'gte', probes: comparison(['mid', 'high'], 'highest', ['high']) },
  $in: {
    applies: withValues,
    graphql: 'in',
    probes: (type, prefix) => [
      { operand: [type.values(prefix)[0], type.values(prefix)[2]], expected: ['low', 'high'] },
      { operand: [type.absent(prefix)], expected: [] },
    ],
  },
  $notIn: {
    negates: true,
    applies: withValues,
    graphql: 'notIn',
    probes: (type, prefix) => [
      { operand: [type.values(prefix)[0], type.values(prefix)[2]], expected: ['mid'] },
      { operand: [type.absent(prefix)], expected: valued },
    ],
  },
  $contains: { applies: text, graphql: 'contains', probes: textual('part') },
  $notContains: { negates: true, applies: text, graphql: 'notContains', probes: textual('part', { negated: true }) },
  $containsi: { applies: text, graphql: 'containsi', probes: textual('part', { fold: true }) },
  $notContainsi: {
    negates: true,
    applies: text,
    graphql: 'notContainsi',
    probes: textual('part', { fold: true, negated: true }),
  },
  $null: {
    applies: all,
    graphql: 'null',
    probes: () => [
      { operand: true, expected: ['none'] },
      { operand: false, expected: valued },
    ],
  },
  $notNull: {
    applies: all,
    graphql: 'notNull',
    probes: () => [
      { operand: true, expected: valued },
      { operand: false, expected: ['none'] },
    ],
  },
  $between: {
    leansOn: ['4.3/$between-ends'],
    applies: ordered,
    graphql: 'between',
    probes: (type, prefix) => {
      const [low, mid, high] = type.values(prefix)
      return [
        { operand: [low, mid], expected: ['low', 'mid'] },
        { operand: [mid, high], expected: ['mid', 'high'] },
      ]
    },
  },
  $startsWith: { applies: text, graphql: 'startsWith', probes: textual('start') },
  $startsWithi: { applies: text, probes: textual('start', { fold: true }) },
  $endsWith: { applies: text, graphql: 'endsWith', probes: textual('end') },
  $endsWithi: { applies: text, probes: textual('end', { fold: true }) },
} as const satisfies Record<string, Operator>

export const operatorEntries = Object.entries(operators) as readonly (readonly [keyof typeof operators, Operator])[]
