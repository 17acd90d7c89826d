import { type ContentType, type Registry, isScalar } from '@content-api/model'
import { type FieldNode, type GraphQLResolveInfo, Kind, isObjectType } from 'graphql'
import type { Caller } from '../../entries/caller.js'
import { ExtensionError } from '../../project/extension-error.js'
import {
  type GivenCollection,
  type GivenResponse,
  isGivenCollection,
  isGivenResponse,
} from '../../project/return-types.js'
import { isRecord, readInteger } from '../../query/raw-value.js'
import { derivedNames, typeName } from '../naming.js'
import { collectFields, selectionsOf } from '../plan/collect-fields.js'
import { resolverKeys } from '../plan/for-resolvers.js'
import { planGiven } from '../plan/plan-given.js'
import { type RootRequest, planCollection } from '../plan/plan-root.js'
import type { Resolver } from '../service.js'
import { hydrateOutput } from './complete-output.js'
import { type ExecutionScope, costLimitOf } from './execute-operation.js'

type Scope = () => ExecutionScope
type Values = Readonly<Record<string, unknown>>

/**
 * By `Type.field`, what answers where a resolver of an extension gave entries without envelopes, as `entityService` has them:
 * undefined where it gave anything else. As in Strapi 4 their values are those that were given, so that what code has left
 * out or changed stays so; relations, media and components are read by the entry's id, with the permissions of who asks.
 */
export function givenResolvers(registry: Registry, scope: Scope): ReadonlyMap<string, Resolver> {
  return new Map<string, Resolver>(
    [...registry.contentTypes.values()].flatMap((type) => {
      const name = typeName(type)
      const nodesOf: Resolver = (source) => (isGivenCollection(source) ? (ofType(type, source).nodes ?? []) : undefined)
      const valueOf: Resolver = (source) => (isGivenResponse(source) ? ofType(type, source).value : undefined)
      return [
        [`${derivedNames.response(name)}.data`, valueOf],
        [`${derivedNames.collection(name)}.data`, nodesOf],
        [`${derivedNames.relation(name)}.data`, nodesOf],
        [`${derivedNames.collection(name)}.meta`, metaResolver(scope, type)],
        [`${derivedNames.entity(name)}.attributes`, attributesResolver(scope, type)],
      ] satisfies [string, Resolver][]
    }),
  )
}

/** @throws ExtensionError for entries of another type than the field's */
function ofType<Given extends GivenResponse | GivenCollection>({ uid }: ContentType, given: Given): Given {
  const { resourceUID } = given.info
  if (resourceUID === undefined || resourceUID === uid) return given
  throw new ExtensionError(`A resolver answered "${resourceUID}" (resourceUID) where the schema promises "${uid}".`)
}

function metaResolver(scope: Scope, type: ContentType): Resolver {
  return (source, _given, { caller }, info) => {
    if (!isGivenCollection(source)) return undefined
    const { args = {} } = source.info
    return Object.keys(args).length === 0
      ? { pagination: wholeOf(source) }
      : countedMeta(scope(), type, args, caller, info)
  }
}

/** Without arguments there is nothing beyond what was given. */
function wholeOf({ nodes }: GivenCollection) {
  const total = Array.isArray(nodes) ? nodes.length : 0
  return { total, page: 1, pageSize: Math.max(total, 1), pageCount: Math.min(total, 1) }
}

/** The filters may be the client's: they are held to the caller's permissions, but for finding the type itself. */
async function countedMeta(
  scope: ExecutionScope,
  type: ContentType,
  args: Values,
  caller: Caller,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  const [first] = info.fieldNodes
  if (!first) return undefined
  const around: FieldNode = { ...first, selectionSet: { kind: Kind.SELECTION_SET, selections: info.fieldNodes } }
  const can: Caller['can'] = (action, of) => (action === 'find' && of.uid === type.uid) || caller.can(action, of)
  const plan = planCollection(
    request(scope, type, [around], listArguments(args), info),
    scope.context({ ...caller, can }),
  )
  const answer = hydrateOutput((await scope.options.entries.read(plan)) ?? '{}', () => plan.output ?? [])
  const answers = isRecord(answer) ? answer[resolverKeys.answers] : undefined
  return isRecord(answers) ? answers[info.path.key] : undefined
}

