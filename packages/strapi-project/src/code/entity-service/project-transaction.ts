import { withTimeout } from '@content-api/core/errors/project-fault'
import type { WritableLayout } from '@content-api/engine/layout'
import { type Database, within } from '@content-api/engine/database'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import { guarded } from '../host/guarded.js'

type Later = () => unknown

/** The argument of the function that `strapi.db.transaction` runs. */
export interface TransactionTools {
  readonly trx: object
  /** Does nothing, because the transaction is committed when the function resolves. */
  readonly commit: () => Promise<void>
  /** Rolls the transaction back when the function resolves. */
  readonly rollback: () => Promise<void>
  readonly onCommit: (work: Later) => void
  readonly onRollback: (work: Later) => void
}

export type RunTransaction = <Result>(work: (tools: TransactionTools) => Promise<Result> | Result) => Promise<Result>

const noHooks = () => ({ committed: [] as Later[], rolledBack: [] as Later[] })

/** Thrown to end a transaction that its function has rolled back. */
class RolledBack extends Error {}

/** Creates `strapi.db.transaction`. All reads and writes of the function are one transaction. */
export function projectTransaction(database: () => Database<WritableLayout>, milliseconds: number): RunTransaction {
  return async (work) => {
    if (typeof work !== 'function') {
      throw new ExtensionError('strapi.db.transaction needs a function, which runs in the transaction.')
    }
    let outcome: { result?: Awaited<ReturnType<typeof work>> } = {}
    let later = noHooks()
    try {
      await database().write((transaction) => {
        // The transaction may run again, so nothing of a failed run is kept.
        outcome = {}
        const hooks = (later = noHooks())
        let isRolledBack = false
        const tools: TransactionTools = {
          trx: guarded('trx of strapi.db.transaction', {}),
          commit: () => Promise.resolve(),
          async rollback() {
            isRolledBack = true
          },
          onCommit: (then) => void hooks.committed.push(then),
          onRollback: (then) => void hooks.rolledBack.push(then),
        }
        return within(transaction, async () => {
          outcome.result = await withTimeout('strapi.db.transaction', milliseconds, () => work(tools))
          if (isRolledBack) throw new RolledBack()
        })
      })
    } catch (error) {
      for (const then of later.rolledBack) await then()
      if (!(error instanceof RolledBack)) throw error
      return outcome.result as Awaited<ReturnType<typeof work>>
    }
    for (const then of later.committed) await then()
    return outcome.result as Awaited<ReturnType<typeof work>>
  }
}
