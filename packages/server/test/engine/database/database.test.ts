import { once } from 'node:events'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { Client } from 'pg'
import sqlite3 from 'sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, within } from '@content-api/engine/database'
import type { Statement } from '../../../../engine/src/dialects/statement.js'
import { ended, processOf } from '../../support/child-process.js'
import { counters } from '../../support/counter-table.js'
import { databases, postgresDatabase, sqliteDatabase } from '../../../../../tests/support/postgres.js'
import { openTables } from '../../support/table-database.js'

const plain = (sql: string): Statement => ({ sql, values: [] })
const count = plain('SELECT count(*) FROM counters')
const missing = plain('UPDATE no_such_table SET a = 1')
const increase = plain('UPDATE counters SET value = value + 1 WHERE id = 1')

const addToCounter = await processOf(new URL('../../support/add-to-counter.ts', import.meta.url))
const kinds = [...(await databases()), { name: 'memory', connection: { dialect: 'sqlite', file: ':memory:' } }] as const

async function empty(database: Database): Promise<void> {
  await database.write((transaction) => transaction.query(plain('DELETE FROM counters')))
}

describe.each(kinds)('a database ($name)', ({ name, connection }) => {
  let database: Database

  beforeAll(async () => {
    database = await openTables(connection, [counters])
  })
  beforeEach(() => empty(database))
  afterAll(() => database.close())

  test('stores the writes of a transaction', async () => {
    const id = await database.write(async (transaction) => {
      const { id } = await transaction.insert('counters', { name: 'a', value: 1 })
      await transaction.update('counters', [id], { value: 2 })
      expect(await transaction.read(count)).toBe('1')
      return id
    })
    const { dialect } = database
    const statement = { sql: `SELECT name || value FROM counters WHERE id = ${dialect.placeholder(1)}`, values: [id] }
    expect(await database.read(statement)).toBe('a2')
  })

  test('stores nothing of a failed transaction', async () => {
    const work = database.write(async (transaction) => {
      await transaction.insert('counters', { name: 'a', value: 1 })
      throw new TypeError('changed my mind')
    })
    await expect(work).rejects.toThrow(new TypeError('changed my mind'))
    expect(await database.read(count)).toBe('0')
  })

  test('stores nothing if the last statement fails', async () => {
    const work = database.write(async (transaction) => {
      await transaction.insert('counters', { name: 'a', value: 1 })
      await transaction.queryLast(missing)
    })
    await expect(work).rejects.toThrow(/no_such_table/)
    expect(await database.read(count)).toBe('0')
    await database.write((transaction) => transaction.insert('counters', { name: 'b', value: 2 }))
    expect(await database.read(count)).toBe('1')
  })

  const insertLast = (name: string) => ({
    sql: `INSERT INTO counters (name, value) VALUES (${database.dialect.placeholder(1)}, 0)`,
    values: [name],
  })
  const writeTwo = (first: string, last: string) =>
    database.write(async (transaction) => {
      await transaction.insert('counters', { name: first, value: 1 })
      await transaction.queryLast(insertLast(last))
    })

  test('stores nothing if the last statement fails that the connection has prepared', async () => {
    await writeTwo('a', 'b')
    await writeTwo('c', 'd')
    await expect(writeTwo('e', 'b')).rejects.toMatchObject({ name: 'ValidationError' })
    expect(await database.read(count)).toBe('4')
    await writeTwo('e', 'f')
    expect(await database.read(count)).toBe('6')
  })

  test('stores nothing if work fails after the last statement', async () => {
    await writeTwo('a', 'b')
    const failing = database.write(async (transaction) => {
      await transaction.queryLast(insertLast('c'))
      throw new TypeError('changed my mind')
    })
    await expect(failing).rejects.toThrow(new TypeError('changed my mind'))
    await writeTwo('c', 'd')
    expect(await database.read(count)).toBe('4')
  })

  test.runIf(name === 'postgres')('sends a write and its last statement in two messages', async () => {
    await writeTwo('a', 'b')
    const sent = vi.spyOn(Client.prototype, 'query')
    onTestFinished(() => sent.mockRestore())
    await writeTwo('c', 'd')
    expect(sent).toHaveBeenCalledTimes(2)
  })

  test('reports the failure of the last statement, not of a statement that follows it', async () => {
    const work = database.write(async (transaction) => {
      await transaction.insert('counters', { name: 'a', value: 1 })
      await transaction.queryLast(missing)
      await transaction.insert('counters', { name: 'b', value: 2 })
    })
    await expect(work).rejects.toThrow(/no_such_table/)
    expect(await database.read(count)).toBe('0')
  })

  test('rolls a nested write back if its last statement fails, and keeps the surrounding one', async () => {
    await database.write(async (transaction) => {
      await transaction.insert('counters', { name: 'a', value: 1 })
      await within(transaction, async () => {
        const nested = database.write(async (inner) => {
          await inner.insert('counters', { name: 'b', value: 2 })
          await inner.queryLast(missing)
        })
        await expect(nested).rejects.toThrow(/no_such_table/)
      })
    })
    expect(await database.read(count)).toBe('1')
  })

  test('rejects statements of a transaction that has ended', async () => {
    const kept = await database.write((transaction) => Promise.resolve(transaction))
    await expect(kept.insert('counters', { name: 'late' })).rejects.toThrow(/has ended/)
    await expect(kept.query(count)).rejects.toThrow(/has ended/)
    expect(await database.read(count)).toBe('0')
  })

  test('inserts many rows with values that look like SQL', async () => {
    const rows = Array.from({ length: 1_234 }, (_, index) => ({
      name: `'; DROP TABLE counters; -- ${index}`,
      value: index,
    }))
    await database.write((transaction) => transaction.insertMany('counters', rows))
    expect(await database.read(plain('SELECT count(*) || $$ || sum(value) FROM counters'.replace('$$', `' '`)))).toBe(
      `1234 ${(1_233 * 1_234) / 2}`,
    )
    await database.write((transaction) => transaction.insertMany('counters', []))
  })

  test('runs 200 concurrent writes and loses none', async () => {
    await database.write((transaction) => transaction.insert('counters', { id: 1, name: 'a', value: 0 }))
    await Promise.all(Array.from({ length: 200 }, () => database.write((transaction) => transaction.query(increase))))
    expect(await database.read(plain('SELECT value FROM counters WHERE id = 1'))).toBe('200')
  })

  test('returns committed rows only', async () => {
    let read: ReturnType<Database['read']> | undefined
    await database.write(async (transaction) => {
      await transaction.insert('counters', { name: 'a' })
      read = database.read(count)
      // In memory the read waits for the end of the transaction.
      if (name !== 'memory') await read
    })
    expect(await read).toBe(name === 'memory' ? '1' : '0')
    expect(await database.read(count)).toBe('1')
  })

  test('runs more statements than it keeps prepared', async () => {
    const responses = await Promise.all(
      Array.from({ length: 700 }, (_, index) => database.read(plain(`SELECT '${index % 350}' AS "n${index % 350}"`))),
    )
    expect(responses).toEqual(Array.from({ length: 700 }, (_, index) => String(index % 350)))
  })

  test('runs one statement many times concurrently, each with its own values', async () => {
    const sql = `SELECT ${database.layout.formats.bind('text', database.dialect.placeholder(1), '')} AS text`
    const responses = await Promise.all(
      Array.from({ length: 300 }, (_, index) => database.read({ sql, values: [`${index}`] })),
    )
    expect(responses).toEqual(Array.from({ length: 300 }, (_, index) => `${index}`))
  })

  test('fails only the invalid statement, every time', async () => {
    const wrong = plain('SELECT nothing_of_that_name')
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => database.read(wrong)))
    expect(results.map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
    expect(await database.read(count)).toBe('0')
  })

  test('counts its statements', async () => {
    const before = database.statements()
    await database.read(count)
    expect(database.statements() - before).toBe(1)
  })

  test('rejects a duplicate unique value with 400 and the attribute name', async () => {
    const twice = database.write(async (transaction) => {
      await transaction.insert('counters', { name: 'same' })
      await transaction.insert('counters', { name: 'same' })
    })
    await expect(twice).rejects.toMatchObject({ name: 'ValidationError', message: 'This attribute must be unique' })
    const byStatement = database.write((transaction) =>
      transaction.query(plain(`INSERT INTO counters (name) VALUES ('same'), ('same')`)),
    )
    await expect(byStatement).rejects.toMatchObject({ status: 400, message: 'This attribute must be unique' })
  })
})

