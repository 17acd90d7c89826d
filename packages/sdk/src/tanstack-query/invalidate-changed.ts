import { type Change, tagsOfChange } from '../changes/change.js'
import { keysOf } from './keys.js'
import type { Cache } from './mutations.js'

/**
 * Invalidates the queries of the content type that has changed; after a reset, those of all content types.
 * Queries that populate the changed entry belong to other content types: name those in `invalidates`.
 *
 * @param cache the `QueryClient` whose queries are invalidated
 * @example
 * ```ts
 * import { changes, createClient } from '@content-api/sdk'
 * import { invalidateChanged } from '@content-api/sdk/tanstack-query'
 * import { QueryClient } from '@tanstack/query-core'
 *
 * const api = createClient({ baseURL: 'https://cms.example.org' }).with(changes())
 * const client = new QueryClient()
 * for await (const change of api.changes()) await invalidateChanged(client, change, { invalidates: ['homepage'] })
 * ```
 */
export async function invalidateChanged(
  cache: Pick<Cache, 'invalidateQueries'>,
  change: Change,
  { invalidates = [] }: { readonly invalidates?: readonly string[] } = {},
): Promise<void> {
  const tags = tagsOfChange(change)
  const keys = tags ? [...tags, ...invalidates].map((name) => keysOf(name).all()) : [['content-api']]
  await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })))
}
