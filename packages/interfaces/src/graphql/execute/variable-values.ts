import type { Values } from '@content-api/engine/plan'
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
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { longestName } from '../parse-document.js'
import { fromApiError, withCode } from '../errors.js'
import type { ApiError } from '@content-api/engine/errors'
import { tooManyConditions } from '@content-api/core/query/query-counts'
import { malformedParameter } from '@content-api/core/query/raw-value'
import { isRecord } from '@content-api/model'
import { derivedNames } from '../naming.js'

/** The maximum number of errors. More of them only repeat the request. */
const maximumErrors = 5

interface VariableValuesOptions {
  readonly schema: GraphQLSchema
  readonly definitions: readonly VariableDefinitionNode[]
  readonly values: Values
  /** The limits on the size of filters. */
  readonly bounds: FilterBounds
}

/** The coerced variables, or the errors in them. */
type VariableValues =
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
    if (hasLongName(type, value)) {
      const message = `has an unknown key, or value of an enumeration, of more than ${longestName} characters.`
      this.#add(`Variable "$${name}" ${message}`, { nodes: definition })
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

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > longestName

/**
 * Returns whether a value has a long key that isn't in its type, or a long value that isn't in its
 * enumeration. Values of scalars may have any keys.
 */
function hasLongName(type: GraphQLInputType, value: unknown): boolean {
  const nullable = getNullableType(type)
  if (isListType(nullable)) {
    const items = Array.isArray(value) ? value : [value]
    return items.some((item) => hasLongName(nullable.ofType, item))
  }
  if (isEnumType(nullable)) return isLong(value) && !nullable.getValue(value)
  if (!isInputObjectType(nullable) || !isRecord(value)) return false
  const fields = nullable.getFields()
  return Object.keys(value).some((key) => {
    const field = fields[key]
    return field ? hasLongName(field.type, value[key]) : isLong(key)
  })
}

/** Ends the coercion when it has found the maximum number of errors. */
const tooMany = new Error('too many errors in variables')

const namedType = (node: TypeNode): string => (node.kind === Kind.NAMED_TYPE ? node.name.value : namedType(node.type))

interface FilterBounds {
  /** The maximum number of items in a list. */
  readonly arrayItems: number
  /** The maximum number of conditions in all filters. Each followed relation counts as a condition. */
  readonly filterConditions: number
}

/** The allowed number of filter objects per condition. Without this limit, filters could contain many empty objects. */
const groupsPerCondition = 4

function isFiltersInput(type: unknown): type is GraphQLInputObjectType {
  return isInputObjectType(type) && type.name.endsWith(derivedNames.filters(''))
}

/** Checks the size of the filters in the variables of an operation before graphql-js coerces the variables. */
class FilterSize {
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

/** The maximum number of characters: the rest of a message must be visible, too. */
const longest = 400
const mostItems = 10
const deepest = 2

/**
 * Prints the value of a variable for a message, like graphql-js: `{ title: "a", tags: [1, 2] }`. It stops at
 * 400 characters, so that the time doesn't depend on the size of the value.
 */
export function printInput(value: unknown): string {
  const text = print(value, 0, longest)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Prints at least `room` characters of a value, if it has that many. */
function print(value: unknown, level: number, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room + 1))
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return printList(value, level, room)
  return printObject(value as Readonly<Record<string, unknown>>, level, room)
}

function printList(list: readonly unknown[], level: number, room: number): string {
  if (list.length === 0) return '[]'
  if (level >= deepest) return '[Array]'
  const items: string[] = []
  let used = 0
  for (const item of list.slice(0, mostItems)) {
    const text = print(item, level + 1, room - used)
    items.push(text)
    used += text.length + 2
    if (used > room) return `[${items.join(', ')}`
  }
  const more = list.length - mostItems
  if (more > 0) items.push(more === 1 ? '... 1 more item' : `... ${more} more items`)
  return `[${items.join(', ')}]`
}

function printObject(object: Readonly<Record<string, unknown>>, level: number, room: number): string {
  const members: string[] = []
  let used = 0
  // `Object.keys` would take time for all keys of the object.
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue
    if (level >= deepest) return '[Object]'
    const text = `${key}: ${print(object[key], level + 1, room - used)}`
    members.push(text)
    used += text.length + 2
    if (used > room) return `{ ${members.join(', ')}`
  }
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
