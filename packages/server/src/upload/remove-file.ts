import { applyDelete } from '../storage/write/apply-delete.js'
import { planAnswer } from './file-answer.js'
import { locateFile, removeStored } from './stored-files.js'
import { noSuchFile, requireAccess, type UploadRequest, type UploadScope } from './upload-scope.js'

/** Removes a file from all entries that have it, its record, and then what is stored of it. Answers the record as it was. */
export async function removeFile(scope: UploadScope, request: UploadRequest, id: number): Promise<string> {
  requireAccess(scope, request.caller, 'delete')
  const answer = planAnswer(scope, request.query, request.caller)
  const { text, location } = await scope.database.write(async (tx) => {
    const location = await locateFile(scope, id, tx)
    const text = location && (await answer.one(id, tx))
    if (!location || text === null) throw noSuchFile(id)
    await applyDelete(scope.type, id, tx)
    return { text, location }
  })
  // Not before the record is gone for good: it would name what isn't there.
  if (location.provider === scope.provider.name) await removeStored(scope, location.keys)
  return text
}
