import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { checkReachable, createSession, type Database } from '@content-api/engine/database'
import type { ReadOptions } from '../../../../engine/src/database/database.js'
import type { Statement } from '../../../../engine/src/dialects/statement.js'
import { counters } from '../../support/counter-table.js'
import { databases, postgresDatabase } from '../../../../../tests/support/postgres.js'
import { openTables } from '../../support/table-database.js'

const plain = (sql: string): Statement => ({ sql, values: [] })
let statements = 0
/**
 * Runs until it is cancelled. Each statement has different SQL, because a statement that was slow before
 * counts as expensive.
 */
const endless = (name: 'sqlite' | 'postgres') =>
  plain(
    {
      sqlite: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
      postgres: 'SELECT pg_sleep(600)::text',
    }[name] + ` -- ${++statements}`,
  )
const left = new Error('The client has left.')
const one = plain("SELECT 'one'")
const count = plain('SELECT count(*) FROM counters')
const expensive = { weight: 1_000_000 }

/** Resolves when the database has sent this number of further statements. */
async function sent(database: Database, statements: number): Promise<void> {
  const wanted = database.statements() + statements
  while (database.statements() < wanted) await new Promise((resolve) => setImmediate(resolve))
}

describe.each(await databases())('cancelled reads on $name', async ({ name, connection }) => {
  const poolSize = 6
  const options = name === 'postgres' ? { ...connection, poolSize } : connection
  const database = await openTables(options, [counters])
  const readers = 3
  afterAll(() => database.close())

  /** Starts reads that run until `leave` is called. */
  async function hold(reads: number, running: number, input: ReadOptions = {}) {
    const leaving = new AbortController()
    const started = sent(database, running)
    const held = Promise.allSettled(
      Array.from({ length: reads }, () =>
        database.read(endless(name), undefined, { ...input, signal: leaving.signal }),
      ),
    )
    await started
    return async () => {
      leaving.abort(left)
      return held
    }
  }

  test('an aborted read rejects with the reason of its signal, and its statement ends', async () => {
    for (let round = 0; round < 5; round++) {
      const leave = await hold(readers - 1, readers - 1)
      const settled = await leave()
      expect(settled).toEqual(Array.from({ length: readers - 1 }, () => ({ status: 'rejected', reason: left })))
    }
  })

  test('later statements of the connection are not cancelled', async () => {
    for (let round = 0; round < 20; round++) {
      const leave = await hold(1, 1)
      const [, ...reads] = await Promise.all([leave(), ...Array.from({ length: 6 }, () => database.read(one))])
      expect(reads).toEqual(Array.from({ length: 6 }, () => 'one'))
      expect(await database.read(one)).toBe('one')
    }
  })

  test('an aborted read leaves the queue', async () => {
    const leave = await hold(readers, readers - 1)
    const leaving = new AbortController()
    const before = database.statements()
    const waiting = [
      database.read(endless(name), undefined, { ...expensive, signal: leaving.signal }),
      database.write(() => Promise.reject(new Error('It has begun.')), { signal: AbortSignal.abort(left) }),
    ]
    leaving.abort(left)
    for (const each of waiting) await expect(each).rejects.toBe(left)
    await expect(database.read(one, undefined, { signal: AbortSignal.abort(left) })).rejects.toBe(left)
    expect(database.statements()).toBe(before)
    await leave()
  })

  test('cheap reads and the readiness check do not wait behind expensive reads', async () => {
    const leave = await hold(8, 1, expensive)
    expect(await database.read(one)).toBe('one')
    await checkReachable(database)
    for (const { status } of await leave()) expect(status).toBe('rejected')
  })

  const slow = {
    sqlite: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT count(*) FROM n',
    postgres: `SELECT pg_sleep(0.3)::text`,
  }[name]

  test('a slow read with a low estimate does not count as expensive: other reads may have delayed it', async () => {
    const cheap = { weight: 10 }
    await database.read(plain(slow), undefined, cheap)
    const leave = await hold(8, 1, expensive)
    expect(await database.read(plain(slow), undefined, cheap)).not.toBeNull()
    await leave()
  })

  test('a slow read without an estimate counts as expensive the next time', async () => {
    await database.read(plain(slow))
    const leaving = new AbortController()
    const again = Array.from({ length: 8 }, () => database.read(plain(slow), undefined, { signal: leaving.signal }))
    const settled = Promise.allSettled(again)
    const before = database.statements()
    expect(await database.read(one)).toBe('one')
    // The cheap one, and as many expensive ones as may run.
    expect(database.statements() - before).toBeLessThanOrEqual(2)
    leaving.abort(left)
    await settled
  })

  test('the reads of a request use one connection, in the order of the calls', async () => {
    const leaving = new AbortController()
    const started = sent(database, 1)
    const before = database.statements()
    const session = createSession({ client: () => undefined, signal: () => leaving.signal })
    const within = (statement: Statement) => database.read(statement, undefined, { session })
    const reads = Promise.allSettled([within(endless(name)), within(one), within(one)])
    await started
    expect(await database.read(one)).toBe('one')
    expect(database.statements() - before).toBe(2)
    leaving.abort(left)
    const rejected = { status: 'rejected', reason: left }
    expect(await reads).toEqual([rejected, rejected, rejected])
  })

  test('an aborted write completes if it has started, and is dropped otherwise', async () => {
    const before = Number(await database.read(count))
    const leaving = new AbortController()
    const session = createSession({ client: () => undefined, signal: () => leaving.signal })
    const begun = database.write(
      async (transaction) => {
        leaving.abort(left)
        await transaction.insert('counters', { name: 'begun' })
        await transaction.query(plain('SELECT 1'))
      },
      { session },
    )
    await begun
    const dropped = database.write((transaction) => transaction.insert('counters', { name: 'dropped' }), { session })
    await expect(dropped).rejects.toBe(left)
    expect(Number(await database.read(count)) - before).toBe(1)
  })
})

describe('PostgreSQL', async () => {
  const { connection } = await postgresDatabase()

  test('idle connections that PostgreSQL closes cause no failed read or write', async () => {
    const database = await openTables({ ...connection, poolSize: 4 }, [counters])
    const other = new Client(connection.url)
    await other.connect()
    for (let round = 0; round < 5; round++) {
      await Promise.all([database.read(count), database.read(count), database.write((tx) => tx.query(count))])
      await other.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
      const again = Promise.all([database.read(count), database.write((tx) => tx.query(count)), database.read(count)])
      await expect(again).resolves.toHaveLength(3)
    }
    await other.end()
    await database.close()
  })

  test('the server ends the statements of a process that has ended', async () => {
    const database = await openTables(connection, [])
    const interval = await database.read(plain("SELECT current_setting('client_connection_check_interval', true)"))
    // PostgreSQL before 14 has no such setting.
    expect(interval ?? '100ms').toBe('100ms')
    await database.close()
  })
})
