import { getOrCreate } from '@content-api/engine/on-demand'
import {
  type Registry,
  isRecord,
  type ContentType,
  type LinkAttribute,
  type Schema,
  isScalar,
} from '@content-api/model'
import {
  type FieldNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  defaultFieldResolver,
  isObjectType,
  isUnionType,
} from 'graphql'
import { typeName } from '@content-api/interfaces/graphql/naming'
import type { Arguments } from '@content-api/interfaces/graphql/plan/list-arguments'
import type { RecordOperation, Resolver, GraphqlContext } from '@content-api/interfaces/graphql/contracts'
import { hydrateOutput } from './hydrate-output.js'
import { typeOfRow, isPrefetched, prefetchedValue, stateOf } from './prefetched.js'
import type { CalledField, ExtensionShape, ResolverScope } from './extension-shape.js'
import { countReturnedEntry } from './returned-entries.js'
import {
  type RootRun,
  rootCall,
  runGenerated,
  runRecord,
} from '@content-api/interfaces/graphql/execute/execute-by-statement'
import type { FieldBudget } from '@content-api/interfaces/graphql/plan/budget'
import { ApiError } from '@content-api/engine/errors'
import { hasRelatedField, linkTarget, relatedField, relatesToMany } from '@content-api/engine/plan'
import { isReturnedCollection, isReturnedEntry } from '../code/plugins/return-types.js'
import { readInteger } from '@content-api/core/query/raw-value'
import { resolverForm, rowKeys } from './resolver-form.js'
import { type RowIds, batchesOf, documentOf, nodeAround, readAttributes, resolverRequest } from './read-attributes.js'
import { documentArguments } from '@content-api/interfaces/graphql/plan/select-scope'

/**
 * Adds resolvers to the generated part of a schema. graphql-js uses them for root fields whose selection
 * contains fields of extensions. The resolver of a root field reads everything below it in one statement; the
 * other resolvers return their part of the result.
 */
export function addGeneratedResolvers(schema: GraphQLSchema, scope: ResolverScope): void {
  const { registry, shape } = scope
  const returned = shape.returned(scope)
  const links = linkResolvers(scope)
  for (const type of registry.contentTypes.values()) {
    const entity = schema.getType(shape.entryType(typeName(type)))
    if (isObjectType(entity)) entity.isTypeOf = countReturnedEntry
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isUnionType(type)) type.resolveType = (value) => typeOf(value)
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      const path = `${type.name}.${field.name}`
      field.resolve ??= isRoot(schema, type.name)
        ? rootResolver(scope, path)
        : orDefault(returned.get(path) ?? links.get(path) ?? shape.fallback)
    }
  }
}

const isRoot = (schema: GraphQLSchema, name: string) =>
  name === schema.getQueryType()?.name || name === schema.getMutationType()?.name

function typeOf(value: unknown): string | undefined {
  const name = typeOfRow(value) ?? (isRecord(value) ? value['__typename'] : undefined)
  return typeof name === 'string' ? name : undefined
}

/** Falls back to graphql-js' default resolver, for plain objects that a resolver of an extension returned. */
const orDefault =
  (resolver: Resolver): Resolver =>
  (...call) =>
    resolver(...call) ?? defaultFieldResolver(...call)

/** The generated root fields above other fields. Their budget identifies them. */
const roots = new WeakMap<FieldBudget, CalledField>()

function rootResolver({ extended, shape, execution, runCode }: ResolverScope, path: string): Resolver {
  return async (_source, values, resolving, info) => {
    const { caller, budget } = resolving
    const scope = execution()
    const { fields, records, options, context } = scope
    const field = fields.get(path)
    const record = records.get(path)
    const type = field?.type ?? (record && options.registry.contentType(record.type))
    if (!type) return undefined
    const args = values as Arguments
    const called = field && { kind: field.kind, type, args }
    if (called) roots.set(budget, called)
    const selection = { type, nodes: info.fieldNodes, document: documentOf(info) }
    const callOf = (root: RootRun['root']): RootRun => ({
      scope,
      caller,
      budget: budget.request.field(),
      root,
      args: () => args,
    })
    const about = () => ({ args: shape.argumentsOf(type, args, context(caller)), resourceUID: type.uid })
    const { code } = shape
    if (field && code?.runs(field)) {
      const call = rootCall(callOf(selection), keyOf(info, args))
      return shape.codeResult(await runCode(path, resolving, () => code.run(field.kind, call)), about, info)
    }
    const links = shape.linksOf({ root: called, state: 'live' })
    const allValues = extended.exposesResult(info.parentType.name, info.fieldName)
    const call = callOf({ ...selection, form: resolverForm({ extended, links, allValues }) })
    const { text, output } = field
      ? await runGenerated(call, field.kind, keyOf(info, args))
      : await runRecord(call, record as RecordOperation)
    if (text === null && record?.nullable) return null
    return shape.rootResult(text === null ? null : hydrateOutput(text, output), about, info)
  }
}

const numbers = new WeakMap<FieldNode, number>()
let last = 0

/**
 * Returns the key for the plan cache. Unlike `variableKey` it contains the arguments, which middlewares may
 * have changed.
 */
function keyOf({ fieldNodes, operation, variableValues }: GraphQLResolveInfo, args: Arguments): string {
  const [node] = fieldNodes
  const number = node && getOrCreate(numbers, node, () => ++last)
  return `resolved ${number} ${operation.name?.value ?? ''} ${JSON.stringify([variableValues, args])}`
}

interface Link {
  readonly schema: Schema
  readonly many: boolean
  /** The type of the linked entries; undefined for components, and if the entries may have several types. */
  readonly target: ContentType | undefined
}

