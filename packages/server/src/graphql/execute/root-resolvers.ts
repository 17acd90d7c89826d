import { type Registry, isRecord } from '@content-api/model'
import {
  type FieldNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  defaultFieldResolver,
  isObjectType,
  isUnionType,
} from 'graphql'
import { serviceArguments } from '../service-arguments.js'
import { derivedNames, typeName } from '../naming.js'
import type { Arguments } from '../plan/list-arguments.js'
import type { RecordOperation, Resolver } from '../service.js'
import { hydrateOutput } from './complete-output.js'
import type { ExecutionScope } from './running.js'
import { toEnvelope } from './envelopes.js'
import { countReturnedEntry, returnedEntryResolvers } from './returned-entries.js'
import { linkResolvers } from './link-resolvers.js'
import { typeOfRow } from './prefetched.js'
import { type RootRun, runGenerated, runRecord } from './root-call.js'

/**
 * Adds resolvers to the generated part of a schema. graphql-js uses them for root fields whose selection
 * contains fields of extensions. The resolver of a root field reads everything below it in one statement; the
 * other resolvers return their part of the result.
 */
export function addGeneratedResolvers(schema: GraphQLSchema, registry: Registry, scope: () => ExecutionScope): void {
  const returned = returnedEntryResolvers(registry, scope)
  const links = linkResolvers(registry, scope)
  for (const type of registry.contentTypes.values()) {
    const entity = schema.getType(derivedNames.entity(typeName(type)))
    if (isObjectType(entity)) entity.isTypeOf = countReturnedEntry
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isUnionType(type)) type.resolveType = (value) => typeOf(value)
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      const path = `${type.name}.${field.name}`
      field.resolve ??= isRoot(schema, type.name)
        ? rootResolver(scope, path)
        : orDefault(returned.get(path) ?? links.get(path))
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
  (resolver: Resolver | undefined): Resolver =>
  (...call) =>
    resolver?.(...call) ?? defaultFieldResolver(...call)

function rootResolver(scopeOf: () => ExecutionScope, path: string): Resolver {
  return async (_source, values, { caller, budget }, info) => {
    const scope = scopeOf()
    const { fields, records, options, context, extended } = scope
    const field = fields.get(path)
    const record = records.get(path)
    const type = field?.type ?? (record && options.registry.contentType(record.type))
    if (!type) return undefined
    const args = values as Arguments
    const root: RootRun['root'] = {
      type,
      nodes: info.fieldNodes,
      document: {
        schema: info.schema,
        fragments: new Map(Object.entries(info.fragments)),
        variables: info.variableValues,
      },
      extended,
      allValues: extended?.exposesResult(info.parentType.name, info.fieldName),
    }
    const call: RootRun = { scope, caller, share: budget.request.share(), root, args: () => args }
    const read = field
      ? await runGenerated(call, field.kind, keyOf(info, args))
      : await runRecord(call, record as RecordOperation)
    if (read === null) return null
    const rows = read.text === null ? {} : hydrateOutput(read.text, read.output)
    const about = { args: serviceArguments(type, args, context(caller)), resourceUID: type.uid }
    return Array.isArray(rows) ? rows.map((one) => toEnvelope(one, about, info)) : toEnvelope(rows, about, info)
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
  let number = node && numbers.get(node)
  if (node && number === undefined) numbers.set(node, (number = ++last))
  return `resolved ${number} ${operation.name?.value ?? ''} ${JSON.stringify([variableValues, args])}`
}
