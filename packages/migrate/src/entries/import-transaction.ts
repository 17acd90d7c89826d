import type { WriteTransaction } from '@content-api/engine/database'
import { ApiError, type ImportMistakes } from '@content-api/engine/errors'
import { RowWriter } from '@content-api/engine/transfer'
import type { ContentStore } from '../content-store.js'

/**
 * Wraps work that can't run twice because its input or output is a stream. Databases run a transaction again
 * after a conflict with other writes; the second run throws an error.
 */
export function unrepeated<Result>(
  work: (transaction: WriteTransaction) => Promise<Result>,
): (transaction: WriteTransaction) => Promise<Result> {
  let begun = false
  return async (transaction) => {
    if (begun) {
      throw new ApiError(
        'ServiceUnavailableError',
        'Other writes changed the content at the same time. Try again when there are fewer writes',
      )
    }
    begun = true
    return work(transaction)
  }
}

export interface TransactionOptions {
  readonly mistakes: ImportMistakes
  /** If true, everything is rolled back at the end. */
  readonly dryRun?: boolean | undefined
  /** Whether existing content is deleted first. */
  readonly replace?: boolean | undefined
}

/** Runs an import in one transaction. Errors of the database become mistakes where they have one as a reason. */
export async function importInTransaction<Result>(
  { database, recordImport }: Pick<ContentStore, 'database' | 'recordImport'>,
  { mistakes, dryRun = false, replace = false }: TransactionOptions,
  work: (transaction: WriteTransaction, writer: RowWriter) => Promise<Result>,
): Promise<Result> {
  let writer: RowWriter | undefined
  const run = unrepeated(async (transaction) => {
    const rows = new RowWriter(transaction, mistakes)
    writer = rows
    const result = await work(transaction, rows).catch(async (error: unknown) => {
      // The rollback must not overtake the statement that still runs.
      await rows.settled().catch(() => undefined)
      throw error
    })
    if (dryRun) throw new DryRunDone(result)
    await rows.continueIds()
    const types = [...database.registry.contentTypes.keys()]
    const { uids } = rows
    await recordImport?.(transaction, replace ? types : types.filter((uid) => uids.has(uid)))
    return result
  })
  try {
    return await database.write(run)
  } catch (error) {
    if (error instanceof DryRunDone) return error.result as Result
    throw writer?.explain(error) ?? error
  }
}

/** Ends the transaction of a dry run: only an error rolls a transaction back. */
class DryRunDone extends Error {
  constructor(readonly result: unknown) {
    super('dry run')
  }
}
