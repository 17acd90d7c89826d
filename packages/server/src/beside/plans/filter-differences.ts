import { scalarBehaviours, type StorageKind } from '@content-api/engine/attributes'
import type { Condition, ValueOperator } from '@content-api/engine/plan'
import { type Difference, type DifferenceContext, firstDifference } from './difference-context.js'

type ValueCondition = Extract<Condition, { op: 'value' }>

/** Returns the first condition that Strapi could read in another way. */
export function differenceInFilters(condition: Condition, context: DifferenceContext): Difference {
  switch (condition.op) {
    case 'and':
    case 'or':
      return firstDifference(condition.of, (part) => differenceInFilters(part, context))
    case 'not':
      return followsLink(condition.of) ? 'negates a filter on a relation' : differenceInFilters(condition.of, context)
    case 'value':
      return differenceInComparison(condition, context)
    case 'json':
      return `compares the JSON attribute ${condition.name} with an object or a list`
    case 'link': {
      const { target, name, attribute, where } = condition
      if (attribute.type !== 'relation') return `filters by ${name}, which is of type ${attribute.type}`
      if (target.model === 'contentType' && target.draftAndPublish) return `filters by ${name}, which may be a draft`
      return differenceInFilters(where, context)
    }
  }
}

function followsLink(condition: Condition): boolean {
  if (condition.op === 'link') return true
  if (condition.op === 'not') return followsLink(condition.of)
  return 'of' in condition && condition.of.some(followsLink)
}

const equality = ['$eq', '$ne', '$in', '$notIn', '$null', '$notNull'] as const
const order = ['$lt', '$lte', '$gt', '$gte', '$between'] as const
const operators = (...names: readonly ValueOperator[]): ReadonlySet<ValueOperator> => new Set(names)

/** The operators by which each kind of value is compared as in Strapi. */
const equalOperators: Readonly<Record<StorageKind, ReadonlySet<ValueOperator>>> = {
  text: operators(...equality),
  integer: operators(...equality, ...order),
  bigint: operators('$null', '$notNull'),
  double: operators(...equality, ...order),
  decimal: operators('$null', '$notNull'),
  boolean: operators(...equality),
  date: operators(...equality, ...order),
  time: operators('$null', '$notNull'),
  datetime: operators('$null', '$notNull'),
  json: operators(),
}

function differenceInComparison({ name, attribute, operator }: ValueCondition, _: DifferenceContext): Difference {
  const { storage } = scalarBehaviours[attribute.type]
  return equalOperators[storage].has(operator) ? null : `compares ${name} (${attribute.type}) by ${operator}`
}
