import { ApiError } from '../errors/api-error.js'
import { mediaType } from '../message/body.js'
import { refusePrototypeKeys } from '../message/prototype-keys.js'

/**
 * The `data` of a body (specification §4.1), an object or an array.
 * @throws ApiError when there is none, saying why that may be.
 */
export function dataOf(body: unknown, contentType: string | undefined): unknown {
  if (isObject(body)) refusePrototypeKeys(body)
  const data = isObject(body) && Object.hasOwn(body, 'data') ? (body as { data: unknown }).data : undefined
  if (isObject(data)) return data
  throw new ApiError('ValidationError', `Missing "data" payload in the request body${reason(body, contentType)}`)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function reason(body: unknown, contentType: string | undefined): string {
  const media = mediaType(contentType)
  if (body === undefined && media !== '' && media !== 'application/json') {
    return `. A body of type ${media.slice(0, 60)} can't be read: send application/json`
  }
  if (!isObject(body) || Array.isArray(body) || Object.keys(body).length === 0 || 'data' in body) return ''
  return '. Put the attributes into it: { "data": { … } }'
}
