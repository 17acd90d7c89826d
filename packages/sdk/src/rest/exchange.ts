import { warnOfMissing } from '#warnings'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import type { Method, RequestOptions, Send } from '../types/request.js'
import type { Shape } from '../types/result.js'
import { flatten } from './flatten.js'
import { pathOf } from './path.js'
import { toJSON } from './to-json.js'

export interface Query {
  readonly populate?: unknown
  readonly filters?: unknown
  readonly sort?: unknown
  readonly pagination?: object
  readonly [parameter: string]: unknown
}

/** As far as anybody knows of what came. */
type Entry = { readonly id?: unknown; readonly attributes?: unknown } | null | undefined

export interface PaginationMeta {
  readonly pageCount?: number
}

export interface Page {
  readonly data: unknown[]
  readonly meta: { readonly pagination: PaginationMeta }
}

/** Requests about the entries of one content type, their answers dressed as the client wants them. */
export function createExchange(send: Send, name: string, shape?: Shape) {
  /**
   * Without an id (`false`): the list and what is said about it, or the entry of a single type. It is a list that is
   * expected where there is an `accepts`, which tells whether its pagination says what is needed.
   */
  return async (
    method: Method,
    id: number | string | false,
    data?: object,
    query: Query = {},
    options?: RequestOptions,
    accepts?: (pagination?: PaginationMeta) => boolean,
  ): Promise<unknown> => {
    const body = data && toJSON({ data })
    const answer = (await send({ method, body, path: pathOf(name, id), options, query })) as Page | undefined
    const found: unknown = answer?.data
    const isOther = Array.isArray(found) ? !accepts?.(answer?.meta?.pagination) : accepts
    if (isOther || ([found].flat() as Entry[]).some((entry) => !entry?.id || !entry.attributes)) {
      throw new ResponseShapeError(`${name} gave no data`)
    }
    warnOfMissing(name, found, query)
    const dressed = shape === 'envelope' ? found : flatten(found, query, true)
    return accepts ? { ...answer, data: dressed } : dressed
  }
}
