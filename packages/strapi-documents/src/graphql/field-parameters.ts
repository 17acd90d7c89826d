import { type ContentType, isRecord, type Registry } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import type { Limits } from '@content-api/core/query/limits'
import { type Arguments, rawFilters } from '@content-api/interfaces/graphql/plan/list-arguments'
import { readPage } from '@content-api/strapi-reads/graphql5/plan/document-arguments'
import { servedRules } from './served-rules.js'

interface ParametersContext {
  readonly registry: Registry
  readonly limits: Limits
}

/**
 * Converts the arguments of a field to parameters of `strapi.documents(uid)`, which code of the project gets.
 * @throws ApiError PaginationError, ValidationError
 */
export function fieldParameters(
  type: ContentType,
  { filters, pagination, sort, hasPublishedVersion, ...others }: Arguments,
  { registry, limits }: ParametersContext,
): Values {
  const sorted = [sort ?? []].flat().filter((name) => name !== null && name !== '')
  const page = pagination === undefined ? null : readPage(pagination, limits, servedRules)
  const chosen = Object.entries(others).filter(([, value]) => value !== null && value !== undefined)
  const parameters: Values = Object.fromEntries(chosen)
  return {
    ...parameters,
    ...(page && { start: page.start, limit: page.limit ?? -1 }),
    ...(sorted.length > 0 && { sort: sorted }),
    ...(isRecord(filters) && { filters: rawFilters(registry, type, filters) }),
    // Of both, `publicationFilter` takes precedence.
    ...(typeof hasPublishedVersion === 'boolean' &&
      parameters['publicationFilter'] === undefined && {
        publicationFilter: hasPublishedVersion ? 'has-published-version-document' : 'never-published-document',
      }),
  }
}
