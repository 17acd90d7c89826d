import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Statement } from '../dialects/statement.js'
import { type Figures, rowsSql, spreadSql, Statistics } from './statistics.js'
import { databases } from '../../../../tests/support/postgres.js'
import { openTables } from '../../../server/test/support/table-database.js'
import { stringOf } from '../plan/json-text.js'
import type { Database } from '../database/database.js'
import type { Table } from '../layout/columns.js'

const links = { table: 'links', columns: ['source'] }
let results: Record<string, string>
let read: Statement[]

function statistics() {
  return new Statistics((statement) => {
    read.push(statement)
    const result = results[statement.sql.includes('GROUP BY') ? 'links' : 'rows']
    return result === undefined ? Promise.reject(new Error('busy')) : Promise.resolve(result)
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  read = []
  results = { rows: '300', links: '200 30000 6000000' }
})
afterEach(() => {
  vi.useRealTimers()
})

const all = (figures: Figures) => [figures.rows('tags'), figures.side(links)]
const later = async (figures: Statistics) => {
  vi.advanceTimersByTime(10_000)
  figures.refreshIfOld()
  await new Promise((resolve) => setImmediate(resolve))
}

it('counts the statistics that a computation needs, once', async () => {
  const figures = statistics()
  expect(await figures.compute(all)).toEqual([300, { rows: 30_000, groups: 200, biased: 200 }])
  expect(await figures.compute(all)).toHaveLength(2)
  expect(read.map(({ sql }) => sql)).toEqual([
    expect.stringContaining('FROM "tags"'),
    expect.stringContaining('GROUP BY "source"'),
  ])
})

it('rejects when nothing is known and counting fails', async () => {
  results = {}
  await expect(statistics().compute(all)).rejects.toThrow('busy')
})

it('counts again in the background and changes its version when the order of magnitude of a figure changes', async () => {
  const figures = statistics()
  await figures.compute(all)
  figures.refreshIfOld()
  expect(read).toHaveLength(2)
  results = { rows: '310', links: '200 30100 6010000' }
  await later(figures)
  expect(read).toHaveLength(4)
  expect(figures.version).toBe(0)
  results = { rows: '310', links: '200 90000 60000000' }
  await later(figures)
  expect(figures.version).toBe(1)
  expect((await figures.compute(all))[1]).toMatchObject({ rows: 90_000 })
})

it('keeps old statistics when counting again fails', async () => {
  const figures = statistics()
  await figures.compute(all)
  results = {}
  await later(figures)
  expect(await figures.compute(all)).toEqual([300, { rows: 30_000, groups: 200, biased: 200 }])
})

const linkTable: Table = {
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
    database = await openTables(connection, [linkTable])
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
