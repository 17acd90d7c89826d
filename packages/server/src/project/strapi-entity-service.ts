import { ApiError } from '../errors/api-error.js'
import type { EntityService } from './entity-service.js'

type Parameters = Readonly<Record<string, unknown>>

/** The size of pages of `findPage` in Strapi 4, which no configuration changes. */
const pageSize = 10

/**
 * Returns a service with the parameters of Strapi 4: `findMany` only knows `start` and `limit`, `findPage`
 * only knows `page` and `pageSize`, and `publicationState` has no effect on reads by id.
 */
export function asStrapiEntityService(service: EntityService): EntityService {
  return {
    ...service,
    findMany(uid, parameters) {
      const { page: _page, pageSize: _size, ...others } = checked(parameters)
      return service.findMany(uid, others)
    },
    findPage(uid, parameters) {
      const { start: _start, limit: _limit, ...others } = checked(parameters)
      return service.findPage(uid, { pageSize, ...others })
    },
    findOne(uid, id, { publicationState: _state, ...parameters } = {}) {
      return service.findOne(uid, id, parameters)
    },
  }
}

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
