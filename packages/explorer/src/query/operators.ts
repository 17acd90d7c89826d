import type { AttributeType } from '@content-api/model'
import type { ExplorerAttribute } from '../protocol.js'
import type { QueryList, QueryValue } from '../state/query.js'

/** The kind of input for the value of an operator. */
export type Operand = 'one' | 'many' | 'two' | 'flag'

interface OperatorWords {
  /** The words between attribute and value: `title contains "fjord"`. */
  readonly words: string
  readonly operand: Operand
}

/** In the order of the select: frequently used operators come first. */
const operators: Readonly<Record<string, OperatorWords>> = {
  $eq: { words: 'is', operand: 'one' },
  $ne: { words: 'is not', operand: 'one' },
  $containsi: { words: 'contains', operand: 'one' },
  $notContainsi: { words: 'doesn’t contain', operand: 'one' },
  $startsWithi: { words: 'starts with', operand: 'one' },
  $endsWithi: { words: 'ends with', operand: 'one' },
  $gt: { words: 'is greater than', operand: 'one' },
  $gte: { words: 'is at least', operand: 'one' },
  $lt: { words: 'is less than', operand: 'one' },
  $lte: { words: 'is at most', operand: 'one' },
  $between: { words: 'is between', operand: 'two' },
  $in: { words: 'is one of', operand: 'many' },
  $notIn: { words: 'is none of', operand: 'many' },
  $null: { words: 'has no value', operand: 'flag' },
  $notNull: { words: 'has a value', operand: 'flag' },
  $eqi: { words: 'is, in any case,', operand: 'one' },
  $nei: { words: 'is not, in any case,', operand: 'one' },
  $contains: { words: 'contains, matching case,', operand: 'one' },
  $notContains: { words: 'doesn’t contain, matching case,', operand: 'one' },
  $startsWith: { words: 'starts with, matching case,', operand: 'one' },
  $endsWith: { words: 'ends with, matching case,', operand: 'one' },
}

const timeTypes: ReadonlySet<AttributeType> = new Set(['date', 'time', 'datetime', 'timestamp'])
const timeWords: Readonly<Record<string, string>> = {
  $gt: 'is after',
  $gte: 'is at or after',
  $lt: 'is before',
  $lte: 'is at or before',
}

export const operandOf = (operator: string): Operand => operators[operator]?.operand ?? 'one'

export function operatorWords(operator: string, type: AttributeType | undefined): string {
  const ofTime = type !== undefined && timeTypes.has(type) ? timeWords[operator] : undefined
  return ofTime ?? operators[operator]?.words ?? operator
}

/** Returns the operators of an attribute, the most used ones first. */
export function operatorsOf({ operators: allowed }: ExplorerAttribute): readonly string[] {
  const ordered = Object.keys(operators)
  const rank = (operator: string) => (ordered.includes(operator) ? ordered.indexOf(operator) : ordered.length)
  return allowed.filter((operator) => !operator.match(/^\$(and|or|not)$/)).toSorted((a, b) => rank(a) - rank(b))
}

const textTypes: ReadonlySet<AttributeType> = new Set(['string', 'text', 'richtext', 'email', 'uid'])

export const holdsText = (type: AttributeType | undefined): boolean => type !== undefined && textTypes.has(type)

/** Returns the first operator of a new condition on an attribute. */
export function firstOperator(attribute: ExplorerAttribute): string {
  const all = operatorsOf(attribute)
  return holdsText(attribute.type) && all.includes('$containsi') ? '$containsi' : (all[0] ?? '$eq')
}

/** Converts a value when the user replaces an operator. The value of `$null` and `$notNull` has no use for others. */
export function convertValue(
  value: QueryValue | null,
  { from, to }: { readonly from: string; readonly to: string },
): QueryValue | null {
  const items = operandOf(from) === 'flag' ? [] : valuesOf(value)
  switch (operandOf(to)) {
    case 'flag':
      return 'true'
    case 'many':
      return items.length === 0 ? null : items
    case 'two':
      return items.length === 0 ? null : [items[0] ?? '', items[1] ?? '']
    default:
      return items[0] ?? null
  }
}

/** Returns the strings of a value. */
export function valuesOf(value: QueryValue | null): readonly string[] {
  if (value === null) return []
  if (typeof value === 'string') return [value]
  return (Array.isArray(value) ? (value as QueryList) : []).filter((item): item is string => typeof item === 'string')
}