/** Arguments as the field took them, or as `entityService` takes them. */
function listArguments({ filters, sort, locale, publicationState, pagination, ...others }: Values): Values {
  const page = ['start', 'limit', 'page', 'pageSize'].flatMap((name) =>
    others[name] === undefined ? [] : [[name, others[name]] as const],
  )
  return {
    filters,
    sort,
    locale,
    pagination: pagination ?? Object.fromEntries(page),
    publicationState: typeof publicationState === 'string' ? publicationState.toUpperCase() : undefined,
  }
}

function attributesResolver(scope: Scope, type: ContentType): Resolver {
  return (source, _given, { caller }, info) => {
    if (!isRecord(source) || resolverKeys.answers in source || 'attributes' in source) return undefined
    const own = ownValues(type, source)
    const id = readInteger(source['id'])
    if (id === undefined || !asksFurther(type, info)) return own
    return readTogether(info.fieldNodes, id, (ids) => readGiven(scope(), type, ids, caller, info)).then((read) => ({
      ...read.get(id),
      ...own,
    }))
  }
}

/** Whether anything is selected that isn't among an entry's own values. */
function asksFurther(type: ContentType, info: GraphQLResolveInfo): boolean {
  const output = info.schema.getType(typeName(type))
  if (!isObjectType(output)) return false
  return collectFields(documentOf(info), output, selectionsOf(info.fieldNodes)).some(({ name }) => {
    const attribute = type.attributes[name]
    return attribute !== undefined && !isScalar(attribute)
  })
}

/** Values that weren't given are null, whatever the entry has. */
function ownValues(type: ContentType, source: Values): Values {
  const names = Object.entries(type.attributes).flatMap(([name, attribute]) => (isScalar(attribute) ? [name] : []))
  return Object.fromEntries(names.map((name) => [name, source[name] ?? null]))
}

type ReadById = ReadonlyMap<number, Values>

async function readGiven(
  scope: ExecutionScope,
  type: ContentType,
  ids: readonly number[],
  caller: Caller,
  info: GraphQLResolveInfo,
): Promise<ReadById> {
  const plan = planGiven(request(scope, type, info.fieldNodes, {}, info), ids, scope.context(caller))
  const text = (await scope.options.entries.read(plan)) ?? '{"data":[]}'
  const { data } = hydrateOutput(text, () => plan.output ?? []) as { data: { id: unknown; attributes: Values }[] }
  return new Map(data.map(({ id, attributes }) => [Number(id), attributes]))
}

interface Batch {
  readonly ids: Set<number>
  readonly answer: Promise<ReadById>
}

/** By the nodes of a field, which graphql-js makes once for all entries of a list and anew in each operation. */
const batches = new WeakMap<readonly FieldNode[], Batch>()

/** One statement for all entries of a list. */
function readTogether(
  nodes: readonly FieldNode[],
  id: number,
  read: (ids: readonly number[]) => Promise<ReadById>,
): Promise<ReadById> {
  let batch = batches.get(nodes)
  if (!batch) {
    const ids = new Set<number>()
    const answer = Promise.resolve().then(() => {
      batches.delete(nodes)
      return read([...ids])
    })
    batches.set(nodes, (batch = { ids, answer }))
  }
  batch.ids.add(id)
  return batch.answer
}

const documentOf = (info: GraphQLResolveInfo): RootRequest['document'] => ({
  schema: info.schema,
  fragments: new Map(Object.entries(info.fragments)),
  variables: info.variableValues,
})

function request(
  scope: ExecutionScope,
  type: ContentType,
  nodes: readonly FieldNode[],
  given: Values,
  info: GraphQLResolveInfo,
): RootRequest {
  const { touches } = scope
  return { type, nodes, given, costLimit: costLimitOf(scope, 1), document: documentOf(info), touches }
}
