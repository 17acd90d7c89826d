import type { Attribute, ContentType } from '@content-api/model'
import type { Condition, ReadPlan } from './read-plan.js'
import type { ValueOperator } from './operators.js'

/** The types of long values, which an index can't contain, and of values that filters compare in other ways. */
const unindexed: ReadonlySet<Attribute['type']> = new Set(['text', 'richtext', 'blocks', 'json', 'password'])

/** Returns whether an index may contain the values of an attribute. */
export function isIndexable({ attributes }: ContentType, name: string): boolean {
  const attribute = attributes[name]
  return attribute !== undefined && !unindexed.has(attribute.type)
}

/** Returns the conditions that all rows of a list meet. */
function requiredConditions(condition: Condition): readonly Condition[] {
  return condition.op === 'and' ? condition.of.flatMap(requiredConditions) : [condition]
}

/** Returns the attributes of all conditions except the id; null if some conditions aren't on values of the entry. */
export function comparedAttributes(condition: Condition): readonly string[] | null {
  switch (condition.op) {
    case 'value':
    case 'like':
      return condition.name === 'id' ? [] : [condition.name]
    case 'not':
      return comparedAttributes(condition.of)
    case 'and':
    case 'or': {
      const names = condition.of.map(comparedAttributes)
      return names.every((list) => list !== null) ? names.flat() : null
    }
    case 'json':
    case 'link':
    case 'version':
      return null
  }
}

const equalities: ReadonlySet<ValueOperator> = new Set(['$eq', '$in'])
const ranges: ReadonlySet<ValueOperator> = new Set(['$lt', '$lte', '$gt', '$gte', '$between'])

/** The attributes by which an index can find or sort the rows of a list. */
export interface SearchedAttributes {
  readonly equal: readonly string[]
  /** The first sort key, if it is an attribute of the entry. */
  readonly sorted: readonly string[]
  readonly inRange: readonly string[]
}

/** Returns the searched attributes of a list; null if the list starts at the rows behind a relation. */
export function searchedAttributes({ filters, sort: [key] }: ReadPlan): SearchedAttributes | null {
  const required = filters ? requiredConditions(filters) : []
  if (required.some(({ op }) => op === 'link')) return null
  const names = (operators: ReadonlySet<ValueOperator>) =>
    required.flatMap((part) => (part.op === 'value' && operators.has(part.operator) ? [part.name] : []))
  return { equal: names(equalities), sorted: key && key.path.length === 0 ? [key.name] : [], inRange: names(ranges) }
}

/** Returns whether an index of the type starts with an attribute. */
export function startsIndex({ indexes, attributes, draftAndPublish }: ContentType, name: string): boolean {
  const attribute = attributes[name] as Attribute
  return (
    name === 'id' ||
    attribute.unique === true ||
    attribute.type === 'uid' ||
    (name === 'publishedAt' && draftAndPublish) ||
    // Lists have a locale, so an index may begin with it.
    indexes.some(({ attributes: names }) => names.find((one) => one !== 'locale') === name)
  )
}
