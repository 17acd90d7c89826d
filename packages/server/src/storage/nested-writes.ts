import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, WriteTransaction } from './database.js'
import { translateError } from './errors.js'

/** So deep may hooks write what runs hooks again; beyond it they most likely call each other without end. */
const deepest = 10

/** What is run within a transaction, and what that has come to. */
interface Level {
  readonly transaction: WriteTransaction
  readonly depth: number
  state: 'open' | 'done' | 'failed'
  /** Resolves when what has been written so far is through. */
  last: Promise<unknown>
}

const innermost = new AsyncLocalStorage<Level>()

/**
 * Runs code of others within a transaction: all that it reads and writes through a database made by `nesting` becomes part of
 * that transaction, so that it sees what was written, waits for no lock of its own, and is rolled back together with it.
 * @throws Error when such code has called itself too often
 */
export async function within<Result>(transaction: WriteTransaction, work: () => Promise<Result>): Promise<Result> {
  const depth = (innermost.getStore()?.depth ?? 0) + 1
  if (depth > deepest) throw new Error(`Hooks have written what calls hooks ${deepest} levels deep.`)
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

/** The database as code within a transaction may use it, see `within`. */
export function nesting(database: Database): Database {
  const { registry, layout, dialect } = database
  return {
    registry,
    layout,
    dialect,
    statements: database.statements,
    price: (plan, transaction) => database.price(plan, transaction),
    read(plan, id, options) {
      const level = levelOf(database)
      return level ? translated(database, level.transaction.read(plan, id)) : database.read(plan, id, options)
    },
    write(work, options) {
      const level = levelOf(database)
      return level ? nest(database, level, work) : database.write(work, options)
    },
    migrate: (work) => database.migrate(work),
    lastWrite: () => database.lastWrite(),
    saveSnapshot: (place) => database.saveSnapshot(place),
    restoreSnapshot: (place) => database.restoreSnapshot(place),
    dropSnapshot: (place) => database.dropSnapshot(place),
    explain: (statement, options) => database.explain(statement, options),
    close: () => database.close(),
  }
}

/** null outside of any transaction of this database, and for what is done after its end. */
function levelOf({ layout }: Database): Level | null {
  const level = innermost.getStore()
  if (!level || level.transaction.layout !== layout || level.state === 'done') return null
  if (level.state === 'open') return level
  throw new Error('The write that this belongs to has failed: nothing more is read or written for it.')
}

/** One at a time, since savepoints of one connection lie within one another; undone by itself when it fails. */
function nest<Result>(
  database: Database,
  level: Level,
  work: (transaction: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  const { transaction, depth } = level
  const run = async (sql: string) => transaction.query({ sql: `${sql} "nested_${depth}"`, values: [] })
  const nested = level.last.then(async () => {
    await run('SAVEPOINT')
    try {
      const result = await work(transaction)
      await run('RELEASE SAVEPOINT')
      return result
    } catch (error) {
      await run('ROLLBACK TO SAVEPOINT').catch(() => undefined)
      throw error
    }
  })
  level.last = nested.catch(() => undefined)
  return translated(database, nested)
}

async function translated<Result>(database: Database, result: Promise<Result>): Promise<Result> {
  try {
    return await result
  } catch (error) {
    throw translateError(error, database)
  }
}

/** Also of writes that nobody waited for: they must not be cut in two by the end of the transaction. */
async function settled(level: Level): Promise<void> {
  let seen: Promise<unknown> | undefined
  while (seen !== level.last) {
    seen = level.last
    await seen
  }
}
