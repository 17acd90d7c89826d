import {
  GraphQLError,
  type GraphQLErrorOptions,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type TypeNode,
  type VariableDefinitionNode,
  coerceInputValue,
  isNonNullType,
  typeFromAST,
  valueFromAST,
} from 'graphql'
import { fromApiError, withCode } from '../errors.js'
import { type FilterBounds, FilterSize, isFiltersInput } from './bound-filters.js'
import { printInput } from './print-input.js'

/** The maximum number of errors. More of them only repeat the request. */
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
  return new Coercion(schema).coerce(definitions, values)
}

/**
 * Coerces variables (GraphQL specification, October 2021, §6.1.2) with the messages of graphql-js. Its
 * `getVariableValues` prints the complete value into each error, which takes long for values of a megabyte.
 */
class Coercion {
  readonly #errors: GraphQLError[] = []

  constructor(readonly schema: GraphQLSchema) {}

  coerce(definitions: readonly VariableDefinitionNode[], values: Values): VariableValues {
    const coerced: Record<string, unknown> = {}
    try {
      for (const definition of definitions) {
        // Documents are valid, so that each variable has an input type.
        const type = typeFromAST(this.schema, definition.type) as GraphQLInputType
        const value = this.#coerceOne(definition, type, values)
        if (value !== undefined) coerced[definition.variable.name.value] = value
      }
    } catch (error) {
      if (error !== tooMany) throw error
      this.#errors.push(new GraphQLError('Too many errors processing variables, error limit reached.'))
    }
    return this.#errors.length === 0
      ? { coerced }
      : { errors: this.#errors.map((error) => withCode(error, 'BAD_USER_INPUT')) }
  }

  #coerceOne(definition: VariableDefinitionNode, type: GraphQLInputType, values: Values): unknown {
    const name = definition.variable.name.value
    if (!Object.hasOwn(values, name)) {
      if (definition.defaultValue) return valueFromAST(definition.defaultValue, type)
      if (isNonNullType(type)) {
        this.#add(`Variable "$${name}" of required type "${String(type)}" was not provided.`, { nodes: definition })
      }
      return undefined
    }
    const value = values[name]
    if (value === null && isNonNullType(type)) {
      this.#add(`Variable "$${name}" of non-null type "${String(type)}" must not be null.`, { nodes: definition })
      return undefined
    }
    return coerceInputValue(value, type, (path, invalid, originalError) => {
      const place = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
      const prefix = `Variable "$${name}" got invalid value ${printInput(invalid)}`
      const message = `${prefix}${place && ` at "${name}${place}"`}; ${originalError.message}`
      this.#add(message, { nodes: definition, originalError })
    })
  }

  #add(message: string, options: GraphQLErrorOptions): void {
    if (this.#errors.length >= maximumErrors) throw tooMany
    this.#errors.push(new GraphQLError(message, options))
  }
}

/** Ends the coercion when it has found the maximum number of errors. */
const tooMany = new Error('too many errors in variables')

const namedType = (node: TypeNode): string => (node.kind === Kind.NAMED_TYPE ? node.name.value : namedType(node.type))
