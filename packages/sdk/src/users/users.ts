import type { Extension } from '../client.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { ONE_OF_NONE } from '../rest/collection.js'
import { expectEntry } from '../rest/expect-entry.js'
import { pathOf } from '../rest/path.js'
import { toJSON } from '../rest/to-json.js'
import type { SoundInput } from '../types/checked-input.js'
import type { SoundFilters } from '../types/filters.js'
import type { CreateInput, Id, UpdateInput } from '../types/input.js'
import type { Fields, SoundPopulate } from '../types/populate.js'
import type { Choice, Named, Selection, SoundName } from '../types/query.js'
import type { Method, RequestOptions } from '../types/request.js'
import type { Result } from '../types/result.js'
import type { SortText } from '../types/sort.js'
import type { User } from '../types/user.js'

type NewUser<U> = CreateInput<U> & { readonly role: Id }

/**
 * The accounts, whose endpoints answer without an envelope (specification §1): entries are flat in either shape of the
 * client, lists come without `meta`.
 */
export interface Users<U> {
  find<
    const F extends Fields<U> = '*',
    const P extends SoundPopulate<U, P> | undefined = undefined,
    const O extends SortText = never,
    W extends SoundFilters<U, W> = never,
    N extends SoundName<N, 'fields' | 'populate' | 'filters' | 'sort' | 'start' | 'limit'> = never,
  >(
    query?: Selection<U, F, P> & Choice<U, O, W> & { readonly start?: number; readonly limit?: number } & Named<N>,
    options?: RequestOptions,
  ): Promise<Result<U, F, P>[]>
  findOne<
    const F extends Fields<U> = '*',
    const P extends SoundPopulate<U, P> | undefined = undefined,
    N extends SoundName<N, 'fields' | 'populate'> = never,
  >(id: Id, query?: Selection<U, F, P> & Named<N>, options?: RequestOptions): Promise<Result<U, F, P>>
  /** How many accounts there are. */
  count(options?: RequestOptions): Promise<number>
  create<X = never>(data: NewUser<U> & SoundInput<U, NewUser<U>, X>, options?: RequestOptions): Promise<Result<U>>
  update<X = never>(
    id: Id,
    data: UpdateInput<U> & SoundInput<U, UpdateInput<U>, X>,
    options?: RequestOptions,
  ): Promise<Result<U>>
  delete(id: Id, options?: RequestOptions): Promise<Result<U>>
}

/** The accounts of the service: `createClient(…).with(users())`. */
export function users<U = User>(): Extension<{ users: Users<U> }> {
  return (context) => {
    const send = (method: Method, id: Id | false, query?: object, options?: RequestOptions, body?: object) =>
      context.send({ method, path: pathOf('users', id), query, options, body: body && toJSON(body) })
    const at = async (method: Method, ...rest: [Id | false, object?, RequestOptions?, object?]) =>
      expectEntry(await send(method, ...rest), `${method} /users`) as never
    return {
      users: {
        async find(query, options) {
          const found = await send('GET', false, query, options).catch((error?: Error) => {
            if (!ONE_OF_NONE.test(error?.message as string)) throw error
            return []
          })
          if (!Array.isArray(found)) throw new ResponseShapeError('GET /users gave no list')
          return found.map((user) => expectEntry(user, 'GET /users')) as never
        },
        findOne: (id, query, options) => at('GET', id, query, options),
        async count(options) {
          const count = await context.send({ method: 'GET', path: '/users/count', options })
          if (typeof count !== 'number') throw new ResponseShapeError('GET /users/count gave no number')
          return count
        },
        create: (data, options) => at('POST', false, undefined, options, data),
        update: (id, data, options) => at('PUT', id, undefined, options, data),
        delete: (id, options) => at('DELETE', id, undefined, options),
      },
    }
  }
}
