import { type ContentType, isRecord, type Registry } from '@content-api/model'
import type { Caller } from '@content-api/core/entries/caller'
import { ApiError } from '@content-api/engine/errors'
import { requireHolder, targetOf, writeWithFiles } from '@content-api/capabilities/uploads/entry-files'
import type { FormContent, FormFields, FormGate } from '@content-api/capabilities/uploads/receive-form'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import { parseBody } from '@content-api/core/message/body'
import { singleField } from '@content-api/capabilities/uploads/routes/multipart-request'
import type { FormOptions } from '@content-api/capabilities/uploads/routes/upload-form'
import type { Values } from '@content-api/engine/plan'

export interface EntryFormOptions extends FormOptions {
  readonly registry: Registry
  readonly uploads: Uploads
}

/**
 * Returns a function that checks each file of a form before it is stored. The parts may have any order. A
 * file after `data` must name a media attribute in `data`. A file before `data` must name an attribute that
 * may contain files.
 */
export function entryFormGate(
  type: ContentType,
  caller: Caller,
  options: EntryFormOptions,
): NonNullable<FormGate['admit']> {
  let data: Values | undefined
  return (fields, field) => {
    options.uploads.requireUpload(caller)
    if (fields.some(({ name }) => name === 'data')) data ??= readData(fields, options)
    if (data) targetOf(field, type, data, options.registry)
    else requireHolder(field, type)
  }
}

/**
 * Writes an entry from a form. The part `data` contains the attributes as JSON, the parts `files.<attribute>`
 * contain files. Files in components have the names `files.<component>.<attribute>` or
 * `files.<list>.<index>.<attribute>`.
 * @param write writes the entry of a body `{ data }`; if it throws, the files are deleted again
 * @throws ApiError
 */
export async function writeEntryForm<Result>(
  form: FormContent,
  type: ContentType,
  caller: Caller,
  options: EntryFormOptions,
  write: (body: unknown) => Promise<Result>,
): Promise<Result> {
  const data = readData(form.fields, options)
  return writeWithFiles(form.files, { type, data }, { ...options, caller }, () => write({ data }))
}

function parseData(text: string, limits: EntryFormOptions['limits']): unknown {
  try {
    return parseBody(Buffer.from(text), 'application/json', limits)
  } catch (error) {
    if (!(error instanceof ApiError) || error.name !== 'SyntaxError') throw error
    throw new ApiError('SyntaxError', `The part "data" is not valid JSON: ${error.message}`)
  }
}

function readData(fields: FormFields, { limits, strict }: EntryFormOptions): Values {
  const text = singleField({ fields }, 'data')
  const other = fields.find(({ name }) => name !== 'data')
  if (strict && other) {
    const message = `The part ${JSON.stringify(other.name)} is not known: put the attributes as JSON into the part "data"`
    throw new ApiError('BadRequestError', message)
  }
  if (text === undefined) {
    const message = 'Missing "data" payload in the request body: a form needs a part "data" with JSON'
    throw new ApiError('ValidationError', message)
  }
  const data = parseData(text, limits)
  if (isRecord(data)) return data
  throw new ApiError('ValidationError', 'The part "data" must be a JSON object with the attributes of one entry')
}
