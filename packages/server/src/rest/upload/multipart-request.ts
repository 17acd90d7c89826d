import { ApiError } from '../../errors/api-error.js'
import type { FormGate, ReceivedForm } from '../../upload/receive-form.js'
import type { Uploads } from '../../upload/uploads.js'
import { mediaType } from '../../message/body.js'
import type { HttpRequest } from '../../message/message.js'

export function isMultipart(request: HttpRequest): boolean {
  return mediaType(request.header('content-type')) === 'multipart/form-data'
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
  use: (form: ReceivedForm) => Promise<Result>,
): Promise<Result> {
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
export function singleField({ fields }: Pick<ReceivedForm, 'fields'>, name: string): string | undefined {
  const matching = fields.filter((field) => field.name === name)
  if (matching.length > 1) throw new ApiError('BadRequestError', `The form has the field ${name} more than once`)
  return matching[0]?.value
}