/** The resolver call for one field of one row. */
interface LinkCall {
  readonly link: Link
  readonly source: Readonly<Record<string, unknown>>
  readonly args: Arguments
  readonly context: GraphqlContext
  readonly info: GraphQLResolveInfo
}

/**
 * Returns the resolvers of relations, media, components and zones by `Type.field`. A resolver returns the
 * value that code of the project put into the row, if any. Otherwise it returns the prefetched value. If
 * there is none, or a middleware changed the arguments, it reads the value by the id of the row. One
 * statement reads the values for all rows of a list.
 */
function linkResolvers(scope: ResolverScope): ReadonlyMap<string, Resolver> {
  const { registry } = scope
  const schemas = [...registry.contentTypes.values(), ...registry.components.values()]
  return new Map(
    schemas.flatMap((schema) =>
      linksOf(schema, registry).flatMap(([name, link]) =>
        scope.shape
          .linkFields(name, link.many)
          .map((field) => [`${typeName(schema)}.${field}`, linkResolver(link, scope)] as const),
      ),
    ),
  )
}

function linksOf(schema: Schema, registry: Registry): (readonly [name: string, Link])[] {
  const links = Object.entries(schema.attributes).flatMap(([name, attribute]) => {
    if (isScalar(attribute)) return []
    const target = linkTarget(attribute, registry)
    const contentType = target?.model === 'contentType' ? target : undefined
    return [[name, { schema, many: isList(attribute), target: contentType }] as const]
  })
  return hasRelatedField(schema) ? [...links, [relatedField, { schema, many: true, target: undefined }]] : links
}

function linkResolver(link: Link, scope: ResolverScope): Resolver {
  return (source, args, context, info) => {
    if (!isRecord(source) || hasResult(scope.shape, source, info.fieldName)) {
      return defaultFieldResolver(source, args, context, info)
    }
    const call: LinkCall = { link, source, args: args as Arguments, context, info }
    const planned = plannedOf(info)
    const hasExtension = scope.extended.isExtended(info.parentType.name, info.fieldName)
    const key = hasExtension ? JSON.stringify(args) : planned.key
    const isPlanned = key === planned.key
    const known = isPlanned ? prefetchedValue(source, info) : undefined
    if (known) return resultOf(scope, call, known.value, planned)
    return readById(scope, call, key).then((value) => resultOf(scope, call, value, isPlanned ? planned : undefined))
  }
}

/**
 * Returns whether code of the project put the result of the field into the row. Links that `entityService`
 * populated don't count, because nothing checked whether the client may read them.
 */
function hasResult({ hasResults }: ExtensionShape, row: Readonly<Record<string, unknown>>, name: string): boolean {
  if (!Object.hasOwn(row, name)) return false
  if (!hasResults) return readInteger(row['id']) === undefined
  const value = row[name]
  const isEnvelope = isRecord(value) && ('data' in value || isReturnedEntry(value) || isReturnedCollection(value))
  return isEnvelope || isPrefetched(row) || readInteger(row['id']) === undefined
}

/** The arguments of a field in the document. They are the same for all rows of a list. */
interface Planned {
  readonly key: string
  forService?: Arguments
}

const plans = new WeakMap<readonly FieldNode[], Planned>()

function plannedOf(info: GraphQLResolveInfo): Planned {
  const { fieldNodes: nodes, fieldName: name, parentType } = info
  return getOrCreate(plans, nodes, () => ({
    key: JSON.stringify(documentArguments(documentOf(info), parentType, { name, nodes })),
  }))
}

/** Converts the value that was read to the result of the field. */
function resultOf(
  { shape, execution }: ResolverScope,
  { link: { target }, args, context, info }: LinkCall,
  value: unknown,
  planned: Planned | undefined,
): unknown {
  if (value instanceof Error) return value
  const about = () => {
    const of = target as ContentType
    const serviceArgs = planned?.forService ?? shape.argumentsOf(of, args, execution().context(context.caller))
    if (planned) planned.forService = serviceArgs
    return { args: { ...serviceArgs }, resourceUID: of.uid }
  }
  return shape.linkResult(value, { target, about }, info)
}

/**
 * Reads the field by the id of the row, with the permissions of the caller. A row that isn't stored has no
 * linked rows.
 * @throws ApiError NotFoundError if the row was read from the database, but has been deleted since
 */
async function readById(
  { extended, shape, execution }: ResolverScope,
  { link: { schema, many, target }, source, args, context, info }: LinkCall,
  key: string,
): Promise<unknown> {
  const state = stateOf(source) ?? shape.returnedState(source)
  const links = shape.linksOf({ root: roots.get(context.budget), state })
  const none = many ? [] : null
  const nothing = target && links.hasEnvelopes ? { [many ? 'nodes' : 'value']: none } : none
  const id = readInteger(source['id'])
  const [node] = info.fieldNodes
  if (id === undefined || !node) return nothing
  const request = resolverRequest({ extended, isStrict: shape.isStrict }, links, schema, [nodeAround(info)], info)
  const read = (ids: RowIds) => readAttributes(execution(), context, request, ids, { changed: { node, args } })
  const rows = await batchesOf(context).read(info.fieldNodes, `${context.caller.key} ${state} ${key}`, id, read)
  const row = rows.get(id)
  const known = row?.[rowKeys.links]
  if (isRecord(known)) return known[info.path.key]
  if (!isPrefetched(source)) return nothing
  throw new ApiError(
    'NotFoundError',
    `${info.parentType.name}.${info.fieldName} can't be read: its entry has been deleted`,
  )
}

function isList(attribute: LinkAttribute): boolean {
  switch (attribute.type) {
    case 'relation':
      return relatesToMany(attribute)
    case 'media':
      return attribute.multiple
    case 'component':
      return attribute.repeatable
    case 'dynamiczone':
      return true
  }
}
