import { type Registry, type ContentType, isRecord, isScalar } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { isGroupOperator, isValueOperator, linkTarget } from '@content-api/engine/plan'
import type { EntityService, EntityPage } from './entity-service.js'
import { type Parameters, warnIgnored } from './service-parameters.js'
import { ExtensionError, rejectUndefined, unknownName } from '@content-api/core/errors/extension-error'
import type { FlatEntry } from '@content-api/core/entries/hooks/hook'

/** `strapi.entityService` of Strapi 4. */
export type StrapiEntityService = EntityService & EntityExtras

/** The size of pages of `findPage` in Strapi 4, which no configuration changes. */
const pageSize = 10

/**
 * Returns a service with the parameters of Strapi 4: `findMany` only knows `start` and `limit`, `findPage`
 * only knows `page` and `pageSize`, and `publicationState` has no effect on reads by id. Unknown attributes
 * and operators in filters of reads are left out, with a warning.
 */
export function asStrapiEntityService(service: EntityService, registry: Registry): StrapiEntityService {
  const known = (uid: string, { fields, filters, _q, ...others }: Parameters): Parameters => {
    const type = registry.contentTypes.get(uid)
    const ignore = (name: string) => warnIgnored(`strapi.entityService of ${uid}`, name)
    return {
      ...others,
      ...(fields !== undefined && { fields: listOf(fields) }),
      ...(filters !== undefined && { filters: type ? knownFilters(registry, type, filters, ignore) : filters }),
      ...(_q !== undefined && _q !== '' && { _q }),
    }
  }
  const load: EntityExtras['load'] = async (uid, entry, field, parameters = {}) => {
    const type = registry.contentTypes.get(uid)
    if (!type) throw unknownName('The content type', uid, registry.contentTypes.keys())
    requireLinks(type, field)
    const options = Object.keys(parameters).length === 0 ? true : parameters
    const found = await service.findOne(uid, idOf(entry) as number, { fields: ['id'], populate: { [field]: options } })
    return found?.[field] ?? null
  }
  return {
    ...service,
    load,
    async loadPages(uid, entry, field, parameters = {}, { page = 1, pageSize: size = 10 } = {}) {
      return pageOf(await load(uid, entry, field, parameters), page, size)
    },
    async deleteMany(uid, parameters = {}) {
      rejectUndefined(`deleteMany of strapi.entityService`, parameters, 'filters')
      const { filters, publicationState, locale, _q } = parameters
      // The plain service rejects unknown filters.
      const found: unknown = await service.findMany(uid, { filters, publicationState, locale, _q, fields: ['id'] })
      const entries = listOfLoaded(found) as readonly { readonly id: number }[]
      for (const { id } of entries) await service.delete(uid, id)
      return { count: entries.length }
    },
    findMany(uid, parameters) {
      const { page: _page, pageSize: _size, limit, ...others } = checked(parameters)
      // 0 is no limit.
      return service.findMany(uid, known(uid, Number(limit ?? 0) === 0 ? others : { ...others, limit }))
    },
    findPage(uid, parameters) {
      const { start: _start, limit: _limit, ...others } = checked(parameters)
      return service.findPage(uid, { pageSize, ...known(uid, others), withCount: true })
    },
    findOne(uid, id, { publicationState: _state, ...parameters } = {}) {
      return service.findOne(uid, id, known(uid, parameters))
    },
    count(uid, { filters, publicationState, locale, _q } = {}) {
      return service.count(uid, known(uid, { filters, publicationState, locale, _q }))
    },
  }
}

/** Returns the names in a text such as `title,rank`. */
const listOf = (fields: unknown): unknown =>
  typeof fields === 'string' && fields.includes(',') ? fields.split(',').map((name) => name.trim()) : fields

/** @throws ApiError if both kinds of pagination are set */
function checked(parameters: Parameters = {}): Parameters {
  const has = (...names: readonly string[]) =>
    names.some((name) => parameters[name] !== undefined && parameters[name] !== null)
  if (has('page', 'pageSize') && has('start', 'limit')) {
    throw new ApiError(
      'PaginationError',
      'Invalid pagination attributes. Use either page and pageSize, or start and limit.',
    )
  }
  return parameters
}

type Target = Pick<ContentType, 'attributes'> | undefined
type Ignore = (name: string) => void

/** A scalar value has operators, but no attributes. */
const noAttributes: Target = { attributes: {} }

