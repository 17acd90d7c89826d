import type { Caller } from '../entries/caller.js'
import { ApiError } from '../errors/api-error.js'
import { planWrite } from '../query/body/plan-write.js'
import type { WritePlan } from '../query/write-plan.js'
import { applyUpdate } from '../storage/write/apply-update.js'
import { type FileAnswer, planAnswer } from './file-answer.js'
import { type FileInfo, nameOf, readFileInfo } from './file-info.js'
import { cleanName } from './file-name.js'
import { prepareFile, typeOf } from './prepare-file.js'
import type { ReceivedFile } from './receive-form.js'
import { type FileLocation, keysOf, locateFile, removeStored, store } from './stored-files.js'
import { noSuchFile, requireAccess, type UploadRequest, type UploadScope } from './upload-scope.js'

/** A new content for a file, or null to change only what is said of it. */
export interface FileChange {
  readonly file: ReceivedFile | null
  readonly info: unknown
}

/** Changes a file's record, or its content: its id and its address stay. Answers the record. */
export async function changeFile(
  scope: UploadScope,
  request: UploadRequest,
  id: number,
  { file, info: given }: FileChange,
): Promise<string> {
  const { caller } = request
  requireAccess(scope, caller, 'update')
  const answer = planAnswer(scope, request.query, caller)
  const info = readFileInfo(given, scope, scope.context(caller))
  if (!file) return updateRecord(scope, id, planRecord(scope, caller, cleaned(info)), answer)
  const before = await scope.database.write((tx) => locateFile(scope, id, tx))
  if (!before) throw noSuchFile(id)
  return replaceContent(scope, { caller, id, before, info, answer }, file)
}

/** A name that is given is kept as names are. */
function cleaned(info: FileInfo): FileInfo {
  return typeof info['name'] === 'string' ? { ...info, name: cleanName(info['name']) } : info
}

interface Replacement {
  readonly caller: Caller
  readonly id: number
  readonly before: FileLocation
  readonly info: FileInfo
  readonly answer: FileAnswer
}

/**
 * The address stays, so that whoever points at it sees the new content; therefore its type must stay too. The content is
 * replaced first: should its record not follow, the request fails and can be sent again.
 */
async function replaceContent(
  scope: UploadScope,
  { caller, id, before, info, answer }: Replacement,
  file: ReceivedFile,
): Promise<string> {
  const options = { ...scope, images: await scope.images() }
  const { type } = await typeOf(file, options)
  if (type.mime !== before.mime) {
    const message = `A file can only be replaced by one of its type: this one is ${before.mime}, ${file.name} is ${type.mime}`
    throw new ApiError('ValidationError', message)
  }
  const name = cleanName(nameOf(info, file.name))
  const prepared = await prepareFile(file, { type, extension: before.ext }, { name, hash: before.hash }, options)
  const plan = planRecord(scope, caller, {
    ...info,
    name,
    ...prepared.content,
    // As observed of a replaced file without smaller forms; a new one has null.
    formats: prepared.content.formats ?? {},
    provider: scope.provider.name,
  })
  await store(scope, prepared)
  const keys = keysOf([prepared])
  try {
    const text = await updateRecord(scope, id, plan, answer)
    if (before.provider === scope.provider.name) {
      await removeStored(
        scope,
        before.keys.filter((key) => !keys.includes(key)),
      )
    }
    return text
  } catch (error) {
    // Deleted meanwhile.
    if (error instanceof ApiError && error.status === 404) await removeStored(scope, keys)
    throw error
  }
}

function planRecord(scope: UploadScope, caller: Caller, data: FileInfo): WritePlan {
  return planWrite(scope.type, data, { action: 'update', context: scope.context(caller) })
}

function updateRecord(scope: UploadScope, id: number, plan: WritePlan, answer: FileAnswer): Promise<string> {
  return scope.database.write(async (tx) => {
    const text = (await applyUpdate(plan, id, tx)) ? await answer.one(id, tx) : null
    if (text === null) throw noSuchFile(id)
    return text
  })
}
