import { readFileSync } from 'node:fs'
import { type ContentType, type Registry, type Schema, isScalar } from '@content-api/model'
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  buildSchema,
  getArgumentValues,
  getVariableValues,
  parse,
  validate,
} from 'graphql'
import { pluralField, singularField, typeName } from '../../src/graphql/naming.js'
import { type DocumentScope, collectFields } from '../../src/graphql/plan/collect-fields.js'
import { printSdl } from '../../src/graphql/print-sdl.js'
import type { ReplayRequest } from './exchange.js'
import { type Operation, type Query, isRecord } from './request-target.js'

/** One operation of a GraphQL request. */
export interface GraphqlRequest {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  /** As they were sent. */
  readonly variables: Readonly<Record<string, unknown>>
  readonly scope: DocumentScope
  /** Empty for a document that fits neither the recorded schema nor ours. */
  readonly roots: readonly RootField[]
}

export interface RootField {
  readonly key: string
  readonly name: string
  readonly nodes: readonly FieldNode[]
  /** Coerced. */
  readonly given: Readonly<Record<string, unknown>>
  /** null for whatever doesn't follow from a content type. */
  readonly target: RootTarget | null
}

/** What a root field is about, its arguments in the words of REST. */
export interface RootTarget {
  readonly operation: Operation
  readonly type: ContentType
  readonly id: number | null
  readonly query: Query
}

const recorded = buildSchema(readFileSync(new URL('../oracle/schema.graphql', import.meta.url), 'utf8'))
const owed = new WeakMap<Registry, GraphQLSchema>()

/** The schema that was recorded, and the one that we owe: a test holds their differences to a list. */
export function schemasOf(registry: Registry): { readonly recorded: GraphQLSchema; readonly owed: GraphQLSchema } {
  let ours = owed.get(registry)
  if (!ours) owed.set(registry, (ours = buildSchema(printSdl(registry))))
  return { recorded, owed: ours }
}

export const isGraphql = ({ path }: Pick<ReplayRequest, 'path'>): boolean => /^\/graphql\/?(\?|$)/i.test(path)

export const isQuery = ({ operation }: GraphqlRequest): boolean => operation.operation === OperationTypeNode.QUERY

/** null for other requests, batches, and what can't be parsed. */
export function graphqlRequestOf(request: ReplayRequest, registry: Registry): GraphqlRequest | null {
  if (!isGraphql(request)) return null
  const parameters = parametersOf(request)
  const { query, operationName } = parameters
  if (typeof query !== 'string') return null
  let document: DocumentNode
  try {
    document = parse(query)
  } catch {
    return null
  }
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  const named = operations.find(({ name }) => name?.value === operationName)
  const operation = named ?? (operations.length === 1 ? operations[0] : undefined)
  if (!operation) return null
  const variables = isRecord(parameters['variables']) ? parameters['variables'] : {}
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
  const schemas = schemasOf(registry)
  const schema = [schemas.owed, schemas.recorded].find((one) => validate(one, document).length === 0)
  const scope = scopeOf(schema ?? schemas.owed, operation, fragments, variables)
  return { document, operation, variables, scope, roots: schema ? rootsOf(scope, operation, registry) : [] }
}

/** `query`, `variables` and `operationName`, from wherever they come. */
function parametersOf({ method, path, body, form }: ReplayRequest): Readonly<Record<string, unknown>> {
  const read = (value: unknown): unknown => {
    try {
      return typeof value === 'string' ? JSON.parse(value) : value
    } catch {
      return null
    }
  }
  const url = Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''))
  const sent = method === 'GET' ? url : read(form?.find(({ name }) => name === 'operations')?.value ?? body)
  return isRecord(sent) ? { ...sent, variables: read(sent['variables']) } : {}
}

function scopeOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
  variables: Readonly<Record<string, unknown>>,
): DocumentScope {
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  return { schema, fragments: new Map(fragments.map((one) => [one.name.value, one])), variables: coerced }
}

