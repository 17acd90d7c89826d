import { type GraphQLInputObjectType, getNamedType, isInputObjectType } from 'graphql'
import type { ApiError } from '@content-api/engine/errors/api-error'
import { tooManyConditions } from '../../query/count-conditions.js'
import { malformedParameter } from '../../query/raw-value.js'
import { isRecord } from '@content-api/model'
import { derivedNames } from '../naming.js'

export interface FilterBounds {
  /** The maximum number of items in a list. */
  readonly arrayItems: number
  /** The maximum number of conditions in all filters. Each followed relation counts as a condition. */
  readonly filterConditions: number
}

/** The allowed number of filter objects per condition. Without this limit, filters could contain many empty objects. */
const groupsPerCondition = 4

export function isFiltersInput(type: unknown): type is GraphQLInputObjectType {
  return isInputObjectType(type) && type.name.endsWith(derivedNames.filters(''))
}

/** Checks the size of the filters in the variables of an operation before graphql-js coerces the variables. */
export class FilterSize {
  #groups = 0
  #conditions = 0

  constructor(readonly bounds: FilterBounds) {}

  /**
   * Adds filters or a list of them. Returns an error if a list inside them is too long, or if all filters
   * together exceed a limit. graphql-js checks types later.
   */
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

/** Whether a field combines other filters. */
const isGroup = (name: string) => name === 'and' || name === 'or' || name === 'not'

/** Returns the number of operators, without those inside `and`, `or` and `not`. */
function operatorsIn(value: unknown): number {
  if (!isRecord(value)) return 0
  return Object.keys(value).filter((name) => !isGroup(name)).length
}
