import type { Readable } from 'node:stream'
import { resolve } from 'node:path'
import type { UploadProvider, UploadConfig } from '@content-api/core/config/upload'
import type { Caller } from '@content-api/core/entries/caller'
import type { ChangeChecks } from '@content-api/core/entries/change-checks'
import type { ContentEvents } from '@content-api/core/entries/events'
import { clientNetwork } from '@content-api/core/message/client-network'
import { fileContentType, type JsonText } from '@content-api/engine/plan'
import type { AnyDatabase } from '@content-api/engine/database'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { changeFile, type FileChange } from './change-file.js'
import { createFiles, keepFiles, type KeptFiles, type NewFiles } from './create-files.js'
import type { Meter } from '@content-api/core/telemetry/meter'
import { openImages } from './images.js'
import { localFolder } from './local-folder.js'
import { openStrapiUploads, type StrapiUploads } from './strapi-provider.js'
import { type NamedProvider, notInstalled } from '@content-api/project-files/strapi/missing-providers'
import { brokenProvider, type ProviderHome } from '@content-api/project-files/providers/load-provider'
import type { FileRecords, UploadRequest } from './file-records.js'
import { announceFiles, noSuchFile, QueuePerFile, requireAccess, type UploadScope } from './upload-scope.js'
import { type FormGate, type ReceivedFile, type ReceivedForm, receiveForm } from './receive-form.js'
import type { RemoteFiles } from './s3.js'
import { removeAbandonedFolders } from './upload-folders.js'
import { UploadsInFlight } from './uploads-in-flight.js'
import { locateFile, removeContent } from './stored-files.js'

/** What a provider of Strapi needs of the service. */
interface UploadsHome extends ProviderHome {
  readonly production: boolean
  readonly isCommand: boolean
}

interface UploadsOptions {
  readonly home: UploadsHome
  readonly database: AnyDatabase
  readonly records: FileRecords
  readonly config: UploadConfig
  /** Maximum bytes of the fields of a form that aren't files. */
  readonly fieldBytes: number
  /** The length of the IPv6 prefix that identifies a client. */
  readonly ipv6Prefix: number
  context(caller: Caller): PlanContext
  /** Checks of the entries that files are attached to. */
  readonly checks: ChangeChecks
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
  /**
   * The local folder from which the service serves files; null if it has none. With a provider of Strapi the
   * folder has earlier and imported files.
   */
  readonly directory: string | null
  /** Stores the files of the folder, the bucket or the project. */
  readonly provider: UploadProvider
  /** The provider of Strapi that stores uploaded files; null without one. */
  readonly strapi: StrapiUploads | null
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

/** Where a service keeps the content of files. */
interface Place {
  readonly provider: UploadProvider
  readonly remote: RemoteFiles | null
  readonly strapi: StrapiUploads | null
}

/** @throws ConfigError for a bucket or a provider of Strapi that can't be used */
async function openPlace({ config, home }: UploadsOptions, directory: string): Promise<Place> {
  const { provider, s3, maxAge } = config
  if (provider === 's3' && s3) return { ...(await (await import('./s3.js')).openS3(s3, maxAge)), strapi: null }
  const strapi = typeof provider === 'string' ? await openNamed(home, provider, config) : null
  return { provider: typeof provider === 'object' ? provider : localFolder(directory), remote: null, strapi }
}

/**
 * Opens a provider of Strapi by its name. Returns null, for the local folder, if it isn't installed and the
 * service isn't in production, and for commands, which upload nothing.
 */
async function openNamed(home: UploadsHome, name: string, config: UploadConfig): Promise<StrapiUploads | null> {
  if (home.isCommand) return null
  const named: NamedProvider = { kind: 'upload', name }
  const opened = await openStrapiUploads(home, named, config)
  if (opened === null && home.production) throw brokenProvider(home, named, notInstalled(named))
  return opened
}

/** Opens the storage of uploaded files, and removes temporary folders that crashed processes have left behind. */
export async function openUploads(options: UploadsOptions): Promise<Uploads> {
  await removeAbandonedFolders()
  const { database, config, fieldBytes, meter = null, warn } = options
  const folder = resolve(config.directory)
  const inFlight = new UploadsInFlight({
    requestsPerClient: config.requestsPerClient,
    bytesInFlight: config.bytesInFlight ?? 4 * config.requestLimit,
  })
  const { provider, remote, strapi } = await openPlace(options, folder)
  const isElsewhere = config.provider === 's3' || typeof config.provider === 'object'
  const directory = isElsewhere ? null : folder
  meter?.queue('uploads', () => inFlight)
  const scope: UploadScope = {
    database,
    records: options.records,
    config,
    // The records of its files have the name of the provider. It sets the URL when it stores a file.
    provider: strapi ? { ...provider, name: strapi.name, url: () => 'unknown' } : provider,
    strapi,
    directory: strapi ? null : directory,
    replacements: new QueuePerFile(),
    type: fileContentType(database.registry),
    images: openImages({ ...config, meter, warn }),
    checks: options.checks,
    events: options.events,
    context: (caller) => options.context(caller),
  }
  return {
    directory,
    provider,
    strapi,
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
      return scope.records.list(request)
    },
    async findOne(request, id) {
      requireAccess(scope, request.caller, 'findOne')
      const text = await scope.records.read(request, id)
      if (text === null) throw noSuchFile(id)
      return text
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
  const response = scope.records.planResponse(request.query, request.caller)
  const { text, location } = await scope.database.write(async (tx) => {
    const location = await locateFile(scope, id, tx)
    const text = location && (await response.one(id, tx))
    if (!location || text === null) throw noSuchFile(id)
    await announceFiles(scope, 'media.delete', [id], tx)
    await scope.records.delete(id, request.caller, tx)
    return { text, location }
  })
  // The content is deleted after the transaction, so that no record refers to missing content.
  await removeContent(scope, location)
  return text
}
