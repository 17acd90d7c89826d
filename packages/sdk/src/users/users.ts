import type { Extension } from '../client.js'
import { ApiError } from '../errors/api-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { whenNothingMatches } from '../rest/collection.js'
import { expectEntries, expectEntry } from '../rest/expect-entry.js'
import { entryPath, typePath } from '../rest/path.js'
import { toJSON } from '../rest/to-json.js'
import type { SoundInput } from '../types/checked-input.js'
import type { SoundFilters } from '../types/filters.js'
import type { CreateInput, Id, UpdateInput } from '../types/input.js'
import type { Fields, SoundPopulate } from '../types/populate.js'
import type { Choice, Known, ParameterName, Selection, SelectionParameter } from '../types/query.js'
import type { ApiRequest, RequestOptions } from '../types/request.js'
import type { Result } from '../types/result.js'
import type { SortText } from '../types/sort.js'
import type { User } from '../types/user.js'

/** The parameters of a list without an envelope, which has no `pagination`. */
type UserParameter = 'fields' | 'populate' | 'filters' | 'sort' | 'start' | 'limit'

type NewUser<U> = CreateInput<U> & { readonly role: Id }

/**
 * The accounts of the service. Their endpoints respond without an envelope (specification §1): entries are
 * flat whatever the shape of the client, and lists have no `meta`.
 */
export interface Users<U> {
  /** Returns the accounts that match. */
  find<
    const F extends Fields<U> = '*',
    const P extends SoundPopulate<U, P> | undefined = undefined,
    const O extends SortText = never,
    W extends SoundFilters<U, W> = never,
    N extends ParameterName<N, UserParameter> = never,
  >(
    query?: Selection<U, F, P> &
      Choice<U, O, W> & { readonly start?: number; readonly limit?: number } & Known<N, UserParameter>,
    options?: RequestOptions,
  ): Promise<Result<U, F, P>[]>
  /** Returns the account of that id. Throws an `ApiError` of status 404 when there is none. */
  findOne<
    const F extends Fields<U> = '*',
    const P extends SoundPopulate<U, P> | undefined = undefined,
    N extends ParameterName<N, SelectionParameter> = never,
  >(
    id: Id,
    query?: Selection<U, F, P> & Known<N, SelectionParameter>,
    options?: RequestOptions,
  ): Promise<Result<U, F, P>>
  /** Returns how many accounts there are. */
  count(options?: RequestOptions): Promise<number>
  /** Creates an account with a role. Throws an `ApiError` of status 400 if the name or the address is taken. */
  create<X = never>(data: NewUser<U> & SoundInput<U, NewUser<U>, X>, options?: RequestOptions): Promise<Result<U>>
  /** Changes attributes of an account. Throws an `ApiError` of status 404 if it doesn't exist. */
  update<X = never>(
    id: Id,
    data: UpdateInput<U> & SoundInput<U, UpdateInput<U>, X>,
    options?: RequestOptions,
  ): Promise<Result<U>>
  /** Deletes an account and returns it. Throws an `ApiError` of status 404 when there is none. */
  delete(id: Id, options?: RequestOptions): Promise<Result<U>>
}

/**
 * Adds the accounts of the service to a client, as `users`.
 *
 * @example
 * ```ts
 * const admin = createClient<ContentTypes>({ baseURL: 'https://cms.example.org', token: 'an-api-token' }).with(users())
 * ```
 */
export function users<U = User>(): Extension<{ users: Users<U> }> {
  return ({ send }) => {
    const path = typePath('users')
    const pathOf = (id: Id) => entryPath(path, id)
    const entry = async (request: ApiRequest) => {
      const response = await send(request)
      // Strapi responds with status 204 to an id that no account has.
      if (response === '') throw noAccount(request)
      return expectEntry(response, `${request.method} ${request.path}`)
    }
    const accounts = {
      async find(query?: object, options?: RequestOptions) {
        const found = send({ method: 'GET', path, query, options })
        return expectEntries(await found.catch(whenNothingMatches([])), 'GET /users')
      },
      async count(options?: RequestOptions) {
        const count = await send({ method: 'GET', path: `${path}/count`, options })
        if (typeof count !== 'number') throw new ResponseShapeError('GET /users/count returned no number')
        return count
      },
      async findOne(id: Id, query?: object, options?: RequestOptions) {
        return entry({ method: 'GET', path: pathOf(id), query, options })
      },
      async create(data: object, options?: RequestOptions) {
        return entry({ method: 'POST', path, body: toJSON(data), options })
      },
      async update(id: Id, data: object, options?: RequestOptions) {
        return entry({ method: 'PUT', path: pathOf(id), body: toJSON(data), options })
      },
      async delete(id: Id, options?: RequestOptions) {
        return entry({ method: 'DELETE', path: pathOf(id), options })
      },
    }
    // The types of results depend on the query of each call, which an implementation can't express.
    return { users: accounts as unknown as Users<U> }
  }
}

function noAccount({ method, path }: ApiRequest): ApiError {
  return new ApiError(`${method} ${path} found no account`, {
    status: 404,
    kind: 'NotFoundError',
    serverMessage: '',
    issues: [],
    requestId: null,
    raw: undefined,
  })
}
