import { type ContentType, isRecord, type Registry } from '@content-api/model'
import { offsetOf, type Values } from '@content-api/engine/plan'
import type { Config } from '@content-api/core/config/schema'
import type { Caller } from '@content-api/core/entries/caller'
import { rawFilters } from '@content-api/interfaces/graphql/plan/list-arguments'
import { parsePageArgument } from '@content-api/core/query/pagination'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { planningOf } from '@content-api/core/query/plan-settings'
import type { EntityService } from '../entity-service/entity-service.js'
import { ExtensionError, unknownName } from '@content-api/core/errors/extension-error'
import { guarded } from '../host/guarded.js'

/** The parts of the service that `builders` uses. */
interface BuilderParts {
  readonly registry: Registry
  readonly config: Config
  /** Returns an entity service with the caller's permissions, or with every permission without a caller. */
  readonly entriesOf: (caller?: Caller) => EntityService
}

interface ForType {
  readonly contentType: { readonly uid: string }
}

/**
 * Creates Strapi's service `builders`, with which resolvers of a project convert arguments and call generated
 * resolvers.
 */
export function graphqlBuilders(parts: BuilderParts): object {
  const { registry, config } = parts
  const { defaultLimit, amountLimit } = config.graphql.config
  const limits = { ...planningOf(config).limits, defaultLimit, maxLimit: amountLimit }
  const typeOf = ({ uid }: ForType['contentType']) => {
    const type = registry.contentTypes.get(uid)
    if (!type) throw unknownName('The content type', uid, registry.contentTypes.keys())
    return type
  }
  /** Converts the arguments of a field to arguments of `entityService`. */
  const transformArgs = (
    { pagination, ...args }: Values,
    { contentType, usePagination = false }: ForType & { readonly usePagination?: boolean },
  ) => {
    const all = usePagination ? { ...args, pagination: pagination ?? {} } : args
    return serviceArguments(typeOf(contentType), all, { registry, limits, strict: true })
  }
  const contentApi = {
    buildQueriesResolvers: ({ contentType }: ForType) => queriesResolvers(parts, typeOf(contentType).uid),
    buildMutationsResolvers: ({ contentType }: ForType) => mutationsResolvers(parts, typeOf(contentType).uid),
  }
  const place = "strapi.plugin('graphql').service('builders')"
  return guarded(place, {
    utils: guarded(`${place}.utils`, { transformArgs }),
    get(name: string) {
      if (name !== 'content-api') throw unknownName('The builders', name, ['content-api'])
      return guarded(`${place}.get('content-api')`, contentApi)
    },
  })
}

/**
 * Returns resolvers that read the type without a permission check. Linked entries require the permissions of
 * the caller.
 */
function queriesResolvers({ entriesOf }: BuilderParts, uid: string) {
  const entries = (context: unknown) => {
    const caller = isRecord(context) ? (context['caller'] as Caller | undefined) : undefined
    if (!caller)
      throw new ExtensionError(
        `The resolvers of "${uid}" take (parent, args, context): pass the context of your resolver.`,
      )
    const can: Caller['can'] = (action, type) =>
      (type.uid === uid && (action === 'find' || action === 'findOne')) || caller.can(action, type)
    return entriesOf({ ...caller, key: `${caller.key} reads ${uid}`, can })
  }
  return {
    find: (_parent: unknown, args: Values, context: unknown) => entries(context).findMany(uid, args),
    findOne: (_parent: unknown, { id, ...args }: Values, context: unknown) =>
      entries(context).findOne(uid, id as string, args),
  }
}

function mutationsResolvers({ entriesOf }: BuilderParts, uid: string) {
  type Written = Values & { readonly data: Values }
  return {
    create: (_parent: unknown, { data }: Written) => entriesOf().create(uid, { data }),
    update: (_parent: unknown, { id, data }: Written) => entriesOf().update(uid, id as string, { data }),
    delete: (_parent: unknown, { id }: Values) => entriesOf().delete(uid, id as string),
  }
}

/**
 * Converts the arguments of a field to arguments of `entityService`. As in Strapi 4, the `info` of a
 * resolver's result contains the converted arguments.
 * @throws ApiError ValidationError, PaginationError
 */
export function serviceArguments(
  type: ContentType,
  { filters, pagination, publicationState, ...others }: Values,
  context: Pick<PlanContext, 'registry' | 'limits' | 'strict'>,
): Values {
  const state = typeof publicationState === 'string' ? publicationState.toLowerCase() : undefined
  return {
    ...others,
    ...(state !== undefined && { publicationState: state }),
    ...(pagination !== undefined && offsetOf(parsePageArgument(pagination, context))),
    ...(isRecord(filters) && { filters: rawFilters(context.registry, type, filters) }),
  }
}
