import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database, WriteTransaction } from '@content-api/engine/database'
import type { Statement } from '../../../../engine/src/dialects/statement.js'
import { counters } from '../../support/counter-table.js'
import { databases, sqliteDatabase } from '../../../../../tests/support/postgres.js'
import { openTables } from '../../support/table-database.js'

const plain = (sql: string): Statement => ({ sql, values: [] })
const names = plain("SELECT group_concat(name, ' ') FROM (SELECT name FROM counters ORDER BY id)")
const insert = (name: string) => async (transaction: WriteTransaction) =>
  (await transaction.insert('counters', { name, value: 0 })).id

/** Sends writes that form one group: the first has started when the others arrive. */
function together<Result>(database: Database, works: readonly ((transaction: WriteTransaction) => Promise<Result>)[]) {
  return Promise.allSettled(works.map((work) => database.write(work, { grouped: true })))
}

describe.each([...(await databases())])('grouped writes on $name', ({ connection }) => {
  test('are all stored, and each gets its own result', async () => {
    const database = await openTables(connection, [counters])
    await database.write((transaction) => transaction.query(plain('DELETE FROM counters')))
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, n) => database.write(insert(`n${n}`), { grouped: true })),
    )
    expect(new Set(ids).size).toBe(50)
    for (const [n, id] of ids.entries()) {
      expect(await database.read(plain(`SELECT name FROM counters WHERE id = ${id}`))).toBe(`n${n}`)
    }
    await database.close()
  })
})

describe('groups on SQLite', () => {
  let database: Database
  const { connection } = sqliteDatabase()

  beforeAll(async () => {
    database = await openTables(connection, [counters])
  })
  beforeEach(async () => {
    await database.write((transaction) => transaction.query(plain('DELETE FROM counters')))
    // A group ends after 20 ms. This clock is fixed, so that a busy machine doesn't end groups.
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => void vi.useRealTimers())
  afterAll(() => database.close())

  test('confirm no write before the commit of the whole group', async () => {
    const events: string[] = []
    const seen: unknown[] = []
    const write = async (name: string) => {
      const work = async (transaction: WriteTransaction) => {
        await insert(name)(transaction)
        events.push(`${name} written`)
        seen.push(await database.read(names))
      }
      await database.write(work, { grouped: true })
      events.push(`${name} acknowledged`)
    }
    await Promise.all(['a', 'b', 'c'].map(write))
    expect(events).toEqual([
      'a written',
      'b written',
      'c written',
      'a acknowledged',
      'b acknowledged',
      'c acknowledged',
    ])
    // No reader saw them before the commit.
    expect(seen).toEqual([null, null, null])
  })

  test('have a maximum size, and later writes form the next group', async () => {
    let written = 0
    const first = database.write(
      async (transaction) => {
        await insert('first')(transaction)
        written += 1
      },
      { grouped: true },
    )
    const seen = first.then(() => written)
    const others = Array.from({ length: 60 }, (_, n) =>
      database.write(
        async (transaction) => {
          await insert(`n${n}`)(transaction)
          written += 1
        },
        { grouped: true },
      ),
    )
    // One write of the next group may have run before the first write is notified of its commit.
    expect(await seen).toBeLessThanOrEqual(33)
    await Promise.all(others)
    expect(await database.read(plain('SELECT count(*) FROM counters'))).toBe('61')
  })

  test('end after a time, however many writes wait', async () => {
    const order: string[] = []
    const write = (name: string, milliseconds: number) =>
      database
        .write(
          async (transaction) => {
            await insert(name)(transaction)
            vi.advanceTimersByTime(milliseconds)
            order.push(name)
          },
          { grouped: true },
        )
        .then(() => order.push(`${name} acknowledged`))
    await Promise.all([write('slow', 50), write('next', 0)])
    expect(order.indexOf('slow acknowledged')).toBeLessThan(order.indexOf('next acknowledged'))
    expect(order[0]).toBe('slow')
    expect(order).toHaveLength(4)
  })

  test('keep the other writes when one fails', async () => {
    const runs: string[] = []
    const failing = async (transaction: WriteTransaction) => {
      runs.push('failing')
      await insert('gone')(transaction)
      throw new TypeError('changed my mind')
    }
    const counting = (name: string) => (transaction: WriteTransaction) => {
      runs.push(name)
      return insert(name)(transaction)
    }
    const results = await together(database, [counting('a'), failing, counting('b')])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(results[1]).toMatchObject({ reason: new TypeError('changed my mind') })
    expect(await database.read(names)).toBe('a b')
    // The group was rolled back, and its members ran by themselves in their order.
    expect(runs).toEqual(['a', 'failing', 'a', 'failing', 'b'])
  })

  const missing = [{ table: 'counters', id: 900_000 }]
  test.each([
    ['reads', (transaction: WriteTransaction) => transaction.query(plain('SELECT name FROM counters'))],
    [
      'inserts nothing, because a row is missing',
      (transaction: WriteTransaction) => transaction.insertIfFound(missing, 'counters', { name: 'c', value: 0 }),
    ],
  ])('are not rolled back for a write that %s and then fails', async (_, work) => {
    let runs = 0
    const results = await together<unknown>(database, [
      (transaction) => {
        runs += 1
        return insert('a')(transaction)
      },
      async (transaction) => {
        await work(transaction)
        throw new TypeError('not found')
      },
      insert('b'),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect([await database.read(names), runs]).toEqual(['a b', 1])
  })

  test('fail only the duplicate of a unique value, even with the first value in the same group', async () => {
    const results = await together(database, [insert('a'), insert('same'), insert('same'), insert('b')])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(results[2]).toMatchObject({ reason: { name: 'ValidationError' } })
    expect(await database.read(names)).toBe('a same b')
  })

  test('store nothing of a write whose error ends the whole transaction', async () => {
    const ending = async (transaction: WriteTransaction) => {
      await insert('half')(transaction)
      // SQLite rolls back the whole transaction, as after a disk error.
      await transaction
        .query(plain("INSERT OR ROLLBACK INTO counters (name, value) VALUES ('half', 0)"))
        .catch(() => undefined)
      // Without a transaction, this would be committed immediately.
      return insert('other half')(transaction)
    }
    const results = await together(database, [insert('a'), ending, insert('b')])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await database.read(names)).toBe('a b')
  })

  test('confirm no write when the commit fails', async () => {
    await database.write((transaction) =>
      transaction.execute([
        'CREATE TABLE notes (counter INTEGER REFERENCES counters (id) DEFERRABLE INITIALLY DEFERRED)',
        'CREATE UNIQUE INDEX counters_id ON counters (id)',
      ]),
    )
    const dangling = (transaction: WriteTransaction) => transaction.query(plain('INSERT INTO notes VALUES (99)'))
    const results = await together<unknown>(database, [insert('a'), dangling])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await database.read(names)).toBe(null)
    await database.write((transaction) => transaction.query(plain('DROP TABLE notes')))
  })

  test('keep their order with other writes', async () => {
    const order: string[] = []
    const write = (name: string, grouped: boolean) =>
      database.write(
        async (transaction) => {
          await insert(name)(transaction)
          order.push(name)
        },
        { grouped },
      )
    await Promise.all([write('a', true), write('b', true), write('c', false), write('d', true)])
    expect(order).toEqual(['a', 'b', 'c', 'd'])
  })
})
