import { isRecord } from '@content-api/model'
import type { Caller } from '@content-api/core/entries/caller'
import { ApiError } from '@content-api/engine/errors'
import type { JsonText } from '@content-api/engine/plan'
import type { AnyTransaction } from '@content-api/engine/database'
import type { FileResponse, PlannedChange, UploadRequest } from './file-records.js'
import { announceFiles, noSuchFile, requireAccess, type UploadScope } from './upload-scope.js'
import { type FileInfo, nameOf, readFileInfo } from './file-info.js'
import { cleanName } from './file-name.js'
import { type PreparedFile, prepareFile, typeOf } from './prepare-file.js'
import { type ReceivedFile, translateDiskFull } from './receive-form.js'
import { RevertibleStore, linkOrCopy } from './revertible-store.js'
import {
  type FileLocation,
  keysOf,
  locateFile,
  removeRecord,
  removeStored,
  store,
  storeInPlace,
} from './stored-files.js'
import type { FileRecord } from './strapi-provider.js'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { flush, requireKey } from './local-folder.js'

/** A change of a file. If `file` is null, only its record changes. */
export interface FileChange {
  readonly file: ReceivedFile | null
  readonly info: unknown
}

/** Changes a file's record or its content. The id and the URL don't change. Returns the record as JSON text. */
export async function changeFile(
  scope: UploadScope,
  request: UploadRequest,
  id: number,
  { file, info: rawInfo }: FileChange,
): Promise<JsonText> {
  const { caller } = request
  requireAccess(scope, caller, 'update')
  const response = scope.records.planResponse(request.query, caller)
  const info = readFileInfo(rawInfo, scope, scope.context(caller))
  if (!file) {
    const change = scope.records.planUpdate(withCleanName(info), caller)
    return scope.database.write((tx) => updateRecord(scope, { id, change, response }, tx))
  }
  return scope.replacements.run(id, () => replaceContent(scope, { caller, id, info, response }, file))
}

/** Converts the name in the info, if there is one, to its stored form. */
function withCleanName(info: FileInfo): FileInfo {
  return typeof info['name'] === 'string' ? { ...info, name: cleanName(info['name']) } : info
}

interface Replacement {
  readonly caller: Caller
  readonly id: number
  readonly info: FileInfo
  readonly response: FileResponse
}

/**
 * Replaces the content of a file. The URL doesn't change, so that all references show the new content;
 * therefore the type must not change either. If updating the record fails, the old content is restored.
 * @throws ApiError InsufficientStorageError if the disk is full
 */
async function replaceContent(
  scope: UploadScope,
  { caller, id, info, response }: Replacement,
  file: ReceivedFile,
): Promise<JsonText> {
  const before = requireLocation(id, await scope.database.write((tx) => locateFile(scope, id, tx)))
  const { type } = await typeOf(file, scope)
  if (type.mime !== before.mime) {
    const message = `A file can only be replaced by a file of the same type: this one is ${before.mime}, ${file.name} is ${type.mime}`
    throw new ApiError('ValidationError', message)
  }
  const name = cleanName(nameOf(info, file.name))
  const prepared = await prepareFile(file, { type, extension: before.ext }, { name, hash: before.hash }, scope)
  const update = (record: FileRecord, tx: AnyTransaction) => {
    const change = scope.records.planUpdate(
      {
        ...record,
        // As in Strapi 4.26, a replaced file without smaller formats has `{}`, while a new file has null.
        formats: record['formats'] ?? {},
        provider: scope.provider.name,
      },
      caller,
    )
    return updateRecord(scope, { id, change, response }, tx)
  }
  const swap = { id, prepared, info: { ...info, name }, update }
  // Before anything is stored, so that invalid attributes store nothing.
  scope.records.planUpdate(swap.info, caller)
  return scope.directory === null
    ? replaceElsewhere(scope, { ...swap, before })
    : replaceInFolder(scope, scope.directory, swap)
}

interface Swap {
  readonly id: number
  readonly prepared: PreparedFile
  readonly info: FileInfo
  readonly update: (record: FileRecord, tx: AnyTransaction) => Promise<JsonText>
}

/**
 * Replaces the files in the upload folder while the transaction holds the lock of the record. Other processes
 * wait for the lock, so that the content always belongs to the record. The transaction only renames files.
 */
