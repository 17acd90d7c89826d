import {
  type ContentType,
  type LinkAttribute,
  type Registry,
  type Schema,
  isScalar,
  isRecord,
} from '@content-api/model'
import { type FieldNode, type GraphQLResolveInfo, Kind, defaultFieldResolver } from 'graphql'
import { ApiError } from '@content-api/engine/errors/api-error'
import { relatedField, hasRelatedField } from '@content-api/engine/plan/file-uses'
import { linkTarget, relatesToMany } from '@content-api/engine/plan/link-target'
import { isReturnedCollection, isReturnedEntry } from '../../project/return-types.js'
import { serviceArguments } from '../service-arguments.js'
import { readInteger } from '../../query/raw-value.js'
import { typeName } from '../naming.js'
import { rowKeys } from '../plan/for-resolvers.js'
import type { Arguments } from '../plan/list-arguments.js'
import type { RowIds } from '../plan/plan-attributes.js'
import { argumentsOf } from '../plan/select-scope.js'
import type { GraphqlContext, Resolver } from '../service.js'
import { toEnvelope } from './envelopes.js'
import type { ExecutionScope } from './running.js'
import { isPrefetched, locationOf, prefetchedValue, stateOf, toRow } from './prefetched.js'
import { documentOf, readAttributes, resolverRequest } from './read-attributes.js'

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
export function linkResolvers(registry: Registry, scope: () => ExecutionScope): ReadonlyMap<string, Resolver> {
  const schemas = [...registry.contentTypes.values(), ...registry.components.values()]
  return new Map(
    schemas.flatMap((schema) =>
      linksOf(schema, registry).map(
        ([name, link]) => [`${typeName(schema)}.${name}`, linkResolver(link, scope)] as const,
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

function linkResolver(link: Link, scope: () => ExecutionScope): Resolver {
  return (source, args, context, info) => {
    if (!isRecord(source) || hasResult(source, info.fieldName)) {
      return defaultFieldResolver(source, args, context, info)
    }
    const call: LinkCall = { link, source, args: args as Arguments, context, info }
    const planned = plannedOf(info)
    const hasExtension = scope().extended?.isExtended(info.parentType.name, info.fieldName) === true
    const key = hasExtension ? JSON.stringify(args) : planned.key
    const isPlanned = key === planned.key
    const known = isPlanned ? prefetchedValue(source, info) : undefined
    if (known) return resultOf(scope(), call, known.value, planned)
    return readById(scope(), call, key).then((value) => resultOf(scope(), call, value, isPlanned ? planned : undefined))
  }
}

/**
 * Returns whether code of the project put the result of the field into the row. Links that `entityService`
 * populated don't count, because nothing checked whether the client may read them.
 */
function hasResult(row: Readonly<Record<string, unknown>>, name: string): boolean {
  if (!Object.hasOwn(row, name)) return false
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
  const { fieldNodes, fieldName, parentType } = info
  let known = plans.get(fieldNodes)
  if (!known) {
    const selected = { name: fieldName, nodes: fieldNodes }
    known = { key: JSON.stringify(argumentsOf({ document: documentOf(info) }, parentType, selected)) }
    plans.set(fieldNodes, known)
  }
  return known
}

/** Converts the value that was read to the result of the field. */
function resultOf(
  scope: ExecutionScope,
  { link: { target }, args, context, info }: LinkCall,
  value: unknown,
  planned: Planned | undefined,
): unknown {
  if (value instanceof Error) return value
  const place = locationOf(info)
  if (!target) return Array.isArray(value) ? value.map((row) => toRow(row, place)) : toRow(value, place)
  const serviceArgs = planned?.forService ?? serviceArguments(target, args, scope.context(context.caller))
  if (planned) planned.forService = serviceArgs
  return toEnvelope(value, { args: { ...serviceArgs }, resourceUID: target.uid }, info)
}

/**
 * Reads the field by the id of the row, with the permissions of the caller. A row that isn't stored has no
 * linked rows.
 * @throws ApiError NotFoundError if the row was read from the database, but has been deleted since
 */
async function readById(
  scope: ExecutionScope,
  { link: { schema, many, target }, source, args, context, info }: LinkCall,
  key: string,
): Promise<unknown> {
  const none = many ? [] : null
  const nothing = target ? { [many ? 'nodes' : 'value']: none } : none
  const id = readInteger(source['id'])
  const [node] = info.fieldNodes
  if (id === undefined || !node) return nothing
  const state = stateOf(source)
  const around: FieldNode = { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: info.fieldNodes } }
  const request = resolverRequest(scope, schema, [around], info)
  const read = (ids: RowIds) =>
    readAttributes(scope, context, request, ids, { publicationState: state, changed: { node, args } })
  const rows = await context.batches.read(info.fieldNodes, `${context.caller.key} ${state} ${key}`, id, read)
  const row = rows.get(id)
  const links = row?.[rowKeys.links]
  if (isRecord(links)) return links[info.path.key]
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
