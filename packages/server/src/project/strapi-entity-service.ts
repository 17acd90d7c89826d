import type { Registry } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors/api-error'
import { type EntityExtras, entityExtras } from './entity-extras.js'
import type { EntityService } from './entity-service.js'
import { warnIgnored } from './ignored-parameters.js'
import { knownFilters } from './project-filters.js'

type Parameters = Readonly<Record<string, unknown>>

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
