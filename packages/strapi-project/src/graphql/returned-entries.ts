import type { Values } from '@content-api/engine/plan'
import { type ContentType, isScalar, isRecord } from '@content-api/model'
import { type GraphQLIsTypeOfFn, type GraphQLResolveInfo, isObjectType } from 'graphql'
import type { Caller } from '@content-api/core/entries/caller'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import {
  type ReturnedCollection,
  type ReturnedEntry,
  isReturnedCollection,
  isReturnedEntry,
} from '../code/plugins/return-types.js'
import { readInteger } from '@content-api/core/query/raw-value'
import { derivedNames, typeName } from '@content-api/interfaces/graphql/naming'
import { collectFields, selectionsOf } from '@content-api/interfaces/graphql/plan/collect-fields'
import { planCollection } from '@content-api/interfaces/graphql/plan/plan-root'
import { type RowIds, batchesOf, documentOf, nodeAround, readAttributes, resolverRequest } from './read-attributes.js'
import type { ResolverScope } from './extension-shape.js'
import type { GraphqlContext, Resolver } from '@content-api/interfaces/graphql/contracts'
import { hydrateOutput } from './hydrate-output.js'
import { resolverForm } from './resolver-form.js'
import { paginationOf, isPrefetched, isPrefetchedFor, locationOf, stateOf, toRow } from './prefetched.js'

/**
 * Returns resolvers by `Type.field` for entries that resolvers of an extension returned without envelopes,
 * for example entries from `next` or `entityService`. These resolvers return undefined for any other value.
 * As in Strapi 4, the values of an entry are those of the returned object: code may change or remove values.
 * Relations, media and components that weren't prefetched are read by the id of the entry, with the
 * permissions of the caller.
 */
export function returnedEntryResolvers(scope: ResolverScope): ReadonlyMap<string, Resolver> {
  return new Map<string, Resolver>(
    [...scope.registry.contentTypes.values()].flatMap((type) => {
      const name = typeName(type)
      const nodesOf: Resolver = (source) => {
        if (isReturnedCollection(source)) return ofType(type, source).nodes ?? []
        return Array.isArray(source) ? source : undefined
      }
      const valueOf: Resolver = (source) => {
        if (isReturnedEntry(source)) return ofType(type, source).value
        const isEntry = isPrefetched(source) || (isRecord(source) && 'id' in source && !('data' in source))
        return isEntry ? source : undefined
      }
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

/**
 * The `isTypeOf` function of entries, which graphql-js calls for each entry. Entries that resolvers of an
 * extension returned count towards the limit of the request. @throws RequestLimitError
 */
export const countReturnedEntry: GraphQLIsTypeOfFn<unknown, GraphqlContext> = (source, { budget }) => {
  if (!isPrefetched(source)) budget.countReturned(1)
  return true
}

/** Returns the result. @throws ExtensionError if its entries have another type than the field */
function ofType<Returned extends ReturnedEntry | ReturnedCollection>({ uid }: ContentType, result: Returned): Returned {
  const { resourceUID } = result.info
  if (resourceUID === undefined || resourceUID === uid) return result
  throw new ExtensionError(
    `A resolver returned entries of "${resourceUID}" (resourceUID) for a field of "${uid}". Return entries of "${uid}".`,
  )
}

function metaResolver(scope: ResolverScope, type: ContentType): Resolver {
  return (source, _args, context, info) => {
    if (!isReturnedCollection(source)) return undefined
    const pagination = paginationOf(source, info)
    if (pagination) return { pagination }
    const { args = {} } = source.info
    return Object.keys(args).length === 0
      ? { pagination: wholeOf(source) }
      : countedMeta(scope, context, { type, args, info })
  }
}

/** Returns the pagination of a collection without arguments: all its nodes are on one page. */
function wholeOf({ nodes }: ReturnedCollection) {
  const total = Array.isArray(nodes) ? nodes.length : 0
  return { total, page: 1, pageSize: Math.max(total, 1), pageCount: Math.min(total, 1) }
}

/**
 * Counts the entries of a collection. The caller needs no `find` permission for the collection's own type,
 * because code of the project returned its entries. For other types the caller needs it: the filters may come
 * from the client and follow relations to them.
 */
async function countedMeta(
  { extended, shape, execution }: ResolverScope,
  { caller, budget }: GraphqlContext,
  { type, args, info }: { readonly type: ContentType; readonly args: Values; readonly info: GraphQLResolveInfo },
): Promise<unknown> {
  const can: Caller['can'] = (action, of) => (action === 'find' && of.uid === type.uid) || caller.can(action, of)
  const { context: contextOf, options } = execution()
  const request = {
    type,
    nodes: [nodeAround(info)],
    args: listArguments(args),
    document: documentOf(info),
    form: resolverForm({ extended, links: shape.linksOf({ root: undefined, state: 'live' }) }),
  }
  const context = contextOf({ ...caller, can })
  const plan = budget.planForResolver((counts) => planCollection({ ...request, counts }, context))
  const { session } = caller
  const text = (await options.entries.read(plan, { session, charge: budget.charge })) ?? '{}'
  const data = hydrateOutput(text, plan.output)
  return { pagination: isRecord(data) ? data['meta'] : undefined }
}

/** Converts arguments of the field, or of `entityService`, to arguments of a list. */
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

function attributesResolver({ extended, shape, execution }: ResolverScope, type: ContentType): Resolver {
  return (source, _args, context, info) => {
    if (!isRecord(source)) return undefined
    if (isPrefetchedFor(source, info)) return source
    if (!isPrefetched(source) && 'attributes' in source) return undefined
    const own = ownValues(type, source)
    const id = readInteger(source['id'])
    if (id === undefined || !selectsLinks(type, info)) return own
    const state = stateOf(source) ?? shape.returnedState(source)
    const { isStrict } = shape
    const links = shape.linksOf({ root: undefined, state })
    const request = resolverRequest({ extended, isStrict }, links, type, info.fieldNodes, info)
    const read = (ids: RowIds) => readAttributes(execution(), context, request, ids)
    const key = `${context.caller.key} ${state}`
    return batchesOf(context)
      .read(info.fieldNodes, key, id, read)
      .then((known) => {
        const row = toRow(known.get(id), locationOf(info))
        return isRecord(row) ? { ...row, ...own } : own
      })
  }
}

/** Returns whether the selection contains relations, media, components or zones. */
function selectsLinks(type: ContentType, info: GraphQLResolveInfo): boolean {
  const output = info.schema.getType(typeName(type))
  if (!isObjectType(output)) return false
  return collectFields(documentOf(info), output, selectionsOf(info.fieldNodes)).some(({ name }) => {
    const attribute = type.attributes[name]
    return attribute !== undefined && !isScalar(attribute)
  })
}

/** Returns the values of an object. A value that the object lacks is null, even if the stored entry has one. */
function ownValues(type: ContentType, source: Values): Values {
  const names = Object.entries(type.attributes).flatMap(([name, attribute]) => (isScalar(attribute) ? [name] : []))
  return Object.fromEntries(names.map((name) => [name, source[name] ?? null]))
}
