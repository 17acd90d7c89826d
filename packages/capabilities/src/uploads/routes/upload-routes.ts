import { ApiError } from '@content-api/engine/errors'
import type { JsonText } from '@content-api/engine/plan'
import { readId } from '@content-api/core/query/raw-value'
import type { Uploads } from '../uploads.js'
import type { ActionCall, ActionOperation, ActionRoutes } from '@content-api/core/composition/action-routes'
import { parseBody } from '@content-api/core/message/body'
import { type HttpResponse, jsonResponse } from '@content-api/core/message/message'
import { isMultipart, withMultipart } from './multipart-request.js'
import { type FormOptions, readUploadForm, rejectUnknownFile } from './upload-form.js'

/** The routes of uploaded files. The specification doesn't show them: paths and formats are those of Strapi 4.26. */
export function uploadRoutes(uploads: Uploads, options: FormOptions): ActionRoutes {
  // The operations read bodies after the permission check, so files of callers without permission are never
  // written to disk.
  const operation = (name: string, run: ActionOperation['run']): ActionOperation => ({
    action: `plugin::upload.content-api.${name}`,
    hasBody: false,
    run,
  })
  const jsonOperation = (name: string, run: (call: ActionCall) => Promise<JsonText>) =>
    operation(name, async (call): Promise<HttpResponse> => jsonResponse(await run(call)))
  return {
    upload: {
      POST: operation('upload', async (call) => {
        const status = call.query['id'] === undefined ? (options.createdStatus ?? 200) : 200
        return jsonResponse(await receive(uploads, call, options), status)
      }),
    },
    'upload/files': { GET: jsonOperation('find', (call) => uploads.find(call)) },
    'upload/files/:id': {
      GET: jsonOperation('findOne', (call) => uploads.findOne(call, call.id)),
      DELETE: jsonOperation('destroy', (call) => uploads.remove(call, call.id)),
    },
  }
}

const filesAreEmpty = () =>
  new ApiError('ValidationError', 'Files are empty: send them as parts "files" of a multipart/form-data body')

/** The permission is already checked here. If `strict`, this rejects files in unknown parts. */
const admitter =
  ({ strict }: FormOptions) =>
  (_fields: unknown, field: string) => {
    if (strict) rejectUnknownFile(field)
  }

/** Changes a file if the query has `id`. Otherwise creates files. */
function receive(uploads: Uploads, call: ActionCall, options: FormOptions): Promise<JsonText> {
  const { id: fileId, ...query } = call.query
  const request = { query, caller: call.caller }
  if (fileId !== undefined) return change(uploads, { ...call, query }, idOf(fileId), options)
  if (!isMultipart(call.request)) throw filesAreEmpty()
  return withMultipart(call.request, uploads, admitter(options), async (form) => {
    const files = readUploadForm(form, options)
    if (files.files.length === 0) throw filesAreEmpty()
    return uploads.create(request, files)
  })
}

async function change(uploads: Uploads, call: ActionCall, id: number, options: FormOptions): Promise<JsonText> {
  const { request } = call
  if (!isMultipart(request)) {
    const body = parseBody(await request.body(), request.header('content-type'), options.limits)
    const { fileInfo } = (body ?? {}) as { fileInfo?: unknown }
    if (fileInfo === undefined) throw filesAreEmpty()
    return uploads.change(call, id, { file: null, info: fileInfo })
  }
  return withMultipart(request, uploads, admitter(options), async (form) => {
    const { files, infos } = readUploadForm(form, options)
    const [file, more] = files
    if (more || infos.length > 1)
      throw new ApiError(
        'ValidationError',
        'A file can only be replaced by one file: send one part "files" and one fileInfo',
      )
    if (!file && infos.length === 0) throw filesAreEmpty()
    return uploads.change(call, id, { file: file ?? null, info: infos[0] })
  })
}

function idOf(value: unknown): number {
  const id = readId(value)
  if (id === null) throw new ApiError('NotFoundError', 'There is no file with that id')
  return id
}
