import type { Auth } from '../auth/auth-types.js'
import type { Model } from '../types/model.js'
import type { Fields, SoundPopulate } from '../types/populate.js'
import type { Known, ParameterName, Selection, SelectionParameter } from '../types/query.js'
import type { Result } from '../types/result.js'
import type { CallOptions, Options } from './options.js'

/**
 * The key of {@link me} with any query. Reset it after a login or a logout.
 *
 * @example
 * ```ts
 * import { meKey } from '@content-api/sdk/tanstack-query'
 * import { QueryClient } from '@tanstack/query-core'
 *
 * await new QueryClient().resetQueries({ queryKey: meKey })
 * ```
 */
export const meKey: readonly unknown[] = ['content-api', 'me']

/**
 * Returns query options for the logged-in user: `useQuery(me(api))`. The query throws an `ApiError` of status
 * 401 or 403 when no user is logged in; without a token no request is sent.
 *
 * @param api a client with `auth()`
 * @example
 * ```ts
 * import { auth, createClient } from '@content-api/sdk'
 * import { me, meKey } from '@content-api/sdk/tanstack-query'
 * import { QueryClient } from '@tanstack/query-core'
 * import type { ContentTypes } from './content-types.gen.js'
 *
 * const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' }).with(auth<ContentTypes['user']>())
 * const client = new QueryClient()
 * api.auth.onChange(() => void client.resetQueries({ queryKey: meKey }))
 * const { username } = await client.query(me(api, { fields: ['username'] }))
 * console.log(username)
 * ```
 */
export function me<
  U extends Model,
  const F extends Fields<U> = '*',
  const P extends SoundPopulate<U, P> | undefined = undefined,
  N extends ParameterName<N, SelectionParameter> = never,
>(
  api: { readonly auth: Auth<U> },
  query?: Selection<U, F, P> & Known<N, SelectionParameter>,
  options?: CallOptions,
): Options<Result<U, F, P>> {
  const auth = api.auth as unknown as { me(query?: object, options?: object): Promise<Result<U, F, P>> }
  const queryKey = [...meKey, query ?? {}] as unknown as Options<Result<U, F, P>>['queryKey']
  return { queryKey, queryFn: ({ signal }) => auth.me(query, { ...options, signal }) }
}
