import { expect, it, onTestFinished } from 'vitest'
import type { Statement } from '../../../../engine/src/dialects/statement.js'
import { serverAddress } from '../../../../engine/src/drivers/postgres/server-address.js'
import { PostgresWriter } from '../../../../engine/src/drivers/postgres/postgres-writer.js'
import { SqliteWriter } from '../../../../engine/src/drivers/sqlite/sqlite-writer.js'
import { postgresDatabase, sqliteDatabase } from '../../../../../tests/support/postgres.js'
import { openTables } from '../../support/table-database.js'

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
  const writer = await PostgresWriter.open({
    server: serverAddress(connection.url),
    connections: 2,
    statementMilliseconds: 0,
    isPooled: false,
    readsPositions: false,
    localSettings: '',
  })
  onTestFinished(() => writer.close())
  const [first, second] = [await writer.begin(), await writer.begin()]
  expect(first.client).not.toBe(second.client)
  await first.client.query('CREATE TABLE t (a int)')
  await first.commit()
  const third = await writer.begin()
  expect(third.client).toBe(first.client)
  await third.client.query('INSERT INTO t VALUES (1)')
  await third.rollback()
  const { rows } = await second.client.query<{ n: number }>('SELECT count(*)::int AS n FROM t')
  expect(rows).toEqual([{ n: 0 }])
  await second.rollback()
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
