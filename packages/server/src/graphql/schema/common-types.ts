import { groupOperators, valueOperators } from '@content-api/engine/plan/operators'
import { block } from './definitions.js'

/** The scalar types that filters compare. */
const compared = ['ID', 'Boolean', 'String', 'Int', 'Long', 'Float', 'Date', 'Time', 'DateTime', 'JSON'] as const

/** Returns the filter input of a scalar type: the operators of specification §4.3 without their `$`. */
function filterInput(type: string): readonly [name: string, sdl: string] {
  const name = `${type}FilterInput`
  const operators = Object.entries(valueOperators).map(([operator, { arity }]) => {
    const value = { one: type, flag: 'Boolean', many: `[${type}]`, two: `[${type}]` }[arity]
    return `${operator.slice(1)}: ${value}`
  })
  return [name, block('input', name, [`and: [${type}]`, `or: [${type}]`, `not: ${name}`, ...operators])]
}

/** Returns the fields that combine filters of one type: `and`, `or`, `not`. */
export function groupFields(filters: string): string[] {
  return groupOperators.map((operator) => {
    const name = operator.slice(1)
    return `${name}: ${name === 'not' ? filters : `[${filters}]`}`
  })
}

/** The types that don't depend on the model. */
export const commonTypes: readonly (readonly [name: string, sdl: string])[] = [
  ['JSON', 'scalar JSON'],
  ['DateTime', 'scalar DateTime'],
  ['Time', 'scalar Time'],
  ['Date', 'scalar Date'],
  ['Long', 'scalar Long'],
  ['Upload', 'scalar Upload'],
  ['I18NLocaleCode', 'scalar I18NLocaleCode'],
  ['Error', block('type', 'Error', ['code: String!', 'message: String'])],
  ['Pagination', block('type', 'Pagination', ['total: Int!', 'page: Int!', 'pageSize: Int!', 'pageCount: Int!'])],
  ['ResponseCollectionMeta', block('type', 'ResponseCollectionMeta', ['pagination: Pagination!'])],
  ['PublicationState', 'enum PublicationState {\n  LIVE\n  PREVIEW\n}'],
  ['PaginationArg', block('input', 'PaginationArg', ['page: Int', 'pageSize: Int', 'start: Int', 'limit: Int'])],
  ...compared.map(filterInput),
]
