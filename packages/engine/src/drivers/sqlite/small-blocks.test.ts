import sqlite3 from 'sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SmallBlocks } from './small-blocks.js'

let handle: sqlite3.Database
let blocks: SmallBlocks

beforeEach(async () => {
  handle = new sqlite3.Database(':memory:')
  blocks = await SmallBlocks.open(handle)
})

/** SQLite doesn't close a connection that has prepared statements, so closing it checks that `finish` is complete. */
afterEach(async () => {
  blocks.finish()
  await new Promise<void>((resolve, reject) => handle.close((error) => (error ? reject(error) : resolve())))
})

const run = (sql: string) =>
  new Promise<void>((resolve, reject) => handle.exec(sql, (error) => (error ? reject(error) : resolve())))

const prepare = (sql: string) =>
  new Promise<sqlite3.Statement>((resolve, reject) => {
    const statement = handle.prepare(sql, (error: Error | null) => (error ? reject(error) : resolve(statement)))
  })

const rows = (statement: sqlite3.Statement, ...values: unknown[]) =>
  new Promise<unknown>((resolve, reject) =>
    statement.all(...values, (error: Error | null, found: unknown) => (error ? reject(error) : resolve(found))),
  )

describe('SmallBlocks', () => {
  // VACUUM rejects while another statement of its connection is between two rows.
  const isHeld = () =>
    run('VACUUM').then(
      () => false,
      (error: Error) => error.message.includes('SQL statements in progress'),
    )

  it('holds the blocks during work, and not after it', async () => {
    expect(await blocks.holdDuring(isHeld)).toBe(true)
    expect(await isHeld()).toBe(false)
    expect(await blocks.holdDuring(isHeld)).toBe(true)
  })

  it('releases the blocks when the work fails', async () => {
    await expect(blocks.holdDuring(() => prepare('SELECT missing'))).rejects.toThrow('no such column')
    expect(await isHeld()).toBe(false)
  })

  it('lets transactions begin, commit and roll back during work', async () => {
    await run('CREATE TABLE numbers (number)')
    const [insert, count] = [
      await prepare('INSERT INTO numbers VALUES (1)'),
      await prepare('SELECT count(*) AS n FROM numbers'),
    ]
    for (const end of ['COMMIT', 'ROLLBACK']) {
      await blocks.holdDuring(() => run('BEGIN'))
      await blocks.holdDuring(() => rows(insert))
      await blocks.holdDuring(() => run(end))
    }
    expect(await rows(count)).toEqual([{ n: 1 }])
    insert.finalize()
    count.finalize()
  })
})

describe('bound texts', () => {
  /** Runs a statement with texts, and returns a function that runs it again with the values that are still bound. */
  async function runWithTexts(name: string, count: number) {
    const statement = await prepare(`SELECT ${Array.from({ length: count }, (_, at) => `?${at + 1} AS v${at}`).join()}`)
    const values = Array.from({ length: count }, (_, at) => `${name} ${at}`)
    await blocks.beforeBinding(statement, values)
    await rows(statement, values)
    const bound = async () => JSON.stringify(await rows(statement)).includes(name)
    return { statement, bound }
  }

  it('are unbound from the statements that ran longest ago', async () => {
    const [first, second, third] = [
      await runWithTexts('first', 16),
      await runWithTexts('second', 16),
      await runWithTexts('third', 10),
    ]
    expect([await first.bound(), await second.bound(), await third.bound()]).toEqual([false, true, true])

    // The second statement runs again, so that the third is now the one that ran longest ago.
    await blocks.beforeBinding(second.statement, ['second'])
    const fourth = await runWithTexts('fourth', 22)
    expect([await second.bound(), await third.bound(), await fourth.bound()]).toEqual([true, false, true])
    for (const { statement } of [first, second, third, fourth]) statement.finalize()
  })

  it('stay bound to a statement that has too many by itself', async () => {
    const { statement, bound } = await runWithTexts('many', 40)
    expect(await bound()).toBe(true)
    statement.finalize()
  })

  it('of finalized statements are forgotten', async () => {
    const [kept, finalized] = [await runWithTexts('kept', 20), await runWithTexts('finalized', 12)]
    blocks.forget(finalized.statement)
    finalized.statement.finalize()
    const { statement } = await runWithTexts('next', 12)
    expect(await kept.bound()).toBe(true)
    kept.statement.finalize()
    statement.finalize()
  })

  it('are the only values that count', async () => {
    const { statement, bound } = await runWithTexts('few', 32)
    const numbers = await prepare('SELECT ?1, ?2')
    expect(blocks.beforeBinding(numbers, [1, null])).toBeUndefined()
    expect(await bound()).toBe(true)
    statement.finalize()
    numbers.finalize()
  })
})
