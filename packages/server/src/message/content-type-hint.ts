import { isRecord } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { jsonMedia, mediaType } from './body.js'

/** Maximum characters of a content type in an error message. */
const maximumShown = 60

/**
 * Returns how to send a body whose content type doesn't let the server read it as JSON, as the end of an
 * error message. Returns an empty string if the content type is right.
 * @param body the parsed body; undefined if it was not parsed
 */
export function contentTypeHint(body: unknown, contentType: string | undefined): string {
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
