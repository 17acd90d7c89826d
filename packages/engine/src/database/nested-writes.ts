import { AsyncLocalStorage } from 'node:async_hooks'
import type { WritableLayout } from '../layout/layout.js'
import type { WriteTransaction } from './database.js'

/** Maximum nesting of hooks whose writes trigger further hooks. Deeper nesting is most likely endless recursion. */
const deepest = 10

/** A transaction on the tables of any layout. */
type Transaction = WriteTransaction<WritableLayout>

/** One call of `within`. Hooks of a nested write run in a deeper level. */
export interface Level<Tables extends WritableLayout = WritableLayout> {
  readonly transaction: WriteTransaction<Tables>
  readonly depth: number
  state: 'open' | 'done' | 'failed'
  /** Resolves when all nested writes so far have ended. */
  last: Promise<unknown>
}

const innermost = new AsyncLocalStorage<Level>()

/**
 * Runs a project's code within a transaction. Everything that it reads and writes through the transaction's
 * database becomes part of that transaction. So the code sees the transaction's changes, doesn't wait for
 * its locks, and is rolled back with it.
 *
 * @throws Error when the calls are nested too deep
 */
export async function within<Result>(transaction: Transaction, work: () => Promise<Result>): Promise<Result> {
  const depth = (innermost.getStore()?.depth ?? 0) + 1
  if (depth > deepest) throw new Error(`Hooks call each other more than ${deepest} levels deep.`)
  const level: Level = { transaction, depth, state: 'open', last: Promise.resolve() }
  try {
    const result = await innermost.run(level, work)
    await settled(level)
    level.state = 'done'
    return result
  } catch (error) {
    level.state = 'failed'
    throw error
  }
}

type Later = () => void

/** What waits for the commit of each transaction. */
const waiting = new WeakMap<Transaction, readonly Later[]>()

/** Runs work after the commit of a transaction. A rollback drops it. */
export function afterCommit(transaction: Transaction, work: Later): void {
  waiting.set(transaction, [...(waiting.get(transaction) ?? []), work])
}

/**
 * Returns the innermost open level of the database with this layout. Returns null outside of any transaction,
 * and for work that starts after the transaction's end.
 *
 * @throws Error if the level has failed
 */
export function currentLevel<Tables extends WritableLayout>(layout: Tables): Level<Tables> | null {
  const level = innermost.getStore()
  if (!level || level.transaction.layout !== layout || level.state === 'done') return null
  // Its transaction has the same layout, so the same type of layout.
  if (level.state === 'open') return level as Level<Tables>
  throw new Error('The surrounding write has failed. Hooks cannot read or write in it any more.')
}

type Work<Result, Writing> = (transaction: Writing) => Promise<Result>

/** Runs a write, and then what waits for its commit. */
export async function runAfterCommit<Result, Writing extends Transaction>(
  work: Work<Result, Writing>,
  write: (work: Work<Result, Writing>) => Promise<Result>,
): Promise<Result> {
  let committed: Writing | undefined
  const result = await write((transaction) => {
    committed = transaction
    // The work may run again.
    waiting.delete(transaction)
    return work(transaction)
  })
  for (const later of (committed && waiting.get(committed)) ?? []) later()
  return result
}

/**
 * Runs a nested write in a savepoint. Nested writes run one at a time, because the savepoints of a connection
 * can't overlap.
 */
export function nestWrite<Result, Tables extends WritableLayout>(
  level: Level<Tables>,
  work: Work<Result, WriteTransaction<Tables>>,
): Promise<Result> {
  const { transaction, depth } = level
  const run = async (sql: string) => transaction.query({ sql: `${sql} "nested_${depth}"`, values: [] })
  const nested = level.last.then(async () => {
    await run('SAVEPOINT')
    const before = waiting.get(transaction) ?? []
    try {
      const result = await work(transaction)
      await run('RELEASE SAVEPOINT')
      return result
    } catch (error) {
      waiting.set(transaction, before)
      await run('ROLLBACK TO SAVEPOINT').catch(() => undefined)
      throw error
    }
  })
  level.last = nested.catch(() => undefined)
  return nested
}

/**
 * Waits for all nested writes, including those that the code didn't await. Otherwise the transaction could
 * end in the middle of one.
 */
async function settled(level: Level): Promise<void> {
  let seen: Promise<unknown> | undefined
  while (seen !== level.last) {
    seen = level.last
    await seen
  }
}
