import { ApiError } from '@content-api/engine/errors'
import type { Handler } from '@content-api/core/composition/handler'
import { LeftToStrapi } from '@content-api/strapi-reads/left-to-strapi'
import { shownReason } from '@content-api/strapi-reads/verdicts/shown-reason'

/** Turns what only Strapi would do into errors that say so. */
export const explainRejections: Handler = async (request, next) => {
  try {
    return await next(request)
  } catch (error) {
    // As in Strapi 5, the error of a body that isn't JSON has no details.
    if (error instanceof ApiError && error.name === 'SyntaxError') {
      throw new ApiError('SyntaxError', error.message, { isBare: true })
    }
    if (!(error instanceof LeftToStrapi)) throw error
    if (error.kind === 'construct') throw new ApiError('ValidationError', error.message)
    // The project has no such route, so Strapi doesn't either.
    if (error.kind === 'route') throw new ApiError('NotFoundError')
    throw new ApiError(
      'NotImplementedError',
      `${shownReason(error.reason)} This can't be answered for Strapi 5 projects yet`,
    )
  }
}
