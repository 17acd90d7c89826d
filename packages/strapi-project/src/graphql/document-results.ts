import { type ContentType, isRecord, type Registry } from '@content-api/model'
import type { PublicationState, Values } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import type { Resolver } from '@content-api/interfaces/graphql/contracts'
import { derivedNames, typeName } from '@content-api/interfaces/graphql/naming'
import { type GraphQLResolveInfo, getNamedType, isAbstractType, isLeafType } from 'graphql'
import { isReturnedCollection, isReturnedEntry, returnTypes } from '../code/plugins/return-types.js'
import type { CodeFields, ExtensionShape, LinkSource, ReadInfo, ResolverScope, ShapeRules } from './extension-shape.js'
import { locationOf, toRow } from './prefetched.js'
import type { LinkForm } from './resolver-form.js'

/** The rules of Strapi 5, and the documents that a service has opened for code of the project. */
export interface DocumentParts extends Omit<ShapeRules, 'linksOf' | 'isStrict'> {
  readonly registry: Registry
  readonly code: CodeFields
  readonly linksOf: (source: LinkSource) => Omit<LinkForm, 'hasEnvelopes' | 'isSelf'>
  /** Fields of Strapi 4 that show the entry itself. */
  readonly selfFields: readonly string[]
}

/** Returns the rules of Strapi 5: flat entries, and connections with `nodes` and `pageInfo`. */
export function documentResults({ registry, selfFields, linksOf, ...parts }: DocumentParts): ExtensionShape {
  const schemas = [...registry.contentTypes.values(), ...registry.components.values()]
  const rowTypes = new Set(schemas.map(typeName))
  const form: Pick<LinkForm, 'hasEnvelopes' | 'isSelf'> = {
    hasEnvelopes: false,
    isSelf: (name) => selfFields.includes(name),
  }
  const resultOf = (read: unknown, info: GraphQLResolveInfo): unknown => {
    const type = getNamedType(info.returnType)
    if (read === null || read === undefined || read instanceof Error || isLeafType(type)) return read
    if (!isAbstractType(type) && !rowTypes.has(type.name)) return isRecord(read) ? new ReadFields(read) : read
    const place = locationOf(info)
    return Array.isArray(read) ? read.map((row) => toRow(row, place)) : toRow(read, place)
  }
  const connections = new Set(
    [...registry.contentTypes.values()].flatMap((type) => [
      derivedNames.collection(typeName(type)),
      derivedNames.relation(typeName(type)),
    ]),
  )
  const resultWith = (read: unknown, about: () => ReadInfo, info: GraphQLResolveInfo) =>
    connections.has(getNamedType(info.returnType).name) ? connectionOf(read, about, info) : resultOf(read, info)
  return {
    ...parts,
    linksOf: (source) => ({ ...linksOf(source), ...form }),
    inputs: () => [],
    isStrict: true,
    entryType: (name) => name,
    linkFields: (name, isList) => (isList ? [name, `${name}_connection`] : [name]),
    returnedState: (entry): PublicationState => (isRecord(entry) && entry['publishedAt'] === null ? 'draft' : 'live'),
    hasResults: false,
    returned: (scope) => returnedResolvers(registry, selfFields, resultOf, scope),
    fallback: (source, _args, _context, info) =>
      source instanceof ReadFields ? resultOf(source.values[info.path.key], info) : undefined,
    rootResult: resultWith,
    codeResult: (result, about, info) =>
      connections.has(getNamedType(info.returnType).name)
        ? returnTypes.toEntityResponseCollection(result, about())
        : result,
    linkResult: (read, { about }, info) => resultWith(read, about, info),
  }
}

/** The fields that were read for an object that isn't an entry, by response key. */
class ReadFields {
  constructor(readonly values: Values) {}
}

/** The fields of a connection that were read, with the nodes that code of the project got for one of them. */
interface ReadConnection {
  readonly fields: Values
  readonly key: string | undefined
  readonly nodes: unknown
}

const readConnections = new WeakMap<object, ReadConnection>()

