import { afterAll, expect, it } from 'vitest'
import { ApiError } from '@content-api/engine/errors'
import { SqliteWriter } from '../../../../engine/src/drivers/sqlite/sqlite-writer.js'
import { sqliteDatabase } from '../../../../../tests/support/postgres.js'

const writer = await SqliteWriter.open(sqliteDatabase().connection.file)
const { connection } = writer
afterAll(() => writer.close())

/** Counts to a number, row by row. */
const count = (most: number) => ({
  sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) SELECT max(i) FROM n',
  values: [most],
})
const limits = (statementMilliseconds: number) => ({ statementMilliseconds, responseBytes: 1_000 })

it('ends a statement over the time limit, and no other', async () => {
  await expect(connection.text(count(1e12), limits(20))).rejects.toThrow('The query takes too long')
  let ended = 0
  // From far too short to long enough. Some statements end just when their time is up.
  for (let most = 20_000; most > 0; most -= 100) {
    const result = await connection.text(count(most), limits(1)).catch((error: unknown) => error)
    const isEnded = result instanceof ApiError
    ended += Number(isEnded)
    expect(isEnded ? result.message : result).toBe(
      isEnded ? 'The query takes too long: request less data' : String(most),
    )
    expect(await connection.rows(count(2_000))).toEqual([{ 'max(i)': 2_000 }])
  }
  expect(ended).toBeGreaterThan(0)
})

it('keeps the transaction of the ended statement', async () => {
  await connection.run('CREATE TABLE kept (id INTEGER); BEGIN IMMEDIATE; INSERT INTO kept VALUES (1)')
  await expect(connection.text(count(1e12), limits(20))).rejects.toThrow('The query takes too long')
  await connection.run('INSERT INTO kept VALUES (2); COMMIT')
  expect(await connection.text({ sql: 'SELECT count(*) FROM kept', values: [] }, null)).toBe('2')
})

it('rejects a result over the size limit, and returns it to a statement without limits', async () => {
  const long = { sql: 'SELECT ?1 || ?1', values: ['é'.repeat(300)] }
  await expect(connection.text(long, limits(60_000))).rejects.toThrow('The response would be too large')
  expect(await connection.text(long, null)).toBe('é'.repeat(600))
})
