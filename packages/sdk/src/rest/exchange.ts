import { warnOfMissing } from '#warnings'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import type { Method, RequestOptions, Send } from '../types/request.js'
import type { Shape } from '../types/result.js'
import { isObject } from '../query/link-query.js'
import { flatten } from './flatten.js'
import { pathOf } from './path.js'
import { toJSON } from './relations.js'

export interface Query {
  readonly populate?: unknown
  readonly filters?: unknown
  readonly sort?: unknown
  readonly pagination?: object
  readonly [parameter: string]: unknown
}

export interface Page {
  readonly data: unknown[]
  readonly meta: { readonly pagination: { readonly pageCount?: number; readonly total?: number } }
}

/** Requests about the entries of one content type, their answers dressed as the client wants them. */
export function createExchange(send: Send, name: string, shape: Shape) {
  /** Without an id (`false`): the list and what is said about it, or the entry of a single type. */
  return async (
    method: Method,
    id: number | string | false,
    data?: object,
    query: Query = {},
    options?: RequestOptions,
    list?: boolean,
  ): Promise<unknown> => {
    const body = data && toJSON({ data })
    const answer = (await send({ method, body, path: pathOf(name, id), options, query })) as Page | undefined
    const found: unknown = answer?.data
    if (!isObject(found) || Array.isArray(found) === !list || list === !answer?.meta?.pagination) {
      throw new ResponseShapeError(`${name} is answered without data`)
    }
    warnOfMissing(name, found, query)
    const dressed = shape === 'flat' ? flatten(found, query, true) : found
    return list ? { ...answer, data: dressed } : dressed
  }
}