function rootsOf(scope: DocumentScope, operation: OperationDefinitionNode, registry: Registry): RootField[] {
  const type = scope.schema.getRootType(operation.operation)
  if (!type) return []
  return collectFields(scope, type, operation.selectionSet.selections).map(({ key, name, nodes }) => {
    const given = argumentsAt(scope, type.name, nodes)
    return { key, name, nodes, given, target: targetOf(name, given, registry) }
  })
}

/** The arguments of a field of a type, coerced; none where a variable is missing. */
export function argumentsAt(
  { schema, variables }: DocumentScope,
  type: string,
  [node]: readonly FieldNode[],
): Readonly<Record<string, unknown>> {
  const parent = schema.getType(type)
  const field = node && parent && 'getFields' in parent ? parent.getFields()[node.name.value] : undefined
  if (!node || !field || !('args' in field)) return {}
  try {
    return getArgumentValues(field, node, variables)
  } catch {
    return {}
  }
}

function targetOf(name: string, given: Readonly<Record<string, unknown>>, registry: Registry): RootTarget | null {
  for (const type of registry.contentTypes.values()) {
    const operation = operationNamed(name, type)
    if (!operation) continue
    const id = /^\d+$/.test(String(given['id'])) ? Number(given['id']) : null
    return { operation, type, id, query: { ...listOptions(given, type, registry), locale: given['locale'] } }
  }
  return null
}

function operationNamed(name: string, type: ContentType): Operation | null {
  const own = typeName(type)
  if (name === singularField(type)) return type.kind === 'singleType' ? 'single' : 'one'
  if (name === pluralField(type) && type.kind !== 'singleType') return 'list'
  if (name === `create${own}Localization`) return 'localize'
  const verbs = ['create', 'update', 'delete'] as const
  return verbs.find((verb) => name === `${verb}${own}`) ?? null
}

/** The arguments of a list as the query of a list in REST. */
export function listOptions(given: Readonly<Record<string, unknown>>, schema: Schema, registry: Registry): Query {
  const state = given['publicationState']
  return {
    filters: restFilters(given['filters'], schema, registry),
    sort: given['sort'],
    pagination: given['pagination'],
    ...(typeof state === 'string' && { publicationState: state.toLowerCase() }),
  }
}

/** Groups and operators have a `$` there; a null where a group or an operator belongs says nothing. */
function restFilters(filters: unknown, schema: Schema, registry: Registry): unknown {
  if (Array.isArray(filters)) {
    return filters.filter((part) => part !== null).map((part) => restFilters(part, schema, registry))
  }
  if (!isRecord(filters)) return filters
  const entries = Object.entries(filters).map(([name, below]) => {
    if (['and', 'or', 'not'].includes(name)) return [`$${name}`, restFilters(below ?? {}, schema, registry)]
    const attribute = schema.attributes[name]
    if (!attribute || isScalar(attribute)) return [name, restOperators(below)]
    if (attribute.type === 'component')
      return [name, restFilters(below, registry.component(attribute.component), registry)]
    if (attribute.type !== 'relation' || attribute.target === undefined) return [name, below]
    return [name, restFilters(below, registry.contentType(attribute.target), registry)]
  })
  return Object.fromEntries(entries)
}

function restOperators(operators: unknown): unknown {
  if (!isRecord(operators)) return operators
  return Object.fromEntries(Object.entries(operators).map(([name, operand]) => restOperator(name, operand)))
}

/** A field's own lists are values that it is compared with: any of them, or all at once. */
function restOperator(name: string, operand: unknown): readonly [string, unknown] {
  if (name === 'not') return ['$not', restOperators(operand)]
  if (name === 'or') return ['$in', operand]
  if (name !== 'and' || !Array.isArray(operand)) return [`$${name}`, operand]
  return ['$in', operand.filter((value) => operand.every((other) => other === value))]
}
