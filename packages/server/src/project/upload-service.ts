import { isRecord } from '@content-api/model'
import { unrestricted } from '../entries/caller.js'
import { parseText } from '@content-api/engine/plan/json-text'
import { readId } from '../query/raw-value.js'
import { headLength } from '../upload/identify-file.js'
import { readBeginning } from '../upload/read-beginning.js'
import type { ReceivedFile } from '../upload/receive-form.js'
import type { Uploads } from '../upload/uploads.js'
import { fileType } from '@content-api/engine/plan/link-target'
import type { EntityService } from './entity-service.js'
import { ExtensionError } from './extension-error.js'
import { guarded } from './guarded.js'

type Values = Readonly<Record<string, unknown>>

/** The service of the plugin upload of Strapi 4. */
export interface UploadService {
  /** Stores files from the disk, `{ path, name, size }`. Returns their records. */
  upload(options: { readonly data?: Values; readonly files: unknown }): Promise<Values[]>
  updateFileInfo(id: unknown, info: Values): Promise<Values>
  remove(file: { readonly id: unknown }): Promise<Values>
  findOne(id: number | string, populate?: unknown): Promise<Values | null>
  findMany(parameters?: Values): Promise<readonly Values[]>
}

export function uploadService(uploads: () => Uploads, entityService: () => EntityService): UploadService {
  const request = { query: {}, caller: unrestricted }
  return guarded("strapi.plugin('upload').service('upload')", {
    async upload({ data = {}, files }) {
      const list = Array.isArray(files) ? (files as unknown[]) : [files]
      const { fileInfo = {}, ref, refId, field } = data
      const infos = Array.isArray(fileInfo) ? (fileInfo as unknown[]) : list.map(() => fileInfo)
      const attachment = {
        ...(typeof ref === 'string' && { ref }),
        ...((typeof refId === 'number' || typeof refId === 'string') && { refId: String(refId) }),
        ...(typeof field === 'string' && { field }),
      }
      const received = await Promise.all(list.map(receivedFile))
      return parseText(await uploads().create(request, { files: received, infos, attachment })) as Values[]
    },
    async updateFileInfo(id, info) {
      return parseText(await uploads().change(request, idOf(id), { file: null, info })) as Values
    },
    async remove({ id }) {
      return parseText(await uploads().remove(request, idOf(id))) as Values
    },
    findOne: (id, populate) => entityService().findOne(fileType, id, populate === undefined ? {} : { populate }),
    findMany: (parameters = {}) => entityService().findMany(fileType, parameters),
  })
}

function idOf(value: unknown): number {
  const id = readId(value)
  if (id === null) throw new ExtensionError('The id of a file must be a whole number from 1.')
  return id
}

/** Returns a file in the form of formidable, version 1 or later. */
export async function receivedFile(file: unknown): Promise<ReceivedFile> {
  const values = isRecord(file) ? file : {}
  const path = values['path'] ?? values['filepath']
  const name = values['name'] ?? values['originalFilename']
  const { size, type = values['mimetype'] } = values
  if (typeof path !== 'string' || typeof name !== 'string' || typeof size !== 'number') {
    throw new ExtensionError('upload() needs files such as { path, name, type, size }.')
  }
  const mediaType = typeof type === 'string' ? type : 'application/octet-stream'
  return { field: 'files', name, path, type: mediaType, size, head: await readBeginning(path, headLength) }
}
