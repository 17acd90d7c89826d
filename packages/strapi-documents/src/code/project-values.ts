import { ApiError } from '@content-api/engine/errors'
import { LeftToStrapi } from '@content-api/strapi-reads/left-to-strapi'

/** Runs the planning of a read. What only Strapi would read is an error of the parameters. @throws ApiError */
export function planned<Plan>(plan: () => Plan): Plan {
  try {
    return plan()
  } catch (error) {
    if (error instanceof LeftToStrapi) throw new ApiError('ValidationError', error.message)
    throw error
  }
}
