import { warnOfMissing } from '#warnings'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { isObject } from '../query/json-value.js'
import type { Method, RequestOptions, Send } from '../types/request.js'
import type { Shape } from '../types/result.js'
import { expectEnveloped } from './expect-entry.js'
import { flattenEntries } from './flatten.js'
import { entryPath } from './path.js'
import { toJSON } from './to-json.js'

export interface Query {
  readonly populate?: unknown
  readonly filters?: unknown
  readonly sort?: unknown
  readonly pagination?: object
  readonly [parameter: string]: unknown
}

/** The pagination of a list. */
export type PaginationMeta = Readonly<Record<string, unknown>>

export interface Page {
  readonly data: readonly unknown[]
  readonly meta: { readonly pagination: PaginationMeta }
}

/** Requests whose responses are entries of one content type, as the client returns them. */
export interface EntryRequests {
  /** The keys that sort entries that are equal under the sort of a query. Together they are unique. */
  readonly lastKeys: readonly string[]
  /** Returns `<path>/<id>`. Throws a `QueryError` for an invalid id. */
  pathOf(path: string, id: number | string): string
  list(path: string, query?: Query, options?: RequestOptions): Promise<Page>
  entry(method: Method, path: string, data?: object, query?: Query, options?: RequestOptions): Promise<unknown>
}

/** Creates the requests for entries of Strapi 4. */
export function createEntryRequests(send: Send, name: string, shape?: Shape): EntryRequests {
  function inShape(entries: unknown, query: Query = {}): unknown {
    warnOfMissing(name, entries, query)
    return shape === 'envelope' ? entries : flattenEntries(entries, query)
  }

  return {
    lastKeys: ['id'],
    pathOf: entryPath,
    async list(path, query, options) {
      const page = await send({ method: 'GET', path, query, options })
      if (!isPage(page)) throw new ResponseShapeError(`${name} returned no list`)
      for (const entry of page.data) expectEnveloped(entry, name)
      return { ...page, data: inShape(page.data, query) as unknown[] }
    },
    async entry(method, path, data, query, options) {
      const response = await send({ method, path, query, options, body: data && toJSON({ data }) })
      const entry: unknown = (response as Partial<Page> | null)?.data
      expectEnveloped(entry, name)
      return inShape(entry, query)
    },
  }
}

/** Returns whether a response is a list with its pagination. */
export function isPage(response: unknown): response is Page {
  const { data, meta } = (response ?? {}) as Partial<Page>
  return Array.isArray(data) && isObject(meta?.pagination)
}
