import { closest, listed } from '@content-api/model'
import { ApiError, validationError } from '@content-api/engine/errors'
import type { AttachmentRequest } from '../attachment.js'
import type { NewFiles } from '../create-files.js'
import type { FormContent } from '../receive-form.js'
import { type MessageLimits, parseBody } from '@content-api/core/message/body'
import { singleField } from './multipart-request.js'

export interface FormOptions {
  readonly limits: MessageLimits
  /** Whether unknown parts are errors. Otherwise they are ignored. */
  readonly strict: boolean
  /** The status of the response to new files; by default 200. */
  readonly createdStatus?: number
}

const attachmentFields = ['ref', 'refId', 'field'] as const
const fields = ['fileInfo', ...attachmentFields]

/**
 * Reads the form of `POST /api/upload`. `files` contains the files, and `fileInfo` the metadata of each file
 * in the same order, in a part each or as a list in one part. `ref`, `refId` and `field` name the entry and the attribute that the files belong to.
 * @throws ApiError
 */
export function readUploadForm(form: FormContent, { limits, strict }: FormOptions): NewFiles {
  const files = form.files.filter(({ field }) => field === 'files')
  if (strict) rejectUnknown(form)
  const parts = form.fields.filter(({ name }) => name === 'fileInfo').map(({ value }) => parseInfo(value, limits))
  // As in Strapi 4.26, one part may have the list for all files.
  const infos: readonly unknown[] = parts.length === 1 && Array.isArray(parts[0]) ? parts[0] : parts
  if (files.length > 0 && infos.length > 0 && infos.length !== files.length) {
    const message = `The form has ${infos.length} fileInfo for ${files.length} file(s): send none, or one for each file in the same order`
    throw new ApiError('ValidationError', message)
  }
  return { files, infos, attachment: readAttachment(form) }
}

function rejectUnknown(form: FormContent): void {
  for (const { name } of form.fields) {
    if (!fields.includes(name)) throw unknownPart(name, fields, form.files.length === 0 ? 'Files are empty: ' : '')
  }
}

/** Checks the name of a file's part. @throws ApiError unless it is `files` */
export function rejectUnknownFile(field: string): void {
  if (field !== 'files') throw unknownPart(field, ['files'], 'Files are empty: ')
}

function unknownPart(name: string, known: readonly string[], before: string): ApiError {
  const near = closest(name, known)
  const hint = near === undefined ? `There are: ${listed(['files', ...fields])}` : `Did you mean ${near}?`
  return new ApiError('ValidationError', `${before}the part ${JSON.stringify(name)} is not known. ${hint}`)
}

function parseInfo(text: string, limits: MessageLimits): unknown {
  try {
    return parseBody(Buffer.from(text), 'application/json', limits)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw validationError([{ path: ['fileInfo'], message: `fileInfo must be a JSON object: ${error.message}` }])
  }
}

function readAttachment(form: FormContent): AttachmentRequest {
  const present = attachmentFields.map((name) => [name, singleField(form, name)] as const)
  return Object.fromEntries(present.filter(([, value]) => value !== undefined))
}
