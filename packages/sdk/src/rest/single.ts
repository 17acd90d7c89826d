import type { Single } from '../types/collection.js'
import type { AnyContentType } from '../types/model.js'
import type { RequestOptions } from '../types/request.js'
import type { Shape } from '../types/result.js'
import type { EntryRequests, Query } from './entry-requests.js'
import { typePath } from './path.js'

type Rest = [query?: Query, options?: RequestOptions]

/** Creates the methods for the entry of a single type. */
export function createSingle(singular: string, requests: EntryRequests): Single<AnyContentType, Shape> {
  const path = typePath(singular)
  const single = {
    find: async (...rest: Rest) => requests.entry('GET', path, undefined, ...rest),
    update: async (data: object, ...rest: Rest) => requests.entry('PUT', path, data, ...rest),
    delete: async (...rest: Rest) => requests.entry('DELETE', path, undefined, ...rest),
  }
  // The types of results depend on the query of each call, which an implementation can't express.
  return single as unknown as Single<AnyContentType, Shape>
}
