import { ApiError } from '@content-api/engine/errors'
import { type QueryStringLimits, parseQueryString } from './query-string.js'

/** The limits on the size and the nesting of a request. */
export interface MessageLimits extends QueryStringLimits {
  /** The maximum nesting of a body. */
  readonly bodyDepth: number
  /** The maximum number of keys of one object in a body. */
  readonly bodyKeys: number
}

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
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ApiError('SyntaxError', error instanceof SyntaxError ? error.message : undefined)
  }
  if (typeof value !== 'object' || value === null) {
    throw new ApiError('Error', 'The body must be a JSON object or array')
  }
  checkShape(value, limits)
  return value
}

/**
 * Checks the shape of parsed JSON. `JSON.parse` reads values of any depth, but `JSON.stringify` overflows the
 * stack at a few thousand levels. Objects of very many keys take much longer than their bytes.
 * @throws ApiError BadRequestError
 */
export function checkShape(
  value: unknown,
  { bodyDepth, bodyKeys }: Pick<MessageLimits, 'bodyDepth' | 'bodyKeys'>,
): void {
  const check = (within: unknown, levels: number): void => {
    if (typeof within !== 'object' || within === null) return
    if (levels === 0) throw new ApiError('BadRequestError', `The body is nested deeper than ${bodyDepth} levels`)
    if (Array.isArray(within)) {
      for (const item of within) check(item, levels - 1)
      return
    }
    const keys = Object.keys(within)
    if (keys.length > bodyKeys) {
      throw new ApiError('BadRequestError', `An object of the body has more than ${bodyKeys} keys`)
    }
    for (const key of keys) check((within as Readonly<Record<string, unknown>>)[key], levels - 1)
  }
  check(value, bodyDepth)
}
