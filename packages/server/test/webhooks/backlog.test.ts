import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDueDeliveries, readNextDue } from '@content-api/engine/outbox'
import type { Readable, Reader } from '../../../engine/src/database/database.js'
import type { Statement } from '../../../engine/src/dialects/statement.js'
import type { ReadId } from '../../../engine/src/plan/read-plan.js'
import { statementOf } from '../../../engine/src/read/read.js'
import { postgresDatabase } from '../../../../tests/support/postgres.js'
import { type ContentApi, createContentApi } from '../../src/index.js'

const waiting = 1_000
const most = { entries: 16, ofEntry: 16 }
const { connection } = await postgresDatabase()
const client = new Client(connection.url)
let api: ContentApi

beforeAll(async () => {
  api = await createContentApi({ contentTypes: {}, database: connection, config: { log: { level: 'silent' } } })
  await client.connect()
  await client.query(
    `INSERT INTO _outbox_events (name, type, live, entry, at, body)
     SELECT 'entry.update', 'api::note.note', 0, 1, 0, '{}' FROM generate_series(1, $1::int)`,
    [waiting],
  )
})
afterAll(async () => {
  await client.end()
  await api.close()
})

interface Node {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly Node[]
}

/** Returns the number of rows that the nodes of a plan have handled. */
function rowsOf(node: Node): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Join Filter': joined = 0, Plans = [] } = node
  const own = (node['Actual Rows'] + filtered + joined) * node['Actual Loops']
  return Plans.reduce((sum, part) => sum + rowsOf(part), own)
}

/** Returns the number of rows that PostgreSQL handles in the statements of `read`. */
async function rowsHandledBy(read: (reader: Reader) => Promise<unknown>): Promise<number> {
  const { database } = api
  const statements: Statement[] = []
  const reader: Reader = {
    registry: database.registry,
    layout: database.layout,
    dialect: database.dialect,
    read(plan: Readable, id?: ReadId) {
      statements.push(statementOf(plan, database, id))
      return database.read(plan, id)
    },
  }
  await read(reader)
  let handled = 0
  for (const { sql, values } of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Node }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      [...values],
    )
    for (const { Plan } of rows.flatMap((row) => row['QUERY PLAN'])) handled += rowsOf(Plan)
  }
  return handled
}

it.each([
  ['one entry', 1],
  ['eight entries', 8],
  ['as many entries', waiting],
])('PostgreSQL reads each waiting delivery of %s a few times, without statistics', async (_, entries) => {
  await client.query('TRUNCATE _webhook_deliveries')
  await client.query(
    `INSERT INTO _webhook_deliveries (hook, event_id, entry, state, attempts, due_at)
     SELECT 'a', id, 'api::note.note:' || id % $1::int, 'waiting', 0, 0 FROM _outbox_events`,
    [entries],
  )
  const due = await readDueDeliveries(api.database, 'a', { now: 1, most })
  expect(due).toHaveLength(Math.min(entries, most.entries) * Math.min(waiting / entries, most.ofEntry))
  const handled = await rowsHandledBy(async (reader) => {
    await readDueDeliveries(reader, 'a', { now: 1, most })
    await readNextDue(reader, 'a')
  })
  expect(handled).toBeGreaterThan(waiting)
  // To compare each delivery with the others of its entry would take 500,000.
  expect(handled).toBeLessThan(12 * waiting)
})
