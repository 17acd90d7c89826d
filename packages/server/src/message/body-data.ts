import { ApiError } from '@content-api/engine/errors'
import { contentTypeHint } from './content-type-hint.js'
import { rejectPrototypeKeys } from './prototype-keys.js'

/**
 * Returns `data` of a body (specification §4.1): an object or an array.
 * @throws ApiError if `data` is missing, with the probable reason, or if the body has a prototype key
 */
export function dataOf(body: unknown, contentType: string | undefined): unknown {
  if (isObject(body)) rejectPrototypeKeys(body)
  const data = isObject(body) && Object.hasOwn(body, 'data') ? (body as { data: unknown }).data : undefined
  if (isObject(data)) return data
  throw new ApiError('ValidationError', `Missing "data" payload in the request body${reason(body, contentType)}`)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function reason(body: unknown, contentType: string | undefined): string {
  const hint = contentTypeHint(body, contentType)
  if (hint !== '' || !isObject(body) || Array.isArray(body)) return hint
  return Object.keys(body).length === 0 || 'data' in body ? '' : '. Put the attributes into it: { "data": { … } }'
}
