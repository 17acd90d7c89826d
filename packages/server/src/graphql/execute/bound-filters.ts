import { type GraphQLInputObjectType, getNamedType, isInputObjectType } from 'graphql'
import type { ApiError } from '../../errors/api-error.js'
import { tooManyConditions } from '../../query/count-conditions.js'
import { malformedParameter } from '../../query/raw-value.js'
import { isRecord } from '@content-api/model'
import { derivedNames } from '../naming.js'

export interface FilterBounds {
  /** Items of one list. */
  readonly arrayItems: number
  /** Of all filters, with the relations that they follow. */
  readonly filterConditions: number
}

/** Objects that a condition may stand in, at the most of all that filters may hold: others hold nothing. */
const groupsPerCondition = 4

export function isFiltersInput(type: unknown): type is GraphQLInputObjectType {
  return isInputObjectType(type) && type.name.endsWith(derivedNames.filters(''))
}

/** Looks through the filters in the variables of an operation, before graphql-js gives each part the form of its type. */
export class FilterSize {
  #groups = 0
  #conditions = 0

  constructor(readonly bounds: FilterBounds) {}

  /** What is too much of these filters, or a list of them, and those before. What doesn't fit its type is left for graphql-js to tell. */
  add(type: GraphQLInputObjectType, input: unknown): ApiError | undefined {
    const { arrayItems, filterConditions } = this.bounds
    const mostGroups = groupsPerCondition * filterConditions
    const left = [input].flat().map((one: unknown): [type: GraphQLInputObjectType, value: unknown] => [type, one])
    for (let next = left.pop(); next; next = left.pop()) {
      const [filters, value] = next
      if (!isRecord(value)) continue
      this.#groups += 1
      if (this.#groups > mostGroups)
        return malformedParameter('filters', `must not hold more than ${mostGroups} objects`)
      const fields = filters.getFields()
      for (const name of Object.keys(value)) {
        const field = fields[name]
        if (!field) continue
        const inner = getNamedType(field.type)
        const within = value[name]
        if (!isFiltersInput(inner)) this.#conditions += operatorsIn(within)
        else if (Array.isArray(within)) {
          if (within.length > arrayItems) return malformedParameter(`$${name}`, `must have at most ${arrayItems} items`)
          for (const item of within) left.push([inner, item])
        } else {
          if (!isGroup(name)) this.#conditions += 1
          left.push([inner, within])
        }
      }
      if (this.#conditions > filterConditions) return tooManyConditions(filterConditions)
    }
    return undefined
  }
}

/** What holds others, beside conditions and relations. */
const isGroup = (name: string) => name === 'and' || name === 'or' || name === 'not'

/** How many there are at least. */
function operatorsIn(value: unknown): number {
  if (!isRecord(value)) return 0
  return Object.keys(value).filter((name) => !isGroup(name)).length
}