describe('two processes', async () => {
  test.each(await databases())('write to one $name without losing a write', async ({ connection }) => {
    const database = await openTables(connection, [counters])
    await database.write((transaction) => transaction.insert('counters', { id: 1, name: 'shared', value: 0 }))
    const children = [addToCounter(JSON.stringify(connection), '60'), addToCounter(JSON.stringify(connection), '60')]
    await Promise.all(children.map((child) => once(child, 'message')))
    await Promise.all(Array.from({ length: 20 }, () => database.write((transaction) => transaction.query(increase))))
    expect(await Promise.all(children.map(ended))).toEqual([
      { code: 0, signal: null },
      { code: 0, signal: null },
    ])
    expect(await database.read(plain('SELECT value FROM counters WHERE id = 1'))).toBe('140')
    await database.close()
  })
})

describe('SQLite', () => {
  const { connection } = sqliteDatabase()

  test('syncs every commit to disk, enforces foreign keys, and allows reads during a write', async () => {
    const database = await openTables(connection, [counters])
    const settings = await database.write(async (transaction) => ({
      journal: await transaction.read(plain('PRAGMA journal_mode')),
      synchronous: await transaction.read(plain('PRAGMA synchronous')),
      foreignKeys: await transaction.read(plain('PRAGMA foreign_keys')),
      busyTimeout: await transaction.read(plain('PRAGMA busy_timeout')),
    }))
    expect(settings).toEqual({ journal: 'wal', synchronous: '2', foreignKeys: '1', busyTimeout: '10000' })
    await expect(
      database.read(plain(`INSERT INTO counters (name) VALUES ('by a reader') RETURNING id`)),
    ).rejects.toMatchObject({ status: 503 })
    await database.close()
  })

  test('enforces foreign keys after a failed migration', async () => {
    const database = await openTables(connection, [counters])
    await expect(database.migrate(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await database.write((transaction) => transaction.read(plain('PRAGMA foreign_keys')))).toBe('1')
    await database.close()
  })

  test('waits while another process locks the file', async () => {
    const database = await openTables(connection, [counters])
    const other = new sqlite3.Database(connection.file)
    await new Promise<void>((resolve, reject) =>
      other.exec('BEGIN EXCLUSIVE', (error) => (error ? reject(error) : resolve())),
    )
    let written = false
    const write = database
      .write((transaction) => transaction.insert('counters', { name: 'patient' }))
      .finally(() => (written = true))
    for (let read = 0; read < 50; read++) expect(await database.read(plain('SELECT 1'))).toBe('1')
    expect(written).toBe(false)
    await new Promise<void>((resolve) => other.exec('COMMIT', () => resolve()))
    await expect(write).resolves.toMatchObject({ id: expect.any(Number) as number })
    await new Promise<void>((resolve) => other.close(() => resolve()))
    await database.close()
  })

  // Without its locks, another process that closes the file deletes the log that this process writes to.
  test.runIf(process.platform === 'linux')('keeps the locks on a file that is opened again', async () => {
    const { connection } = sqliteDatabase()
    const first = await openTables(connection, [counters])
    const locks = () =>
      readFileSync('/proc/locks', 'utf8')
        .split('\n')
        .filter((line) => line.includes(`:${statSync(connection.file).ino} `)).length
    const before = locks()
    expect(before).toBeGreaterThan(0)
    const second = await openTables(connection, [counters])
    expect(locks()).toBe(before)
    await second.close()
    expect(locks()).toBe(before)
    await first.close()
  })

  test('completes earlier reads before it closes, and rejects later ones', async () => {
    const { connection } = sqliteDatabase()
    const database = await openTables(connection, [counters], { statementMilliseconds: 60_000, responseBytes: 1_000 })
    const countTo = (most: number) =>
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most}) SELECT max(i) FROM n`
    const reads = Array.from({ length: 8 }, () => database.read(plain(countTo(200_000))))
    await Promise.all([database.close(), ...reads])
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 8 }, () => '200000'))
    await expect(database.read(count)).rejects.toThrow('The database is closed.')
  })

  test('rejects a file that stores text as UTF-16', async () => {
    const { connection } = sqliteDatabase()
    const other = new sqlite3.Database(connection.file)
    await promisify(other.exec.bind(other))("PRAGMA encoding = 'UTF-16le'; CREATE TABLE notes (text TEXT)")
    await promisify(other.close.bind(other))()
    await expect(openTables(connection, [counters])).rejects.toThrow(
      `Cannot open the database ${connection.file}: it stores text as UTF-16le`,
    )
  })

  test('reports a file that is not a database', async () => {
    const { connection } = sqliteDatabase()
    writeFileSync(
      connection.file,
      'this is a diary, not a database, and it is long enough to be read as a header, is it not?',
    )
    await expect(openTables(connection, [])).rejects.toThrow(/Cannot open the database .*data\.db: SQLITE_NOTADB/)
    expect(readFileSync(connection.file, 'utf8')).toMatch(/^this is a diary/)
    rmSync(connection.file)
  })

  test('reports a full disk as 507, and can still read', async () => {
    const { connection } = sqliteDatabase()
    const database = await openTables(connection, [counters])
    await database.write((transaction) => transaction.query(plain('PRAGMA max_page_count = 12')))
    const fill = () =>
      database.write((transaction) => transaction.insert('counters', { name: 'x'.repeat(30_000) + Math.random() }))
    await expect(fill().then(fill)).rejects.toMatchObject({ name: 'InsufficientStorageError', status: 507 })
    expect(await database.read(count)).toMatch(/^[01]$/)
    await database.close()
  })
})

describe('PostgreSQL', async () => {
  const { connection } = await postgresDatabase()

  test('repeats transactions after a conflict', async () => {
    const database = await openTables(connection, [counters])
    await database.write(async (transaction) => {
      await transaction.insertMany('counters', [
        { id: 1, name: 'a', value: 0 },
        { id: 2, name: 'b', value: 0 },
      ])
    })
    let [runs, locked] = [0, 0]
    const crosswise = (first: number, second: number) =>
      database.write(async (transaction) => {
        runs += 1
        await transaction.query(plain(`UPDATE counters SET value = value + 1 WHERE id = ${first}`))
        locked += 1
        // Each transaction holds the row that the other one needs.
        await expect.poll(() => locked).toBeGreaterThan(1)
        await transaction.query(plain(`UPDATE counters SET value = value + 1 WHERE id = ${second}`))
      })
    await Promise.all([crosswise(1, 2), crosswise(2, 1)])
    expect(runs).toBeGreaterThan(2)
    expect(await database.read(plain('SELECT sum(value) FROM counters'))).toBe('4')
    await database.close()
  })

  test('deallocates prepared statements before a transaction, not within it', async () => {
    const database = await openTables(connection, [counters])
    for (let n = 0; n < 250; n++) await database.read(plain(`SELECT '${n}'`))
    const level = await database.write(async (transaction) => {
      await transaction.query(plain('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ'))
      return transaction.read(plain("SELECT current_setting('transaction_isolation')"))
    })
    expect(level).toBe('repeatable read')
    await database.close()
  })

  test('reports a closed connection as 503 with Retry-After, and the next request works', async () => {
    const database = await openTables(connection, [counters])
    const cut = async () => {
      const other = new Client(connection.url)
      await other.connect()
      // Wait for the end of the connections. Otherwise an idle connection that is about to close would fail
      // one more request with 503.
      await other.query(
        'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
      await other.end()
    }
    const sleeping = async () => {
      const other = new Client(connection.url)
      await other.connect()
      const sql = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
      while ((await other.query(sql)).rows.length === 0);
      await other.end()
    }
    const [read] = await Promise.allSettled([database.read(plain('SELECT pg_sleep(600)::text')), sleeping().then(cut)])
    expect(read).toMatchObject({ status: 'rejected', reason: { status: 503, headers: { 'Retry-After': '1' } } })
    expect(await database.read(plain('SELECT 1'))).toBe('1')
    const write = database.write(async (transaction) => {
      await transaction.query(increase)
      await cut()
      await transaction.query(increase)
    })
    await expect(write).rejects.toMatchObject({ status: 503 })
    expect(await database.read(plain('SELECT 1'))).toBe('1')
    await database.close()
  })

  test('rejects with 503 while all connections are in use', async () => {
    const database = await openTables({ ...connection, poolSize: 2 }, [counters])
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let writing: Promise<void> | undefined
    await new Promise<void>((begun) => {
      writing = database.write(() => {
        begun()
        return released
      })
    })
    const leaving = new AbortController()
    const { signal } = leaving
    const reading = database.read(plain('SELECT pg_sleep(600)::text'), undefined, { signal })
    await Promise.all([
      expect(database.read(count)).rejects.toMatchObject({ status: 503 }),
      expect(database.write(() => Promise.resolve())).rejects.toMatchObject({ status: 503 }),
    ])
    release()
    leaving.abort(new Error('over'))
    await expect(reading).rejects.toThrow('over')
    await writing
    await database.close()
  })

  test('reads while transactions use all write connections', async () => {
    const database = await openTables({ ...connection, poolSize: 1 }, [counters])
    await database.write(async () => expect(await database.read(plain("SELECT 'beside'"))).toBe('beside'))
    await database.close()
  })

  test('names an unreachable server without its password', async () => {
    const url = 'postgres://someone:secret@127.0.0.1:1/nothing'
    const opening = openTables({ dialect: 'postgres', url }, [])
    await expect(opening).rejects.toThrow(/Cannot open the database 127\.0\.0\.1:1\/nothing: /)
    await expect(opening).rejects.not.toThrow(/secret/)
  })
})
