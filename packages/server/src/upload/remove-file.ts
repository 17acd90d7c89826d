import type { JsonText } from '@content-api/engine/plan'
import { applyDelete } from '@content-api/engine/write'
import { planResponse } from './file-response.js'
import { locateFile, removeStored } from './stored-files.js'
import { noSuchFile, requireAccess, type UploadRequest, type UploadScope } from './upload-scope.js'

/**
 * Detaches a file from all entries, and deletes its record and then its content. Returns the deleted record
 * as JSON text.
 */
export async function removeFile(scope: UploadScope, request: UploadRequest, id: number): Promise<JsonText> {
  requireAccess(scope, request.caller, 'delete')
  const response = planResponse(scope, request.query, request.caller)
  const { text, location } = await scope.database.write(async (tx) => {
    const location = await locateFile(scope, id, tx)
    const text = location && (await response.one(id, tx))
    if (!location || text === null) throw noSuchFile(id)
    await applyDelete(scope.type, id, tx)
    return { text, location }
  })
  // The content is deleted after the transaction, so that no record refers to missing content.
  if (location.provider === scope.provider.name) await removeStored(scope, location.keys)
  return text
}
