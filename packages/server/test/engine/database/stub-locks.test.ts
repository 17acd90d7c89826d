import { Client } from 'pg'
import { expect, it } from 'vitest'
import { createContentApi } from '../../../src/index.js'
import { oracleModel } from '../../reliability/service-process.js'
import { postgresDatabase } from '../../../../../tests/support/postgres.js'

it('rejects a database whose advisory locks have no effect, before it creates tables', async () => {
  const { connection } = await postgresDatabase()
  const client = new Client(connection.url)
  await client.connect()
  const { database } = client
  // As CockroachDB had it until 2026: a function of the same name that returns immediately.
  await client.query(`CREATE SCHEMA stub;
    CREATE FUNCTION stub.pg_advisory_xact_lock(bigint) RETURNS void LANGUAGE sql AS 'SELECT';
    ALTER DATABASE ${database} SET search_path = stub, pg_catalog, public`)

  await expect(createContentApi({ project: oracleModel, database: connection })).rejects.toThrow(
    /advisory locks of the database have no effect/,
  )

  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname IN ('stub', 'public')")
  await client.end()
  expect(rows).toEqual([])
})
