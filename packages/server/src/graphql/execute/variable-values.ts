import {
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type TypeNode,
  type VariableDefinitionNode,
  getVariableValues,
} from 'graphql'
import { fromApiError, withCode } from '../errors.js'
import { type FilterBounds, FilterSize, isFiltersInput } from './bound-filters.js'

/** The maximum number of errors. Each error contains its value: a long list takes long and only repeats the request. */
const maximumErrors = 5

type Values = Readonly<Record<string, unknown>>

export interface VariableValuesOptions {
  readonly schema: GraphQLSchema
  readonly definitions: readonly VariableDefinitionNode[]
  readonly values: Values
  /** The limits on the size of filters. */
  readonly bounds: FilterBounds
}

/** The coerced variables, or the errors in them. */
export type VariableValues =
  | { readonly coerced: Record<string, unknown>; readonly errors?: never }
  | { readonly errors: readonly GraphQLError[] }

export function variableValues({ schema, definitions, values, bounds }: VariableValuesOptions): VariableValues {
  const size = new FilterSize(bounds)
  for (const definition of definitions) {
    const name = definition.variable.name.value
    const type = schema.getType(namedType(definition.type))
    if (!isFiltersInput(type) || !Object.hasOwn(values, name)) continue
    const error = size.add(type, values[name])
    if (error) return { errors: [fromApiError(error, { nodes: definition })] }
  }
  const { coerced, errors } = getVariableValues(schema, definitions, { ...values }, { maxErrors: maximumErrors })
  return errors ? { errors: errors.map((error) => withCode(error, 'BAD_USER_INPUT')) } : { coerced }
}

const namedType = (node: TypeNode): string => (node.kind === Kind.NAMED_TYPE ? node.name.value : namedType(node.type))
