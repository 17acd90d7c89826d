import type { Readable } from 'node:stream'
import { resolve } from 'node:path'
import type { UploadConfig } from '../config/upload.js'
import type { Caller } from '../entries/caller.js'
import type { PlanContext } from '../query/plan-context.js'
import { fileContentType } from '../query/link-target.js'
import type { Database } from '../storage/database.js'
import { changeFile, type FileChange } from './change-file.js'
import { createFiles, keepFiles, type KeptFiles, type NewFiles } from './create-files.js'
import { type Images, loadImages } from './images.js'
import { localFolder } from './local-folder.js'
import { findFile, findFiles } from './read-files.js'
import { type ReceivedFile, type ReceivedForm, receiveForm } from './receive-form.js'
import { removeFile } from './remove-file.js'
import type { UploadRequest, UploadScope } from './upload-scope.js'

export interface UploadsOptions {
  readonly database: Database
  readonly config: UploadConfig
  /** Bytes of the fields of a form that are no files. */
  readonly fieldBytes: number
  context(caller: Caller): PlanContext
}

/**
 * Uploaded files and their records, whoever carries the request. The operations answer JSON text, bare objects and arrays as
 * observed, and throw an ApiError for what can't be done: nothing is stored then.
 */
export interface Uploads {
  /** The folder that the service itself serves files from; null when they are kept elsewhere. */
  readonly directory: string | null
  /** Reads a multipart body onto disk; to be disposed of when it has been dealt with. */
  receive(body: Readable, contentType: string): Promise<ReceivedForm>
  find(request: UploadRequest): Promise<string>
  findOne(request: UploadRequest, id: number): Promise<string>
  create(request: UploadRequest, files: NewFiles): Promise<string>
  change(request: UploadRequest, id: number, change: FileChange): Promise<string>
  remove(request: UploadRequest, id: number): Promise<string>
  /** Stores files for an entry that is about to be written. */
  keep(caller: Caller, files: readonly ReceivedFile[]): Promise<KeptFiles>
}

export function createUploads(options: UploadsOptions): Uploads {
  const { database, config, fieldBytes } = options
  const directory = resolve(config.directory)
  let images: Promise<Images | null> | undefined
  const scope: UploadScope = {
    database,
    config,
    provider: config.provider ?? localFolder(directory),
    type: fileContentType(database.registry),
    images: () => (images ??= loadImages(config)),
    context: (caller) => options.context(caller),
  }
  return {
    directory: config.provider ? null : directory,
    receive: (body, contentType) => receiveForm(body, contentType, { ...config, fieldBytes }),
    find: (request) => findFiles(scope, request),
    findOne: (request, id) => findFile(scope, request, id),
    create: (request, files) => createFiles(scope, request, files),
    change: (request, id, change) => changeFile(scope, request, id, change),
    remove: (request, id) => removeFile(scope, request, id),
    keep: (caller, files) => keepFiles(scope, caller, files),
  }
}
