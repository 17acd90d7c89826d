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
import { pluralField, singularField, typeName } from '@content-api/interfaces/graphql/naming'
import { type OperationDocument, collectFields } from '@content-api/interfaces/graphql/plan/collect-fields'
import { printSdl } from '@content-api/interfaces/graphql/print-sdl'
import type { ReplayRequest } from './exchange.js'
import { type Operation, type Query, isRecord } from './request-target.js'

/** A GraphQL request with one operation. */
export interface GraphqlRequest {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  /** The variables as sent. */
  readonly variables: Readonly<Record<string, unknown>>
  readonly scope: OperationDocument
  /** Empty for a document that is valid in neither schema. */
  readonly roots: readonly RootField[]
}

export interface RootField {
  readonly key: string
  readonly name: string
  readonly nodes: readonly FieldNode[]
  /** Coerced. */
  readonly input: Readonly<Record<string, unknown>>
  /** null if the field does not come from a content type. */
  readonly target: RootTarget | null
}

/** The target of a root field, with its arguments as REST parameters. */
export interface RootTarget {
  readonly operation: Operation
  readonly type: ContentType
  readonly id: number | null
  readonly query: Query
}

const recorded = buildSchema(readFileSync(new URL('../oracle/schema.graphql', import.meta.url), 'utf8'))
const expected = new WeakMap<Registry, GraphQLSchema>()

/** The recorded schema and the expected one. A test checks the list of their differences. */
export function schemasOf(registry: Registry): { readonly recorded: GraphQLSchema; readonly expected: GraphQLSchema } {
  let ours = expected.get(registry)
  if (!ours) expected.set(registry, (ours = buildSchema(printSdl(registry))))
  return { recorded, expected: ours }
}

export const isGraphql = ({ path }: Pick<ReplayRequest, 'path'>): boolean => /^\/graphql\/?(\?|$)/i.test(path)

export const isQuery = ({ operation }: GraphqlRequest): boolean => operation.operation === OperationTypeNode.QUERY

/** Rules look at all earlier requests of a replay again for each request, so each is parsed and validated once. */
const parsed = new WeakMap<Registry, WeakMap<ReplayRequest, GraphqlRequest | null>>()

/** Returns null for requests other than GraphQL, batches, invalid syntax and documents without a clear operation. */
export function graphqlRequestOf(request: ReplayRequest, registry: Registry): GraphqlRequest | null {
  if (!isGraphql(request)) return null
  let ofRegistry = parsed.get(registry)
  if (!ofRegistry) parsed.set(registry, (ofRegistry = new WeakMap()))
  let found = ofRegistry.get(request)
  if (found === undefined) ofRegistry.set(request, (found = parseRequest(request, registry)))
  return found
}

function parseRequest(request: ReplayRequest, registry: Registry): GraphqlRequest | null {
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
  const schema = [schemas.expected, schemas.recorded].find((one) => validate(one, document).length === 0)
  const scope = scopeOf(schema ?? schemas.expected, operation, fragments, variables)
  return { document, operation, variables, scope, roots: schema ? rootsOf(scope, operation, registry) : [] }
}

/** `query`, `variables` and `operationName`, from the query string or the body. */
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
): OperationDocument {
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  return { schema, fragments: new Map(fragments.map((one) => [one.name.value, one])), variables: coerced }
}

function rootsOf(scope: OperationDocument, operation: OperationDefinitionNode, registry: Registry): RootField[] {
  const type = scope.schema.getRootType(operation.operation)
  if (!type) return []
  return collectFields(scope, type, operation.selectionSet.selections).map(({ key, name, nodes }) => {
    const input = argumentsAt(scope, type.name, nodes)
    return { key, name, nodes, input, target: targetOf(name, input, registry) }
  })
}

/** Returns the coerced arguments of a field; none if one of them is missing or invalid. */
export function argumentsAt(
  { schema, variables }: OperationDocument,
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

function targetOf(name: string, input: Readonly<Record<string, unknown>>, registry: Registry): RootTarget | null {
  for (const type of registry.contentTypes.values()) {
    const operation = operationNamed(name, type)
    if (!operation) continue
    const id = /^\d+$/.test(String(input['id'])) ? Number(input['id']) : null
    return { operation, type, id, query: { ...listOptions(input, type, registry), locale: input['locale'] } }
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

/** Returns the arguments of a list as a REST query. */
export function listOptions(input: Readonly<Record<string, unknown>>, schema: Schema, registry: Registry): Query {
  const state = input['publicationState']
  return {
    filters: restFilters(input['filters'], schema, registry),
    sort: input['sort'],
    pagination: input['pagination'],
    ...(typeof state === 'string' && { publicationState: state.toLowerCase() }),
  }
}

/** In REST, groups and operators begin with `$`. A null in place of a group or an operator has no effect. */
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

/** The lists `or` and `and` of a field hold values: the field equals any of them, or all. */
function restOperator(name: string, operand: unknown): readonly [string, unknown] {
  if (name === 'not') return ['$not', restOperators(operand)]
  if (name === 'or') return ['$in', operand]
  if (name !== 'and' || !Array.isArray(operand)) return [`$${name}`, operand]
  return ['$in', operand.filter((value) => operand.every((other) => other === value))]
}
