import { ApiError } from '@content-api/engine/errors'
import type { FormGate, FormContent } from '../receive-form.js'
import type { Uploads } from '../uploads.js'
import { mediaType } from '@content-api/core/message/body'
import type { HttpRequest } from '@content-api/core/message/message'

export function isMultipart(request: HttpRequest): boolean {
  return mediaType(request.header('content-type')) === 'multipart/form-data'
}

/** Forms that were received before the handler of their request runs, by the request as it was sent. */
const shared = new WeakMap<HttpRequest, FormContent>()

/** Makes a received form the body of a request for all handlers. */
export function shareForm(request: HttpRequest, form: FormContent): void {
  shared.set(request.sent ?? request, form)
}

/** Returns the form of a request if it was received already. */
export function sharedForm(request: HttpRequest): FormContent | undefined {
  return shared.get(request.sent ?? request)
}

/**
 * Receives a multipart body, passes it to `use` and then deletes its temporary files.
 * @param admit throws if a file must not be stored; called with the fields before the file and the name of
 * its part
 * @throws ApiError for a body that can't be read
 */
export async function withMultipart<Result>(
  request: HttpRequest,
  uploads: Uploads,
  admit: NonNullable<FormGate['admit']>,
  use: (form: FormContent) => Promise<Result>,
): Promise<Result> {
  const known = sharedForm(request)
  if (known) {
    for (const { field } of known.files) admit(known.fields, field)
    return use(known)
  }
  const encoding = request.header('content-encoding') ?? 'identity'
  if (encoding !== 'identity') {
    const message = `A multipart/form-data body can't be sent with the encoding ${encoding.slice(0, 40)}`
    throw new ApiError('UnsupportedMediaTypeError', message)
  }
  const body = {
    source: request.stream(),
    contentType: request.header('content-type') ?? '',
    address: request.address,
  }
  const form = await uploads.receive(body, admit)
  try {
    return await use(form)
  } finally {
    await form.dispose()
  }
}

/**
 * Returns the value of a field, or undefined if it is missing.
 * @throws ApiError if the form has the field more than once
 */
export function singleField({ fields }: Pick<FormContent, 'fields'>, name: string): string | undefined {
  const matching = fields.filter((field) => field.name === name)
  if (matching.length > 1) throw new ApiError('BadRequestError', `The form has the field ${name} more than once`)
  return matching[0]?.value
}
