import { type Registry, type ContentType, isRecord, isScalar } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { isGroupOperator, isValueOperator, linkTarget } from '@content-api/engine/plan'
import { type EntityExtras, entityExtras } from './entity-pages.js'
import type { EntityService } from './entity-service.js'
import { warnIgnored, type Parameters } from './service-parameters.js'

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
  return {
    ...service,
    ...entityExtras(service, registry),
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
