import { ApiError } from '@content-api/engine/errors'

/**
 * Returns the error for a part of a query that only Strapi may read: it rejects it, or reads it in a way that
 * this server doesn't know or doesn't imitate. `what` completes "The query …".
 */
export const leftToStrapi = (what: string): ApiError => new ApiError('ValidationError', `The query ${what}`)
