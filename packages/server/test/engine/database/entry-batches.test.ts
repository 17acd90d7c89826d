import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { sqliteDatabase } from '../../../../../tests/support/postgres.js'
import type { Statement } from '../../../../engine/src/dialects/statement.js'
import { SqliteConnection } from '../../../../engine/src/drivers/sqlite/sqlite-connection.js'
import { counters } from '../../support/counter-table.js'
import { openTables } from '../../support/table-database.js'

const { connection } = sqliteDatabase()
const limits = { statementMilliseconds: 10_000, responseBytes: 1_000 }
const database = await openTables(connection, [counters], limits)
const names = ['zero', 'one', 'two', null, 'x'.repeat(2_000)]
beforeAll(() =>
  database.write((transaction) =>
    transaction.insertMany(
      'counters',
      names.map((name, id) => ({ id, name, value: id * 10 })),
    ),
  ),
)
afterAll(() => database.close())

/** Reads of a name, with a parameter that must be equal, and a string that looks like the parameter of the id. */
const nameOf = (id: number, least = 0): Statement => ({
  sql: `SELECT name || ' of ?2''"?2' FROM counters WHERE value >= ?1 AND "id" = cast(?2 as integer)`,
  values: [least, id],
  idAt: 1,
})
const cheap = { weight: 10 }

/** Starts reads in one turn. Returns their results and the number of statements that SQLite ran. */
async function readTogether(statements: readonly Statement[], options: object = cheap) {
  const run = vi.spyOn(SqliteConnection.prototype, 'rows')
  onTestFinished(() => run.mockRestore())
  const settled = await Promise.allSettled(statements.map((each) => database.read(each, undefined, options)))
  const results = settled.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as Error).name))
  return { results, statements: run.mock.calls.length }
}

const of = (name: string) => `${name} of ?2'"?2`

it('reads of entries in one turn share a statement', async () => {
  const together = await readTogether([1, 0, 3, 99, 1].map((id) => nameOf(id)))
  expect(together).toEqual({ results: [of('one'), of('zero'), null, null, of('one')], statements: 1 })
})

it.each([
  ['with other values', [nameOf(1), nameOf(1, 11), nameOf(2)], cheap, 2],
  ['of other statements', [nameOf(1), { ...nameOf(1), sql: nameOf(1).sql.replace('>=', '>') }], cheap, 2],
  ['without an id', [1, 2].map((id) => ({ sql: 'SELECT name FROM counters WHERE id = ?1', values: [id] })), cheap, 2],
  [
    'with definitions',
    [1, 2].map((id) => ({ ...nameOf(id), sql: `WITH a AS (SELECT 1) ${nameOf(id).sql}` })),
    cheap,
    2,
  ],
  ['of an unknown cost', [nameOf(1), nameOf(2)], {}, 2],
  ['of a high cost', [nameOf(1), nameOf(2)], { weight: 501 }, 2],
  ['whose costs together are high', [0, 1, 2, 3].map((id) => nameOf(id)), { weight: 400 }, 2],
])('reads %s do not', async (_, reads, options, statements) => {
  const alone: unknown[] = []
  for (const each of reads) alone.push(await database.read(each, undefined, options))
  expect(await readTogether(reads, options)).toEqual({ results: alone, statements })
})

it('only the read whose entry is too large fails', async () => {
  const { results } = await readTogether([1, 4, 2].map((id) => nameOf(id)))
  expect(results).toEqual([of('one'), 'ValidationError', of('two')])
})

it('closing the database waits for reads that have just begun', async () => {
  const other = await openTables(connection, [counters], limits)
  const reads = [1, 2].map((id) => other.read(nameOf(id), undefined, cheap))
  await other.close()
  expect(await Promise.all(reads)).toEqual([of('one'), of('two')])
})
