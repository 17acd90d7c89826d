import type { Caller } from '../entries/caller.js'
import { planWritten, type RawQuery } from '../query/plan.js'
import type { WriteTransaction } from '../storage/database.js'
import type { UploadScope } from './upload-scope.js'

/** Reads records in the transaction that wrote them: an object for one, an array in the order of the ids for several. */
export interface FileAnswer {
  one(id: number, tx: WriteTransaction): Promise<string | null>
  many(ids: readonly number[], tx: WriteTransaction): Promise<string>
}

/** Plans an answer before anything is stored, so that a mistake in the query leaves everything as it was. */
export function planAnswer(scope: UploadScope, query: RawQuery, caller: Caller): FileAnswer {
  const plan = planWritten(scope.type, query, scope.context(caller), { shape: 'flat' })
  return {
    one: (id, tx) => tx.read(plan, id),
    async many(ids, tx) {
      const records: (string | null)[] = []
      for (const id of ids) records.push(await tx.read(plan, id))
      return `[${records.filter((record) => record !== null).join(',')}]`
    },
  }
}
