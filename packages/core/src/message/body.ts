import { ApiError } from '@content-api/engine/errors'
import type { JsonShapeLimits } from '../config/json-shape-limits.js'
import { shapeFault } from './json-shape.js'
import { type QueryStringLimits, parseQueryString } from './query-string.js'
import { isRecord } from '@content-api/model'

/** The limits on the size and the nesting of a request. */
export type MessageLimits = QueryStringLimits & JsonShapeLimits

/** Returns the media type without parameters, in lower case; an empty string without a content type. */
export function mediaType(contentType: string | undefined): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

export const jsonMedia = /^application\/(?:[\w.-]+\+)?json$/

/**
 * Parses a body by its content type: JSON, or a URL-encoded form with names such as `a[b]`. Returns undefined
 * for an empty body and for other media types.
 * @throws ApiError for a multipart form, invalid JSON, JSON that is neither an object nor an array, another
 * charset than UTF-8, invalid UTF-8, nesting over the limit, and a form that `parseQueryString` rejects
 */
export function parseBody(bytes: Uint8Array, contentType: string | undefined, limits: MessageLimits): unknown {
  if (bytes.length === 0) return undefined
  const media = mediaType(contentType)
  const form = media === 'application/x-www-form-urlencoded'
  if (media === 'multipart/form-data') {
    throw new ApiError('UnsupportedMediaTypeError', 'A multipart/form-data body is not supported here. Send JSON')
  }
  if (!form && !jsonMedia.test(media)) return undefined
  const text = decode(bytes, contentType)
  return form
    ? parseQueryString(text, { ...limits, depth: limits.bodyDepth, filterDepth: Number.POSITIVE_INFINITY })
    : parseJson(text, limits)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  if (charset !== 'utf-8' && charset !== 'utf8') {
    throw new ApiError('UnsupportedMediaTypeError', `The charset ${charset.slice(0, 40)} is not supported. Send UTF-8`)
  }
  try {
    // This also removes a byte order mark.
    return utf8.decode(bytes)
  } catch {
    throw new ApiError('BadRequestError', 'The body is not valid UTF-8')
  }
}

function parseJson(text: string, limits: MessageLimits): unknown {
  if (text.trim() === '') return undefined
  const fault = shapeFault(text, limits)
  if (fault !== null) throw new ApiError('BadRequestError', `The body ${fault}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ApiError('SyntaxError', error instanceof SyntaxError ? error.message : undefined)
  }
  if (typeof value !== 'object' || value === null) {
    throw new ApiError('Error', 'The body must be a JSON object or array')
  }
  return value
}

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

/** Maximum characters of a content type in an error message. */
const maximumShown = 60

/**
 * Returns how to send a body whose content type doesn't let the server read it as JSON, as the end of an
 * error message. Returns an empty string if the content type is right.
 * @param body the parsed body; undefined if it was not parsed
 */
function contentTypeHint(body: unknown, contentType: string | undefined): string {
  const media = mediaType(contentType)
  if (media === '') return '. Send JSON with the header Content-Type: application/json'
  if (jsonMedia.test(media)) return ''
  if (media !== 'application/x-www-form-urlencoded') {
    return `. A body of type ${media.slice(0, maximumShown)} can't be read: send application/json`
  }
  return isParsedJson(body) ? '. The body is JSON: send it with the header Content-Type: application/json' : ''
}

/** Returns whether a form is JSON that was parsed as a form: its first name is the beginning of the JSON. */
function isParsedJson(form: unknown): boolean {
  return isRecord(form) && /^\s*[{[]/.test(Object.keys(form)[0] ?? '')
}

/**
 * Runs an operation. If it rejects a body that could not be read, its error says how to send the body.
 * @throws ApiError
 */
export async function withContentTypeHint<Result>(
  body: unknown,
  contentType: string | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const unread = body === undefined || isParsedJson(body)
    const hint = unread ? contentTypeHint(body, contentType) : ''
    if (hint === '' || !(error instanceof ApiError) || error.status !== 400 || error.message.endsWith(hint)) throw error
    const { name, message, details, headers } = error
    throw new ApiError(name, `${message.replace(/\.$/, '')}${hint}`, { details, headers })
  }
}

/** Keys that could change the prototype of other objects when code merges an object that contains them. */
export const prototypeKeys = ['__proto__', 'constructor', 'prototype']

/**
 * Checks a body for code of a project, which may merge it into other objects: `__proto__`, and `prototype`
 * in `constructor`, at any level. Elsewhere only attributes of the type JSON can have such keys, and
 * nothing merges them.
 * @throws ApiError ValidationError
 */
export function rejectPollution(body: unknown): void {
  if (!isObject(body)) return
  for (const [key, value] of Object.entries(body)) {
    const pollutes =
      key === '__proto__' || (key === 'constructor' && isObject(value) && Object.hasOwn(value, 'prototype'))
    if (pollutes) throw unknownBodyKey(key)
    rejectPollution(value)
  }
}

const unknownBodyKey = (key: string) => new ApiError('ValidationError', `The key ${key} is not known in the body`)

/** Rejects these keys at the top level of a body. JSON attributes may contain them. @throws ApiError ValidationError */
function rejectPrototypeKeys(body: object): void {
  const key = prototypeKeys.find((name) => Object.hasOwn(body, name))
  if (key !== undefined) throw unknownBodyKey(key)
}
