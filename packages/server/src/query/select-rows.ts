import type { Stored } from '@content-api/engine/attributes'
import {
  type Condition,
  offsetOf,
  type Pagination,
  type ReadPlan,
  type SortKey,
  type ValueOperator,
} from '@content-api/engine/plan'

/** A row in memory. Its values have their stored form and are never null. */
export type Row = Readonly<Record<string, Stored>>

/** The rows of one page, and the number of rows on all pages. */
export interface SelectedRows<R extends Row> {
  readonly rows: readonly R[]
  readonly total: number
}

type Selecting = Pick<ReadPlan, 'filters' | 'sort' | 'pagination'>

/** Runs a plan over rows in memory. Filters and sorts must not follow links. */
export function selectRows<R extends Row>(
  { filters, sort, pagination }: Selecting,
  all: readonly R[],
): SelectedRows<R> {
  const matching = all.filter((row) => filters === null || holds(filters, row))
  const sorted = matching.toSorted((one, other) => {
    const key = sort.find(({ name }) => compare(value(one, name), value(other, name)) !== 0)
    return key ? inOrder(key, one, other) : 0
  })
  return { rows: pagination ? page(sorted, pagination) : sorted, total: matching.length }
}

function holds(condition: Condition, row: Row): boolean {
  switch (condition.op) {
    case 'and':
      return condition.of.every((part) => holds(part, row))
    case 'or':
      return condition.of.some((part) => holds(part, row))
    case 'not':
      return !holds(condition.of, row)
    case 'value':
      return operators[condition.operator](
        value(row, condition.name),
        condition.values as readonly NonNullable<Stored>[],
      )
    case 'json':
    case 'link':
      throw new Error(`${condition.name} is not in memory`)
  }
}

type Value = NonNullable<Stored>

type Operator = (value: Value, comparands: readonly Value[]) => boolean

const not =
  (operator: Operator): Operator =>
  (value, comparands) =>
    !operator(value, comparands)
const compared =
  (fits: (order: number) => boolean): Operator =>
  (value, [comparand]) =>
    fits(compare(value, comparand as Value))
const found =
  (fits: (text: string, part: string) => boolean): Operator =>
  (value, [comparand]) =>
    fits(String(value), String(comparand))
/** Compares without case by simple case folding, like the databases. */
const folded = (start: '' | '^', end: '' | '$') =>
  found((text, part) =>
    // Bounded input: `part` has at most `limits.filterText` characters, and no quantifier.
    new RegExp(`${start}${part.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)}${end}`, 'iu').test(text),
  )

const equal = compared((order) => order === 0)
const among: Operator = (value, comparands) => comparands.some((one) => compare(value, one) === 0)
const contains = found((text, part) => text.includes(part))
const containsFolded = folded('', '')
const equalFolded = folded('^', '$')

const operators: Readonly<Record<ValueOperator, Operator>> = {
  $eq: equal,
  $ne: not(equal),
  $eqi: equalFolded,
  $nei: not(equalFolded),
  $lt: compared((order) => order < 0),
  $lte: compared((order) => order <= 0),
  $gt: compared((order) => order > 0),
  $gte: compared((order) => order >= 0),
  $in: among,
  $notIn: not(among),
  $contains: contains,
  $notContains: not(contains),
  $containsi: containsFolded,
  $notContainsi: not(containsFolded),
  $startsWith: found((text, part) => text.startsWith(part)),
  $startsWithi: folded('^', ''),
  $endsWith: found((text, part) => text.endsWith(part)),
  $endsWithi: folded('', '$'),
  // No value is null.
  $null: (_value, [expected]) => expected === false,
  $notNull: (_value, [expected]) => expected !== false,
  $between: (value, [low, high]) => compare(value, low as Value) >= 0 && compare(value, high as Value) <= 0,
}

function value(row: Row, name: string): Value {
  const found = row[name]
  if (found === undefined || found === null) throw new Error(`A row in memory has no ${name}`)
  return found
}

function compare(one: Value, other: Value): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

function inOrder({ name, direction }: SortKey, one: Row, other: Row): number {
  const order = compare(value(one, name), value(other, name))
  return direction === 'asc' ? order : -order
}

function page<R>(rows: readonly R[], pagination: Pagination): readonly R[] {
  const { start, limit } = offsetOf(pagination)
  return rows.slice(start, limit < 0 ? undefined : start + limit)
}
