import { existsSync } from 'node:fs'
import type { ClientBase } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import type { Statement } from '../../../../engine/src/dialects/statement.js'
import { serverAddress } from '../../../../engine/src/drivers/postgres/server-address.js'
import { postgresRows } from '../../../../engine/src/drivers/postgres/postgres-connection.js'
import { type OpenTransaction, PostgresWriter } from '../../../../engine/src/drivers/postgres/postgres-writer.js'
import { SqliteWriter } from '../../../../engine/src/drivers/sqlite/sqlite-writer.js'
import { postgresDatabase, sqliteDatabase } from '../../../../../tests/support/postgres.js'
import { openTables } from '../../support/table-database.js'

async function openWriter(): Promise<PostgresWriter> {
  const writer = await PostgresWriter.open({
    server: serverAddress(connection.url),
    connections: 2,
    statementMilliseconds: 0,
    isPooled: false,
    readsPositions: false,
    localSettings: '',
  })
  onTestFinished(() => writer.close())
  return writer
}

/** Ends a process of the server. Blocks this process, so that it can't notice that the connection has closed. */
function terminated(pid: number): void {
  process.kill(pid, 'SIGTERM')
  const until = performance.now() + 5_000
  while (existsSync(`/proc/${pid}`) && performance.now() < until);
}

const plain = (sql: string): Statement => ({ sql, values: [] })
const { connection } = await postgresDatabase()

it('SQLite: transactions and their statements share one connection', async () => {
  const writer = await SqliteWriter.open(sqliteDatabase().connection.file)
  onTestFinished(() => writer.close())
  await writer.begin()
  await writer.connection.run('CREATE TABLE t (a)')
  await writer.rollback()
  await expect(writer.connection.run('SELECT * FROM t')).rejects.toThrow('no such table')
  await writer.begin()
  await writer.connection.run('CREATE TABLE t (a)')
  await writer.commit()
  expect(await writer.connection.rows(plain('SELECT count(*) AS n FROM t'))).toEqual([{ n: 0 }])
})

it('SQLite: a query on any other connection is rejected', async () => {
  const writer = await SqliteWriter.open(sqliteDatabase().connection.file)
  onTestFinished(() => writer.close())
  // Sequelize opens a new connection for it.
  await expect(writer.sequelize.transaction()).rejects.toThrow('Sequelize no longer keeps one SQLite connection')
})

it('PostgreSQL: each transaction has its own connection, which returns to the pool afterwards', async () => {
  const writer = await openWriter()
  const [first, second] = [await writer.begin(), await writer.begin()]
  const used: ClientBase[] = []
  const query = (transaction: OpenTransaction, sql: string) =>
    transaction.send((client) => {
      used.push(client)
      return postgresRows(client, plain(sql))
    })
  await query(first, 'CREATE TABLE t (a int)')
  await query(second, 'SELECT 1')
  await first.commit()
  const third = await writer.begin()
  await query(third, 'INSERT INTO t VALUES (1)')
  await third.rollback()
  const rows = await query(second, 'SELECT count(*)::int AS n FROM t')
  expect(rows).toEqual([{ n: 0 }])
  await second.rollback()
  const [one, two] = used
  expect(used).toEqual([one, two, one, two])
  expect(one).not.toBe(two)
})

it('PostgreSQL: statements that are sent together run in their order, also on the connection that replaces a closed one', async () => {
  const writer = await openWriter()
  const query = (transaction: OpenTransaction, sql: string) =>
    transaction.send((client) => postgresRows(client, plain(sql)))
  const insert = (transaction: OpenTransaction, value: string) =>
    query(transaction, `INSERT INTO letters (value) VALUES ('${value}')`)
  const setup = await writer.begin()
  await query(setup, 'CREATE TABLE letters (id serial, value text)')
  const [own] = await query(setup, 'SELECT pg_backend_pid() AS pid')
  await setup.commit()
  const transaction = await writer.begin()
  // The server closes the connection before the event loop can notice it.
  terminated(own?.['pid'] as number)
  await Promise.all(['a', 'b', 'c'].map((value) => insert(transaction, value)))
  await transaction.commit()
  const reader = await writer.begin()
  const rows = await query(reader, `SELECT string_agg(value, '' ORDER BY id) AS all FROM letters`)
  await reader.rollback()
  expect(rows).toEqual([{ all: 'abc' }])
})

it('PostgreSQL: a read connection is replaced before it has too many prepared statements', async () => {
  const database = await openTables({ ...connection, poolSize: 2 }, [])
  onTestFinished(() => database.close())
  const process = () => database.read(plain('SELECT pg_backend_pid()::text'))
  const before = await process()
  const kept: number[] = []
  for (let n = 0; n < 300; n++) {
    kept.push(Number(await database.read(plain(`SELECT count(*)::text AS "n${n}" FROM pg_prepared_statements`))))
  }
  expect(await process()).not.toBe(before)
  expect(Math.max(...kept)).toBe(250)
})
