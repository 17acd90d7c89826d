import { QueryError } from '../errors/query-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import type { Collection, WalkOptions } from '../types/collection.js'
import type { Id } from '../types/input.js'
import type { AnyContentType } from '../types/model.js'
import type { RequestOptions } from '../types/request.js'
import type { Shape } from '../types/result.js'
import type { EntryRequests, Page, Query } from './entry-requests.js'
import { typePath } from './path.js'

type PageOptions = RequestOptions & WalkOptions
type Rest = [query?: Query, options?: RequestOptions]

/**
 * Returns a function that catches the error of a query that cannot match any entry, such as an empty `$in`,
 * and returns `empty` instead.
 */
export function whenNothingMatches<T>(empty: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof QueryError && error.matchesNothing) return empty
    throw error
  }
}

/** Creates the methods for the entries of a collection type. */
export function createCollection(plural: string, requests: EntryRequests): Collection<AnyContentType, Shape> {
  const path = typePath(plural)
  const pathOf = (id: Id) => requests.pathOf(path, id)

  async function find(query?: Query, options?: RequestOptions): Promise<Page> {
    const pagination = { page: 1, pageSize: 25, pageCount: 0, total: 0, ...query?.pagination }
    return requests.list(path, query, options).catch(whenNothingMatches<Page>({ data: [], meta: { pagination } }))
  }

  async function findPage(page: number, pageSize: number, query: Query, options: RequestOptions): Promise<Page> {
    // A unique last key: entries that are equal under the sort could otherwise move between pages.
    const sort = [query.sort ?? [], requests.lastKeys].flat()
    const found = await find({ ...query, sort, pagination: { page, pageSize, withCount: true } }, options)
    if (countOf(found, 'page') !== page) throw new ResponseShapeError(`${plural} returned no page ${page}`)
    return found
  }

  /** Requests one page first, to learn the number of pages, then up to `concurrency` pages at a time. */
  async function* pages(query: Query = {}, { pageSize = 100, concurrency = 1, ...options }: PageOptions = {}) {
    let pageCount = 1
    for (let next = 1; next <= pageCount; ) {
      const batch = [findPage(next++, pageSize, query, options)]
      while (batch.length < concurrency && next <= pageCount) batch.push(findPage(next++, pageSize, query, options))
      for (const page of await Promise.all(batch)) {
        yield page.data
        // Entries may have been deleted since the first page was returned.
        if (page.data.length === 0) return
        pageCount = countOf(page, 'pageCount')
      }
    }
  }

  /** Requests a page of one entry. Only `count` requests the total, because counting is expensive for servers. */
  async function findShort(withCount: boolean, query?: Query, options?: RequestOptions): Promise<Page> {
    return find({ ...query, pagination: { pageSize: 1, withCount } }, options)
  }

  function countOf({ meta }: Page, name: string): number {
    const count = meta.pagination[name]
    if (typeof count !== 'number') throw new ResponseShapeError(`${plural} returned no ${name}`)
    return count
  }

  const collection = {
    find,
    findOne: async (id: Id, ...rest: Rest) => requests.entry('GET', pathOf(id), undefined, ...rest),
    first: async (...rest: Rest) => (await findShort(false, ...rest)).data[0] ?? null,
    count: async (...rest: Rest) => countOf(await findShort(true, ...rest), 'total'),
    pages,
    async *iterate(query?: Query, options?: PageOptions) {
      for await (const entries of pages(query, options)) yield* entries
    },
    async all(query?: Query, options?: PageOptions) {
      const all = []
      for await (const entries of pages(query, { concurrency: 4, ...options })) all.push(entries)
      return all.flat()
    },
    create: async (data: object, ...rest: Rest) => requests.entry('POST', path, data, ...rest),
    update: async (id: Id, data: object, ...rest: Rest) => requests.entry('PUT', pathOf(id), data, ...rest),
    delete: async (id: Id, ...rest: Rest) => requests.entry('DELETE', pathOf(id), undefined, ...rest),
  }
  // The types of results depend on the query of each call, which an implementation can't express.
  return collection as unknown as Collection<AnyContentType, Shape>
}