/** Returns the form of connections in Strapi, which code of the project gets: `{ nodes, info }`. */
function connectionOf(read: unknown, about: () => ReadInfo, info: GraphQLResolveInfo): unknown {
  // A row that isn't stored has no links.
  if (Array.isArray(read)) return returnTypes.toEntityResponseCollection([], about())
  if (!isRecord(read)) return read
  const { run, path } = locationOf(info)
  const [key, rows] = Object.entries(read).find(([, value]) => Array.isArray(value)) ?? []
  const place = { run, path: `${path}.${key}` }
  const nodes = Array.isArray(rows) ? rows.map((row) => toRow(row, place)) : []
  const connection = returnTypes.toEntityResponseCollection(nodes, about())
  readConnections.set(connection, { fields: read, key, nodes })
  return connection
}

type ResultOf = (read: unknown, info: GraphQLResolveInfo) => unknown

/** Returns the resolvers of the objects around entries, and of the fields that show an entry itself. */
function returnedResolvers(
  registry: Registry,
  selfFields: readonly string[],
  resultOf: ResultOf,
  scope: ResolverScope,
): ReadonlyMap<string, Resolver> {
  const nodesOf: Resolver = (source, _args, _context, info) => {
    if (!isReturnedCollection(source)) return undefined
    const known = readConnections.get(source)
    const isUnchanged = known !== undefined && known.nodes === source.nodes && known.key !== info.path.key
    return isUnchanged ? resultOf(known.fields[info.path.key], info) : (source.nodes ?? [])
  }
  const valueOf: Resolver = (source) => (isReturnedEntry(source) ? source.value : undefined)
  const self: Resolver = (source) => source
  return new Map(
    [...registry.contentTypes.values(), ...registry.components.values()].flatMap((type) => {
      const name = typeName(type)
      const ofEntry = selfFields.flatMap((field) =>
        Object.hasOwn(type.attributes, field) ? [] : [[`${name}.${field}`, self] as const],
      )
      if (type.model === 'component') return ofEntry
      const page = pageResolver(scope, type, resultOf)
      const meta: Resolver = (source, ...call) => {
        const result = page(source, ...call)
        return result instanceof ReadFields ? result : Promise.resolve(result).then((pagination) => ({ pagination }))
      }
      return [
        ...ofEntry,
        [`${derivedNames.response(name)}.data`, valueOf] as const,
        [`${derivedNames.relation(name)}.nodes`, nodesOf] as const,
        [`${derivedNames.relation(name)}.data`, nodesOf] as const,
        [`${derivedNames.collection(name)}.nodes`, nodesOf] as const,
        [`${derivedNames.collection(name)}.data`, nodesOf] as const,
        [`${derivedNames.collection(name)}.pageInfo`, page] as const,
        [`${derivedNames.collection(name)}.meta`, meta] as const,
      ]
    }),
  )
}

/** Returns the resolver of the pages of connections. */
function pageResolver({ shape, runCode }: ResolverScope, type: ContentType, resultOf: ResultOf): Resolver {
  return (source, _args, context, info) => {
    if (!isReturnedCollection(source)) return undefined
    const known = readConnections.get(source)
    if (known && Object.hasOwn(known.fields, info.path.key)) return resultOf(known.fields[info.path.key], info)
    const { args = {} } = source.info
    const path = `${info.parentType.name}.${info.fieldName}`
    const { code } = shape
    return code && runCode(path, context, () => pageOf(code.count, type, args, context.caller))
  }
}

/** Counts the documents of a connection that code of the project returned. */
async function pageOf(count: CodeFields['count'], type: ContentType, args: Values, caller: Caller): Promise<Values> {
  const total = await count(type, args, caller)
  const start = numberIn(args['start']) ?? 0
  const limit = numberIn(args['limit']) ?? -1
  const size = Math.max(limit, 1)
  // As in Strapi, a page without a limit is the first one.
  if (limit === -1) return { total, page: 1, pageSize: total - start, pageCount: 1 }
  return { total, page: Math.floor(start / size) + 1, pageSize: size, pageCount: Math.ceil(total / size) }
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