async function replaceInFolder(
  scope: UploadScope,
  directory: string,
  { id, prepared, info, update }: Swap,
): Promise<JsonText> {
  const staged = new StagedFiles(directory)
  const target = new RevertibleStore(staged, directory)
  const keys = keysOf([prepared])
  try {
    await staged.stage(prepared)
    const text = await scope.database.write(async (tx) => {
      const { provider, keys: old } = requireLocation(id, await locateFile(scope, id, tx))
      // An earlier run of this transaction, which was rolled back, may have replaced files.
      await target.revert()
      const text = await update({ ...info, ...prepared.content }, tx)
      const others = provider === scope.provider.name ? old.filter((key) => !keys.includes(key)) : []
      try {
        await store(target, prepared)
        for (const key of others) await target.remove(key)
      } catch (error) {
        // Before other processes get the lock.
        await target.revert()
        throw error
      }
      return text
    })
    await target.confirm()
    return text
  } catch (error) {
    await target.revert()
    throw translateDiskFull(error)
  } finally {
    await staged.remove()
  }
}

/**
 * Replaces files that a provider stores elsewhere. This takes too long for a transaction. Therefore they are
 * stored again if another process has replaced the file meanwhile: the last process to change the record has
 * stored its content after all others. If a smaller format can't be stored, the record has the new content
 * without that format, and the request fails. If the record can't be written, it keeps its old values.
 */
async function replaceElsewhere(
  scope: UploadScope,
  { id, prepared, info, before, update }: Swap & { readonly before: FileLocation },
): Promise<JsonText> {
  const keys = keysOf([prepared])
  for (let known = before; ; ) {
    const { version } = known
    const { record, failure } = await storeInPlace(scope, prepared, info).catch((error: unknown) => {
      throw translateDiskFull(error)
    })
    try {
      const { text, now } = await scope.database.write(async (tx) => {
        const now = requireLocation(id, await locateFile(scope, id, tx))
        return { now, text: now.version === version ? await update(record, tx) : null }
      })
      const isReplaced = now.provider === scope.provider.name && text !== null
      if (isReplaced && scope.strapi) await removeRecord(scope, now.record, [record])
      else if (isReplaced) {
        await removeStored(
          scope,
          now.keys.filter((key) => !keysIn(prepared, record).includes(key)),
        )
      }
      known = now
      // The record describes what is stored, but the client must learn what is missing.
      if (text !== null && failure !== null) throw failure
      if (text !== null) return text
    } catch (error) {
      // The file was deleted concurrently.
      if (error instanceof ApiError && error.status === 404) {
        if (scope.strapi) await removeRecord(scope, record)
        else await removeStored(scope, keys)
      }
      throw translateDiskFull(error)
    }
  }
}

/** Returns the keys of the file and of the smaller formats in its record. */
function keysIn({ stored }: PreparedFile, { formats }: FileRecord): readonly string[] {
  const isStored = (form: string | null) => form === null || (isRecord(formats) && Object.hasOwn(formats, form))
  return stored.filter(({ form }) => isStored(form)).map(({ key }) => key)
}

function requireLocation(id: number, location: FileLocation | null): FileLocation {
  if (!location) throw noSuchFile(id)
  return location
}

interface RecordUpdate {
  readonly id: number
  readonly change: PlannedChange
  readonly response: FileResponse
}

async function updateRecord(
  scope: UploadScope,
  { id, change, response }: RecordUpdate,
  tx: AnyTransaction,
): Promise<JsonText> {
  const text = (await change.apply(id, tx)) ? await response.one(id, tx) : null
  if (text === null) throw noSuchFile(id)
  await announceFiles(scope, 'media.update', [id], tx)
  return text
}

/**
 * Copies of files in the upload folder, under names that are not served. Each can then be stored by a rename,
 * which takes no longer for a large file.
 */
class StagedFiles {
  /** The paths of the copies, by key. */
  readonly #copies = new Map<string, string>()

  /** @param directory the upload folder */
  constructor(private readonly directory: string) {}

  async stage({ stored }: PreparedFile): Promise<void> {
    await mkdir(this.directory, { recursive: true })
    for (const { key, content } of stored) {
      requireKey(key)
      const copy = this.#hiddenPath()
      this.#copies.set(key, copy)
      await copyFile(content.path, copy)
      await flush(copy)
    }
  }

  /** Stores the copy of a key, and keeps the copy, because a transaction may run more than once. */
  async put(key: string): Promise<void> {
    const incoming = this.#hiddenPath()
    try {
      await linkOrCopy(this.#copies.get(key) ?? '', incoming)
      await flush(incoming)
      await rename(incoming, join(this.directory, key))
      await flush(this.directory)
    } catch (error) {
      await rm(incoming, { force: true })
      throw error
    }
  }

  /** Removes the copies. */
  async remove(): Promise<void> {
    for (const copy of this.#copies.values()) await rm(copy, { force: true })
  }

  #hiddenPath(): string {
    return join(this.directory, `.${randomUUID()}`)
  }
}
