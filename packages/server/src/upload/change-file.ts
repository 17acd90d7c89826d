import type { Caller } from '../entries/caller.js'
import { ApiError } from '../errors/api-error.js'
import type { JsonText } from '../message/json-text.js'
import { planWrite } from '../query/body/plan-write.js'
import type { WritePlan } from '../query/write-plan.js'
import { applyUpdate } from '../storage/write/apply-update.js'
import { type FileResponse, planResponse } from './file-response.js'
import { type FileInfo, nameOf, readFileInfo } from './file-info.js'
import { cleanName } from './file-name.js'
import { prepareFile, typeOf } from './prepare-file.js'
import { type ReceivedFile, translateDiskFull } from './receive-form.js'
import { RevertibleStore } from './revertible-store.js'
import { keysOf, locateFile, removeStored, store } from './stored-files.js'
import { noSuchFile, requireAccess, type UploadRequest, type UploadScope } from './upload-scope.js'

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
  const response = planResponse(scope, request.query, caller)
  const info = readFileInfo(rawInfo, scope, scope.context(caller))
  if (!file) return updateRecord(scope, id, planRecord(scope, caller, withCleanName(info)), response)
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
 * therefore the type must not change either. The content is replaced before the record. If updating the
 * record fails, the old content is restored.
 * @throws ApiError InsufficientStorageError if the disk is full
 */
async function replaceContent(
  scope: UploadScope,
  { caller, id, info, response }: Replacement,
  file: ReceivedFile,
): Promise<JsonText> {
  const before = await scope.database.write((tx) => locateFile(scope, id, tx))
  if (!before) throw noSuchFile(id)
  const { type } = await typeOf(file, scope)
  if (type.mime !== before.mime) {
    const message = `A file can only be replaced by a file of the same type: this one is ${before.mime}, ${file.name} is ${type.mime}`
    throw new ApiError('ValidationError', message)
  }
  const name = cleanName(nameOf(info, file.name))
  const prepared = await prepareFile(file, { type, extension: before.ext }, { name, hash: before.hash }, scope)
  const plan = planRecord(scope, caller, {
    ...info,
    name,
    ...prepared.content,
    // As in Strapi 4.26, a replaced file without smaller formats has `{}`, while a new file has null.
    formats: prepared.content.formats ?? {},
    provider: scope.provider.name,
  })
  const keys = keysOf([prepared])
  const target = new RevertibleStore(scope.provider, scope.directory)
  try {
    await store(target, prepared)
    const text = await updateRecord(scope, id, plan, response)
    await target.confirm()
    if (before.provider === scope.provider.name) {
      await removeStored(
        scope,
        before.keys.filter((key) => !keys.includes(key)),
      )
    }
    return text
  } catch (error) {
    await target.revert()
    // The file was deleted concurrently.
    if (error instanceof ApiError && error.status === 404) await removeStored(scope, keys)
    throw translateDiskFull(error)
  }
}

function planRecord(scope: UploadScope, caller: Caller, data: FileInfo): WritePlan {
  return planWrite(scope.type, data, { action: 'update', context: scope.context(caller) })
}

function updateRecord(scope: UploadScope, id: number, plan: WritePlan, response: FileResponse): Promise<JsonText> {
  return scope.database.write(async (tx) => {
    const text = (await applyUpdate(plan, id, tx)) ? await response.one(id, tx) : null
    if (text === null) throw noSuchFile(id)
    return text
  })
}