/**
 * Returns filters of `strapi.entityService` without the parts that Strapi 4 ignores: unknown attributes and
 * operators. Values that are undefined stay, so that they are rejected.
 * @param ignore is called with each name that is left out
 */
function knownFilters(registry: Registry, type: Target, filters: unknown, ignore: Ignore): unknown {
  if (Array.isArray(filters)) {
    return filters.map((part: unknown) => knownFilters(registry, type, part, ignore)).filter(isKept(filters))
  }
  if (!isRecord(filters) || filters instanceof Date) return filters
  const known = Object.entries(filters).flatMap(([name, value]): [string, unknown][] => {
    if (isValueOperator(name)) return [[name, value]]
    const attribute = type && Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined
    if (!isGroupOperator(name) && !attribute) {
      // Without a type, as for a dynamic zone, names of attributes are checked later.
      if (!type && !name.startsWith('$')) return [[name, value]]
      ignore(name)
      return []
    }
    const target = !attribute ? type : isScalar(attribute) ? noAttributes : linkTarget(attribute, registry)
    const part = knownFilters(registry, target, value, ignore)
    return isEmptied(value, part) ? [] : [[name, part]]
  })
  return Object.fromEntries(known)
}

const sizeOf = (value: unknown): number | undefined =>
  Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : undefined

/** Returns whether all parts of a condition were left out, so that nothing remains of it. */
const isEmptied = (before: unknown, after: unknown): boolean => sizeOf(after) === 0 && sizeOf(before) !== 0

const isKept =
  (before: readonly unknown[]) =>
  (after: unknown, index: number): boolean =>
    !isEmptied(before[index], after)

export interface LoadedPage {
  readonly results: readonly unknown[]
  readonly pagination: Readonly<Record<string, number>>
}

/** The functions of `strapi.entityService` that are made from the others. */
export interface EntityExtras {
  /** Returns a relation or component of an entry. @throws ExtensionError for another attribute */
  load(uid: string, entry: unknown, field: string, parameters?: Parameters): Promise<unknown>
  /** Returns a page of a relation or component: the first with 10 items, unless `page` and `pageSize` are set. */
  loadPages(
    uid: string,
    entry: unknown,
    field: string,
    parameters?: Parameters,
    pagination?: Parameters,
  ): Promise<LoadedPage>
  /**
   * Deletes all entries that match `filters`, one after the other.
   * @throws ApiError for unknown attributes and operators in `filters`
   */
  deleteMany(uid: string, parameters?: Parameters): Promise<{ readonly count: number }>
}

const listOfLoaded = (loaded: unknown): readonly unknown[] => (loaded === null ? [] : [loaded].flat())

/** Returns a page of a relation or component. */
export function pageOf(loaded: unknown, page: unknown, pageSize: unknown): LoadedPage {
  const all = listOfLoaded(loaded)
  const [at, size] = [Math.max(1, Number(page)), Math.max(1, Number(pageSize))]
  const pagination = { page: at, pageSize: size, pageCount: Math.ceil(all.length / size), total: all.length }
  return { results: all.slice((at - 1) * size, at * size), pagination }
}

/** @throws ExtensionError for an attribute that links to nothing */
export function requireLinks({ uid, attributes }: ContentType, field: string): void {
  const attribute = Object.hasOwn(attributes, field) ? attributes[field] : undefined
  if (attribute && !isScalar(attribute)) return
  throw new ExtensionError(`load of ${uid} needs the name of a relation or component. "${field}" is none.`)
}

/** Returns the id of an entry, which may also be an id itself. */
export function idOf(entry: unknown): unknown {
  return isRecord(entry) ? entry['id'] : entry
}

/** The functions of `strapi.db.query` from which a page is made. */
interface Listed {
  readonly findMany: (parameters: Parameters) => Promise<readonly object[]>
  readonly count: (parameters: Parameters) => Promise<number>
}

/** Returns a page like `findPage` of Strapi 4: the first with 10 entries, unless `page` and `pageSize` are set. */
export async function queryPage({ findMany, count }: Listed, input: Parameters): Promise<EntityPage> {
  const { page: pageInput = 1, pageSize: sizeInput = 10, ...parameters } = input
  const [page, pageSize] = [Number(pageInput), Number(sizeInput)]
  const results = await findMany({ ...parameters, limit: pageSize, offset: Math.max(page - 1, 0) * pageSize })
  const total = await count(parameters)
  return {
    results: results as FlatEntry[],
    pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total },
  }
}
