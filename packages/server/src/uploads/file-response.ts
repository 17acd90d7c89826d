import type { Caller } from '../entries/caller.js'
import { type JsonText, listOf } from '@content-api/engine/plan'
import type { WriteTransaction } from '@content-api/engine/database'
import { planWritten } from '../query/plan.js'
import type { RawQuery } from '../query/raw-value.js'
import type { UploadScope } from './upload-scope.js'

/** Reads records in the transaction that wrote them, as JSON text: one object, or an array in the order of the ids. */
export interface FileResponse {
  one(id: number, tx: WriteTransaction): Promise<JsonText | null>
  many(ids: readonly number[], tx: WriteTransaction): Promise<JsonText>
}

/** Plans the response before anything is stored, so that an invalid query changes nothing. */
export function planResponse(scope: UploadScope, query: RawQuery, caller: Caller): FileResponse {
  const plan = planWritten(scope.type, query, scope.context(caller), { shape: 'flat' })
  return {
    one: (id, tx) => tx.read(plan, id),
    async many(ids, tx) {
      const records: (JsonText | null)[] = []
      for (const id of ids) records.push(await tx.read(plan, id))
      return listOf(records.filter((record) => record !== null))
    },
  }
}
