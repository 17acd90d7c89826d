import type { Readable } from 'node:stream'
import { resolve } from 'node:path'
import type { UploadProvider, UploadConfig } from '../config/upload.js'
import type { Caller } from '../entries/caller.js'
import type { ContentEvents } from '../entries/events.js'
import { clientNetwork } from '../message/client-network.js'
import { fileContentType, type JsonText } from '@content-api/engine/plan'
import type { Database } from '@content-api/engine/database'
import type { PlanContext } from '../query/plan-context.js'
import { changeFile, type FileChange } from './change-file.js'
import { createFiles, keepFiles, type KeptFiles, type NewFiles } from './create-files.js'
import type { Meter } from '../telemetry/meter.js'
import { openImages } from './images.js'
import { localFolder } from './local-folder.js'
import {
  announceFiles,
  QueuePerFile,
  requireAccess,
  type UploadRequest,
  type UploadScope,
  noSuchFile,
  planResponse,
} from './upload-scope.js'
import { type FormGate, type ReceivedFile, type ReceivedForm, receiveForm } from './receive-form.js'
import type { RemoteFiles } from './s3.js'
import { removeAbandonedFolders } from './upload-folders.js'
import { UploadsInFlight } from './uploads-in-flight.js'
import { listFiles, readFile } from './read-files.js'
import { applyDelete } from '@content-api/engine/write'
import { locateFile, removeStored } from './stored-files.js'

interface UploadsOptions {
  readonly database: Database
  readonly config: UploadConfig
  /** Maximum bytes of the fields of a form that aren't files. */
  readonly fieldBytes: number
  /** The length of the IPv6 prefix that identifies a client. */
  readonly ipv6Prefix: number
  context(caller: Caller): PlanContext
  /** Hears of every write of files. */
  readonly events: ContentEvents
  readonly meter?: Meter | null
  /** Writes a line to the log. */
  readonly warn: (message: string) => void
}

/**
 * The operations on uploaded files and their records, for REST and GraphQL. They return JSON text of objects
 * and arrays without envelopes, as in Strapi 4.26. If an operation throws an ApiError, it has stored nothing.
 * Only `change` may have stored the new content of a file outside of the local folder.
 */
export interface Uploads {
  /** The local folder from which the service serves files; null if they are stored elsewhere. */
  readonly directory: string | null
  readonly provider: UploadProvider
  /** The files that this service serves from another service; null if it doesn't. */
  readonly remote: RemoteFiles | null
  /**
   * Reads a multipart body into a temporary folder. The calling code must call `dispose` on the result.
   * @param admit is called before each file is stored (`FormGate`)
   */
  receive(body: MultipartBody, admit: FormGate['admit']): Promise<ReceivedForm>
  /** @throws ApiError ForbiddenError if the caller may not upload */
  requireUpload(caller: Caller): void
  find(request: UploadRequest): Promise<JsonText>
  findOne(request: UploadRequest, id: number): Promise<JsonText>
  create(request: UploadRequest, files: NewFiles): Promise<JsonText>
  change(request: UploadRequest, id: number, change: FileChange): Promise<JsonText>
  remove(request: UploadRequest, id: number): Promise<JsonText>
  /** Stores files for an entry before the entry is written. */
  keep(caller: Caller, files: readonly ReceivedFile[]): Promise<KeptFiles>
}

/** A multipart body that a client is sending. */
interface MultipartBody {
  readonly source: Readable
  readonly contentType: string
  /** The client's IP address; empty for requests within this process. */
  readonly address: string
}

/** @throws ConfigError for a bucket that can't be used */
async function openProvider(
  { provider, s3, maxAge }: UploadConfig,
  directory: string,
): Promise<{ readonly provider: UploadProvider; readonly remote: RemoteFiles | null }> {
  if (provider === 's3' && s3) return (await import('./s3.js')).openS3(s3, maxAge)
  return { provider: typeof provider === 'object' ? provider : localFolder(directory), remote: null }
}

/** Opens the storage of uploaded files, and removes temporary folders that crashed processes have left behind. */
export async function openUploads(options: UploadsOptions): Promise<Uploads> {
  await removeAbandonedFolders()
  const { database, config, fieldBytes, meter = null, warn } = options
  const folder = resolve(config.directory)
  const directory = config.provider ? null : folder
  const inFlight = new UploadsInFlight({
    requestsPerClient: config.requestsPerClient,
    bytesInFlight: config.bytesInFlight ?? 4 * config.requestLimit,
  })
  const { provider, remote } = await openProvider(config, folder)
  meter?.queue('uploads', () => inFlight)
  const scope: UploadScope = {
    database,
    config,
    provider,
    directory,
    replacements: new QueuePerFile(),
    type: fileContentType(database.registry),
    images: openImages({ ...config, meter, warn }),
    events: options.events,
    context: (caller) => options.context(caller),
  }
  return {
    directory,
    provider,
    remote,
    async receive({ source, contentType, address }, admit) {
      const flight = inFlight.begin(address === '' ? null : clientNetwork(address, options.ipv6Prefix))
      try {
        const gate: FormGate = { ...(admit && { admit }), receive: (bytes) => flight.receive(bytes) }
        const form = await receiveForm(source, contentType, { ...config, fieldBytes }, gate)
        return { ...form, dispose: () => form.dispose().finally(() => flight.end()) }
      } catch (error) {
        flight.end()
        throw error
      }
    },
    requireUpload: (caller) => requireAccess(scope, caller, 'create'),
    async find(request) {
      requireAccess(scope, request.caller, 'find')
      return listFiles(scope, request)
    },
    async findOne(request, id) {
      requireAccess(scope, request.caller, 'findOne')
      return readFile(scope, request, id)
    },
    create: (request, files) => createFiles(scope, request, files),
    change: (request, id, change) => changeFile(scope, request, id, change),
    remove: (request, id) => removeFile(scope, request, id),
    keep: (caller, files) => keepFiles(scope, caller, files),
  }
}

/**
 * Detaches a file from all entries, and deletes its record and then its content. Returns the deleted record
 * as JSON text.
 */
async function removeFile(scope: UploadScope, request: UploadRequest, id: number): Promise<JsonText> {
  requireAccess(scope, request.caller, 'delete')
  const response = planResponse(scope, request.query, request.caller)
  const { text, location } = await scope.database.write(async (tx) => {
    const location = await locateFile(scope, id, tx)
    const text = location && (await response.one(id, tx))
    if (!location || text === null) throw noSuchFile(id)
    await announceFiles(scope, 'media.delete', [id], tx)
    await applyDelete(scope.type, id, tx)
    return { text, location }
  })
  // The content is deleted after the transaction, so that no record refers to missing content.
  if (location.provider === scope.provider.name) await removeStored(scope, location.keys)
  return text
}
