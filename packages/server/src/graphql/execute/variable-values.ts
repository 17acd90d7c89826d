import {
  type GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  Kind,
  type TypeNode,
  type VariableDefinitionNode,
  getNamedType,
  getVariableValues,
  isInputObjectType,
  isListType,
} from 'graphql'
import { isRecord, malformedParameter } from '../../query/raw-value.js'
import { fromApiError, withCode } from '../errors.js'
import { derivedNames } from '../naming.js'

/** Each error prints the value that it is about: many of them take long, and repeat what the client sent. */
const mostErrors = 5

type Values = Readonly<Record<string, unknown>>

export interface VariablesGiven {
  readonly schema: GraphQLSchema
  readonly definitions: readonly VariableDefinitionNode[]
  readonly given: Values
  /** Items of one list in filters. */
  readonly arrayLimit: number
}

/** The variables as their types have them, or why they don't fit. */
export type VariableValues =
  | { readonly coerced: Record<string, unknown>; readonly errors?: never }
  | { readonly errors: readonly GraphQLError[] }

export function variableValues({ schema, definitions, given, arrayLimit }: VariablesGiven): VariableValues {
  for (const definition of definitions) {
    const name = definition.variable.name.value
    const type = schema.getType(namedType(definition.type))
    if (!isFiltersInput(type) || !Object.hasOwn(given, name)) continue
    const operator = longGroup(type, given[name], arrayLimit)
    if (operator === undefined) continue
    const error = malformedParameter(`$${operator}`, `must have at most ${arrayLimit} items`)
    return { errors: [fromApiError(error, { nodes: definition })] }
  }
  const { coerced, errors } = getVariableValues(schema, definitions, { ...given }, { maxErrors: mostErrors })
  return errors ? { errors: errors.map((error) => withCode(error, 'BAD_USER_INPUT')) } : { coerced }
}

const namedType = (node: TypeNode): string => (node.kind === Kind.NAMED_TYPE ? node.name.value : namedType(node.type))

function isFiltersInput(type: unknown): type is GraphQLInputObjectType {
  return isInputObjectType(type) && type.name.endsWith(derivedNames.filters(''))
}

/**
 * The operator whose list is longer than filters may hold. It is looked for first: graphql-js takes most of the time of such a
 * request to give each branch the form of its type, only for the plan to refuse it.
 */
function longGroup(type: GraphQLInputObjectType, given: unknown, most: number): string | undefined {
  const left: [type: GraphQLInputObjectType, value: unknown][] = [[type, given]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [filters, value] = next
    if (!isRecord(value)) continue
    for (const [name, field] of Object.entries(filters.getFields())) {
      const inner = getNamedType(field.type)
      if (!isFiltersInput(inner) || !Object.hasOwn(value, name)) continue
      const items: readonly unknown[] = isListType(field.type) ? [value[name]].flat() : [value[name]]
      if (items.length > most) return name
      for (const item of items) left.push([inner, item])
    }
  }
  return undefined
}
