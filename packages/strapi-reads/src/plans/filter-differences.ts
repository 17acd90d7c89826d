import type { ScalarType } from '@content-api/model'
import { type Condition, isMorph, type ValueOperator } from '@content-api/engine/plan'
import { type Difference, firstDifference } from './difference-context.js'

type ValueCondition = Extract<Condition, { op: 'value' }>

/** Returns the first condition that Strapi could read in another way. */
export function differenceInFilters(condition: Condition): Difference {
  switch (condition.op) {
    case 'and':
    case 'or':
      return firstDifference(condition.of, differenceInFilters)
    case 'not':
      return differenceInFilters(condition.of)
    case 'value':
      return differenceInComparison(condition)
    case 'like':
    case 'version':
      return null
    case 'json':
      return `compares ${condition.name} with an object or a list`
    case 'link': {
      const { name, attribute, where } = condition
      // Strapi 4 doesn't filter by files, and such a plan isn't made.
      const isJoined =
        attribute.type === 'component' ||
        attribute.type === 'media' ||
        (attribute.type === 'relation' && !isMorph(attribute))
      return isJoined ? differenceInFilters(where) : `filters by ${name} (${attribute.type})`
    }
  }
}

const existence = ['$null', '$notNull'] as const
const order = [...existence, '$eq', '$ne', '$in', '$notIn', '$lt', '$lte', '$gt', '$gte', '$between'] as const

const operators = (names: readonly ValueOperator[]): ReadonlySet<ValueOperator> => new Set(names)

/** The operators that compare each type of attribute as in Strapi, on both databases. */
const equalOperators: Readonly<Record<ScalarType, ReadonlySet<ValueOperator>>> = {
  string: operators(order),
  text: operators(order),
  richtext: operators(order),
  enumeration: operators(order),
  email: operators(order),
  password: operators([]),
  uid: operators(order),
  date: operators(order),
  time: operators(order),
  datetime: operators(order),
  timestamp: operators(order),
  integer: operators(order),
  biginteger: operators(order),
  float: operators(order),
  decimal: operators(order),
  boolean: operators(order),
  array: operators([]),
  json: operators(order),
  blocks: operators(order),
}

function differenceInComparison({ name, attribute, operator }: ValueCondition): Difference {
  return equalOperators[attribute.type].has(operator) ? null : `compares ${name} (${attribute.type}) by ${operator}`
}
