import { ApiError } from '@content-api/engine/errors'
import { isRecord } from '@content-api/model'
import { jsonMedia, mediaType } from './body.js'

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

/** Rejects these keys at the top level of a body. JSON attributes may contain them. @throws ApiError ValidationError */
function rejectPrototypeKeys(body: object): void {
  const key = prototypeKeys.find((name) => Object.hasOwn(body, name))
  if (key !== undefined) throw new ApiError('ValidationError', `The key ${key} is not known in the body`)
}
