import type { JsonText } from '@content-api/engine/plan'
import type { AnyTransaction } from '@content-api/engine/database'
import type { Caller } from '@content-api/core/entries/caller'
import { type Attach, type AttachmentRequest, planAttachment } from './attachment.js'
import { cleanName, uniqueHash } from './file-name.js'
import type { UploadRequest } from './file-records.js'
import { announceFiles, requireAccess, type UploadScope } from './upload-scope.js'
import { nameOf, readFileInfo } from './file-info.js'
import { type PreparedFile, prepareFile, typeOf } from './prepare-file.js'
import type { ReceivedFile } from './receive-form.js'
import { type FileLocation, locateFile, type NewFile, removeContent, storedWhile } from './stored-files.js'
import type { FileRecord } from './strapi-provider.js'

/** Files to upload, and the `fileInfo` of each in the same order. */
export interface NewFiles {
  readonly files: readonly ReceivedFile[]
  readonly infos: readonly unknown[]
  readonly attachment: AttachmentRequest
}

/**
 * Stores files with their records. Returns an array of records as JSON text (as in Strapi 4.26; not in the
 * specification).
 */
export async function createFiles(scope: UploadScope, request: UploadRequest, upload: NewFiles): Promise<JsonText> {
  const { caller } = request
  requireAccess(scope, caller, 'create')
  const response = scope.records.planResponse(request.query, caller)
  const attach = planAttachment(scope, upload.attachment, caller)
  const prepared = await prepareAll(scope, caller, upload)
  return writeRecords(scope, caller, prepared, attach, (ids, tx) => response.many(ids, tx))
}

/** Files that are stored for an entry before it is written. */
export interface KeptFiles {
  readonly ids: readonly number[]
  /** Removes the files and their records. */
  discard(): Promise<void>
}

/** Stores files with their records, before an entry that uses them is written. */
export async function keepFiles(
  scope: UploadScope,
  caller: Caller,
  files: readonly ReceivedFile[],
): Promise<KeptFiles> {
  requireAccess(scope, caller, 'create')
  const prepared = await prepareAll(scope, caller, { files, infos: [] })
  const attachNothing: Attach = () => Promise.resolve()
  const ids = await writeRecords(scope, caller, prepared, attachNothing, (ids) => Promise.resolve(ids))
  return {
    ids,
    async discard() {
      const records = await scope.database.write(async (tx) => {
        const found: FileLocation[] = []
        await announceFiles(scope, 'media.delete', ids, tx)
        for (const id of ids) {
          const location = await locateFile(scope, id, tx)
          if (location) found.push(location)
          await scope.records.delete(id, caller, tx)
        }
        return found
      })
      for (const record of records) await removeContent(scope, record)
    },
  }
}

async function prepareAll(
  scope: UploadScope,
  caller: Caller,
  { files, infos }: Pick<NewFiles, 'files' | 'infos'>,
): Promise<NewFile[]> {
  const context = scope.context(caller)
  const read = files.map((_, index) => readFileInfo(infos[index], scope, context))
  // All types are checked before any file is processed.
  const types = await Promise.all(files.map((file) => typeOf(file, scope)))
  const records: NewFile[] = []
  for (const [index, file] of files.entries()) {
    const info = { ...read[index], name: cleanName(nameOf(read[index] ?? {}, file.name)) }
    const type = types[index]
    if (!type) continue
    const prepared = await prepareFile(file, type, { name: info.name, hash: uniqueHash(info.name) }, scope)
    records.push({ info, file: prepared })
  }
  return records
}

async function writeRecords<Result>(
  scope: UploadScope,
  caller: Caller,
  records: readonly NewFile[],
  attach: Attach,
  read: (ids: readonly number[], tx: AnyTransaction) => Promise<Result>,
): Promise<Result> {
  const { name: provider } = scope.provider
  const planOf = (record: FileRecord) => scope.records.planCreate({ ...record, provider }, caller)
  // Before anything is stored, so that invalid attributes store nothing.
  const planned = records.map(({ info, file }) => planOf({ ...info, ...file.content }))
  const files = records.map(({ file }) => file)
  return storedWhile(scope, records, (written) => {
    const plans = scope.strapi ? written.map(planOf) : planned
    return scope.database.write(async (tx) => {
      const ids: number[] = []
      // Like Strapi 4.26, images get higher ids than other files. The response keeps the order of the request.
      for (const index of imagesLast(files)) {
        const record = plans[index]
        if (record) ids[index] = await record.insert(tx)
      }
      await attach(ids, tx)
      await announceFiles(scope, 'media.create', ids, tx)
      return read(ids, tx)
    })
  })
}

function imagesLast(files: readonly PreparedFile[]): number[] {
  const rank = (index: number) => (files[index]?.content.mime.startsWith('image/') ? 1 : 0)
  return [...files.keys()].toSorted((a, b) => rank(a) - rank(b))
}
