import type { Client } from '../client.js'
import type { ContentTypes } from '../types/model.js'
import type { TypeName } from '../types/named.js'
import type { ClientShape } from '../types/result.js'

type Key = readonly unknown[]

/** The query keys of one content type. The keys of `lists` and `entries` begin with the key of `all`. */
export interface Keys {
  /** Everything of the content type: `['content-api', 'articles']`. */
  all(): Key
  /**
   * `find`, `first`, `count` and `infinite` of a collection type, with any query:
   * `['content-api', 'articles', 'list']`.
   */
  lists(): Key
  /** `findOne` with any id and query: `['content-api', 'articles', 'entry']`. */
  entries(): Key
  /** `findOne` of one entry with any query: `['content-api', 'articles', 'entry', '12']`. */
  entry(id: number | string): Key
}

/**
 * Returns the keys of a content type, to invalidate, cancel or remove its queries.
 *
 * @param name the plural name of a collection type or the singular name of a single type
 * @example
 * ```ts
 * import { createClient } from '@content-api/sdk'
 * import { keys } from '@content-api/sdk/tanstack-query'
 * import { QueryClient } from '@tanstack/query-core'
 * import type { ContentTypes } from './content-types.gen.js'
 *
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' })
 * await new QueryClient().invalidateQueries({ queryKey: keys(api, 'articles').lists() })
 * ```
 */
export function keys<Types extends ContentTypes, S extends ClientShape>(
  _api: Client<Types, S>,
  name: TypeName<Types>,
): Keys {
  return keysOf(name)
}

/** Does the same as {@link keys} for a name that is already checked. */
export function keysOf(name: string): Keys {
  const all = ['content-api', name]
  return {
    all: () => all,
    lists: () => [...all, 'list'],
    entries: () => [...all, 'entry'],
    entry: (id) => [...all, 'entry', String(id)],
  }
}
