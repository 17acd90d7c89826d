import {
  type ContentType,
  type LinkAttribute,
  type Registry,
  type Schema,
  isScalar,
  isRecord,
} from '@content-api/model'
import { type FieldNode, type GraphQLResolveInfo, Kind, defaultFieldResolver } from 'graphql'
import { ApiError } from '../../errors/api-error.js'
import { relatedField, hasRelatedField } from '../../query/file-uses.js'
import { linkTarget, relatesToMany } from '../../query/link-target.js'
import { isGivenCollection, isGivenResponse } from '../../project/return-types.js'
import { serviceArguments } from '../service-arguments.js'
import { readInteger } from '../../query/raw-value.js'
import { typeName } from '../naming.js'
import { rowKeys } from '../plan/for-resolvers.js'
import type { Arguments } from '../plan/list-arguments.js'
import type { GivenIds } from '../plan/plan-given.js'
import { argumentsOf } from '../plan/select-scope.js'
import type { GraphqlContext, Resolver } from '../service.js'
import { toEnvelope } from './envelopes.js'
import type { ExecutionScope } from './running.js'
import { isRead, placeOf, readFor, stateOf, toRow } from './read-ahead.js'
import { documentOf, readAttributes, resolverRequest } from './read-attributes.js'

interface Link {
  readonly schema: Schema
  readonly many: boolean
  /** Of what stands in an envelope; undefined for components, and where it may be of several types. */
  readonly target: ContentType | undefined
}

/** One field of one row. */
interface LinkCall {
  readonly link: Link
  readonly source: Readonly<Record<string, unknown>>
  readonly given: Arguments
  readonly context: GraphqlContext
  readonly info: GraphQLResolveInfo
}

/**
 * By `Type.field`, what answers relations, media, components and zones: what was read ahead for the field, else what is read
 * by the row's id, as for a row from elsewhere, or where a middleware has handed on other arguments to leave rows out. All
 * rows of a list are read in one statement then. What code has put into a row of `next` under the field's name goes before.
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
  return (source, given, context, info) => {
    if (!isRecord(source) || holdsAnswer(source, info.fieldName)) {
      return defaultFieldResolver(source, given, context, info)
    }
    const call: LinkCall = { link, source, given: given as Arguments, context, info }
    const planned = plannedOf(info)
    const isTouched = scope().extended?.touches(info.parentType.name, info.fieldName) === true
    const key = isTouched ? JSON.stringify(given) : planned.key
    const isPlanned = key === planned.key
    const known = isPlanned ? readFor(source, info) : undefined
    if (known) return answerOf(scope(), call, known.value, planned)
    return readAgain(scope(), call, key).then((value) =>
      answerOf(scope(), call, value, isPlanned ? planned : undefined),
    )
  }
}

/**
 * Whether code has put there what answers the field. What an entry of `entityService` was populated with doesn't: nobody asked
 * whether the client may find it.
 */
function holdsAnswer(row: Readonly<Record<string, unknown>>, name: string): boolean {
  if (!Object.hasOwn(row, name)) return false
  const value = row[name]
  const isEnvelope = isRecord(value) && ('data' in value || isGivenResponse(value) || isGivenCollection(value))
  return isEnvelope || isRead(row) || readInteger(row['id']) === undefined
}

/** The arguments in the document, which are the same for all rows of a list. */
interface Planned {
  readonly key: string
  forService?: Arguments
}

const plans = new WeakMap<readonly FieldNode[], Planned>()

function plannedOf(info: GraphQLResolveInfo): Planned {
  const { fieldNodes, fieldName, parentType } = info
  let known = plans.get(fieldNodes)
  if (!known) {
    const asked = { name: fieldName, nodes: fieldNodes }
    known = { key: JSON.stringify(argumentsOf({ document: documentOf(info) }, parentType, asked)) }
    plans.set(fieldNodes, known)
  }
  return known
}

/** What was read as the field answers it. */
function answerOf(
  scope: ExecutionScope,
  { link: { target }, given, context, info }: LinkCall,
  value: unknown,
  planned: Planned | undefined,
): unknown {
  if (value instanceof Error) return value
  const place = placeOf(info)
  if (!target) return Array.isArray(value) ? value.map((row) => toRow(row, place)) : toRow(value, place)
  const args = planned?.forService ?? serviceArguments(target, given, scope.context(context.caller))
  if (planned) planned.forService = args
  return toEnvelope(value, { args: { ...args }, resourceUID: target.uid }, info)
}

/**
 * By the row's id, with the permissions of who asks. Nothing leads from a row that code made up to any other.
 * @throws ApiError NotFoundError for a row that was read and is gone, below which other rows were asked for
 */
async function readAgain(
  scope: ExecutionScope,
  { link: { schema, many, target }, source, given, context, info }: LinkCall,
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
  const read = (ids: GivenIds) =>
    readAttributes(scope, context, request, ids, { publicationState: state, changed: { node, given } })
  const rows = await context.batches.read(info.fieldNodes, `${context.caller.key} ${state} ${key}`, id, read)
  const row = rows.get(id)
  const links = row?.[rowKeys.links]
  if (isRecord(links)) return links[info.path.key]
  if (!isRead(source)) return nothing
  throw new ApiError('NotFoundError', `${info.parentType.name}.${info.fieldName} is of an entry that is gone`)
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
