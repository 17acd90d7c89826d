import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../server/test/support/postgres.js'
import { openTables } from '../../../server/test/support/table-database.js'
import { stringOf } from '../plan/json-text.js'
import type { Database } from '../database/database.js'
import type { Table } from '../layout/table.js'
import { rowsSql, spreadSql } from './counting.js'

const links: Table = {
  name: 'links',
  columns: [
    { name: 'id', kind: 'id' },
    { name: 'type', kind: 'text' },
    { name: 'source_id', kind: 'reference' },
  ],
  indexes: [{ name: 'links_source_id_idx', columns: ['source_id'], unique: false }],
}

describe.each(await databases())('the statistics of a table, on $name', ({ connection }) => {
  let database: Database
  beforeAll(async () => {
    database = await openTables(connection, [links])
  })
  afterAll(() => database.close())

  const read = async (sql: string) =>
    stringOf((await database.read({ sql, values: [] })) ?? '')
      .split(' ')
      .map(Number)
  /** Fills the table with `count` rows. `id` and `source` are SQL expressions of the row number `i`. */
  const fill = (count: number, id: string, source: string) =>
    database.write((transaction) =>
      transaction.execute([
        'DELETE FROM links',
        `INSERT INTO links ("id", "type", "source_id") WITH RECURSIVE n(i) AS
          (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT ${id}, 'a', ${source} FROM n`,
      ]),
    )
  const spread = (...columns: string[]) => read(spreadSql({ table: 'links', columns }))

  it('are zero for an empty table', async () => {
    expect(await read(rowsSql('links'))).toEqual([0])
    expect(await spread('source_id')).toEqual([0, 0, 0])
  })

  it('are exact below a million ids, and leave out rows without a parent', async () => {
    await fill(100, 'i * 1000', 'CASE WHEN i <= 30 THEN 1 WHEN i <= 50 THEN i END')
    expect(await read(rowsSql('links'))).toEqual([100])
    expect(await spread('source_id')).toEqual([21, 50, 920])
    expect(await spread('type', 'source_id')).toEqual([21, 50, 920])
  })

  it('are exact when few of many ids exist', async () => {
    await fill(200, 'i * 100003', '(i % 10)')
    expect(await read(rowsSql('links'))).toEqual([200])
    expect(await spread('source_id')).toEqual([10, 200, 4_000])
  })

  it('are estimated by a sample from a million ids', async () => {
    // Every fifth id from 5 to 1,000,005. The first 40,000 rows share one parent. Of the other rows, half
    // have no parent and the rest share parents in groups of 25.
    await fill(200_001, 'i * 5', 'CASE WHEN i <= 40000 THEN 1 WHEN i % 2 = 0 THEN i / 50 END')
    const [rows = 0] = await read(rowsSql('links'))
    const [parents = 0, present = 0, squares = 0] = await spread('source_id')
    // A count would be exact.
    expect(rows).not.toBe(200_001)
    const isNear = (estimate: number, is: number) => expect(Math.abs(Math.log2(estimate / is))).toBeLessThan(1)
    isNear(rows, 200_001)
    isNear(present, 120_000)
    isNear(parents, 3_201)
    isNear(squares / present, (40_000 ** 2 + 3_200 * 25 ** 2) / 120_000)
  })
})
