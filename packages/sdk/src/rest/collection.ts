import type { Collection, Single } from '../types/collection.js'
import type { AnyContentType } from '../types/model.js'
import type { RequestOptions, Send } from '../types/request.js'
import type { Shape } from '../types/result.js'
import { isObject } from '../query/link-query.js'
import { createExchange, type Page, type PaginationMeta, type Query } from './exchange.js'

/**
 * The refusal of an empty `$in` that must hold, so that nothing can match and no request is needed. Inside `$or` and
 * `$not` an empty list means something else: there it stays refused.
 */
export const ONE_OF_NONE = /^filters(?!.*\$(or|not)]).*\$in] is empty/

type WalkOptions = RequestOptions & { readonly pageSize?: number; readonly concurrency?: number }
type Id = number | string

const isCounted = (meta?: PaginationMeta): boolean => typeof meta?.pageCount === 'number'

export function createCollection(send: Send, plural: string, shape?: Shape): Collection<AnyContentType, Shape> {
  const entry = createExchange(send, plural, shape)

  const list = (accepts: (meta?: PaginationMeta) => boolean, query?: Query, options?: RequestOptions): Promise<Page> =>
    (entry('GET', false, undefined, query, options, accepts) as Promise<Page>).catch((error?: Error) => {
      if (!ONE_OF_NONE.test(error?.message as string)) throw error
      return {
        data: [],
        meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0, ...query?.pagination } },
      }
    })

  /** The first page, which tells how many there are, then as many at a time as may be, in their order. */
  async function* pages(query: Query = {}, { pageSize = 100, concurrency = 1, ...options }: WalkOptions = {}) {
    // Entries that are equal under a sort would move between pages, so the id decides last.
    const sort = [query.sort ?? [], 'id'].flat()
    for (let asked = 0, count = 1; asked < count; ) {
      const batch = []
      // One at least, whatever is asked for. How many pages there are a server may be set to tell only who asks.
      while (asked < count && (!batch[0] || batch.length < concurrency)) {
        batch.push(
          list(isCounted, { ...query, sort, pagination: { page: ++asked, pageSize, withCount: true } }, options),
        )
      }
      for (const { data, meta } of await Promise.all(batch)) {
        // However many pages it says there are: one with nothing on it is behind the last.
        count = data.length && (meta.pagination.pageCount as number)
        yield data
      }
    }
  }

  return {
    find: list.bind(0, isObject),
    // Of pages of one entry there are as many as of entries.
    count: async (query?: Query, options?: RequestOptions) =>
      (await list(isCounted, { ...query, pagination: { pageSize: 1, withCount: true } }, options)).meta.pagination
        .pageCount,
    findOne: (id: Id, query?: Query, options?: RequestOptions) => entry('GET', id, undefined, query, options),
    async *iterate(query?: Query, options?: WalkOptions) {
      for await (const data of pages(query, options)) yield* data
    },
    pages,
    delete: (id: Id, query?: Query, options?: RequestOptions) => entry('DELETE', id, undefined, query, options),
    async all(query?: Query, options?: WalkOptions) {
      const all = []
      for await (const data of pages(query, { concurrency: 4, ...options })) all.push(data)
      return all.flat()
    },
    first: async (query?: Query, options?: RequestOptions) =>
      (await list(isObject, { ...query, pagination: { pageSize: 1, withCount: false } }, options)).data[0] || null,
    update: entry.bind(0, 'PUT'),
    create: entry.bind(0, 'POST', false),
  } as unknown as Collection<AnyContentType, Shape>
}

export function createSingle(send: Send, singular: string, shape?: Shape): Single<AnyContentType, Shape> {
  const entry = createExchange(send, singular, shape)
  return {
    find: entry.bind(0, 'GET', false, undefined),
    update: entry.bind(0, 'PUT', false),
    delete: entry.bind(0, 'DELETE', false, undefined),
  } as unknown as Single<AnyContentType, Shape>
}
