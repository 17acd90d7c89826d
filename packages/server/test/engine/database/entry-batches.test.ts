import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { databases } from '../../../../../tests/support/postgres.js'
import type { Statement } from '../../../../engine/src/dialects/statement.js'
import { SqliteConnection } from '../../../../engine/src/drivers/sqlite/sqlite-connection.js'
import { counters } from '../../support/counter-table.js'
import { openTables } from '../../support/table-database.js'

const limits = { statementMilliseconds: 10_000, responseBytes: 1_000 }
const names = ['zero', 'one', 'two', null, 'x'.repeat(2_000)]
const cheap = { weight: 10 }

describe.each(await databases())('on $name', ({ name: databaseName, connection }) => {
  const at = databaseName === 'sqlite' ? (index: number) => `?${index}` : (index: number) => `$${index}`

  /** Reads of a name, with a parameter that must be equal, and a string that looks like the parameter of the id. */
  const nameOf = (id: number, least = 0): Statement => ({
    sql: `SELECT name || ' of ${at(2)}''"${at(2)}' FROM counters WHERE value >= ${at(1)} AND "id" = cast(${at(2)} as integer)`,
    values: [least, id],
    idAt: 1,
  })
  const of = (name: string) => `${name} of ${at(2)}'"${at(2)}`
  const database = openTables(connection, [counters], limits)
  beforeAll(async () =>
    (await database).write((transaction) =>
      transaction.insertMany(
        'counters',
        names.map((name, id) => ({ id, name, value: id * 10 })),
      ),
    ),
  )
  afterAll(async () => (await database).close())

  /** Starts reads in one turn. Returns their results and the number of statements that the database ran. */
  async function readTogether(statements: readonly Statement[], options: object = cheap) {
    const opened = await database
    const run =
      databaseName === 'sqlite' ? vi.spyOn(SqliteConnection.prototype, 'rows') : vi.spyOn(Client.prototype, 'query')
    onTestFinished(() => run.mockRestore())
    const settled = await Promise.allSettled(statements.map((each) => opened.read(each, undefined, options)))
    const results = settled.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as Error).name))
    // Settings of connections to PostgreSQL are plain SQL.
    const isRead = (query: unknown) => databaseName === 'sqlite' || typeof query !== 'string'
    const ran = run.mock.calls.filter(([query]) => isRead(query)).length
    run.mockRestore()
    return { results, statements: ran }
  }

  it('reads of entries in one turn share a statement', async () => {
    const read = () => readTogether([1, 0, 3, 99, 1].map((id) => nameOf(id)))
    const together = { results: [of('one'), of('zero'), null, null, of('one')], statements: 1 }
    expect(await read()).toEqual(together)
    // PostgreSQL has prepared the statement now.
    expect(await read()).toEqual(together)
  })

  const unnamed = `SELECT name FROM counters WHERE id = ${at(1)}`
  it.each([
    ['with other values', [nameOf(1), nameOf(1, 11), nameOf(2)], cheap, 2],
    ['of other statements', [nameOf(1), { ...nameOf(1), sql: nameOf(1).sql.replace('>=', '>') }], cheap, 2],
    ['without an id', [1, 2].map((id) => ({ sql: unnamed, values: [id] })), cheap, 2],
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
    for (const each of reads) alone.push(await (await database).read(each, undefined, options))
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

  it.runIf(databaseName === 'postgres')(
    'a batch is repeated when the server has closed its idle connection',
    async () => {
      const opened = await database
      await opened.read(nameOf(1), undefined, cheap)
      await endConnections('url' in connection ? connection.url : '')
      expect((await readTogether([1, 2].map((id) => nameOf(id)))).results).toEqual([of('one'), of('two')])
    },
  )
})

/** Ends all other connections to a PostgreSQL database. */
async function endConnections(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await client.end()
}
