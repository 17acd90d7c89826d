import { request } from 'node:http'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Connection } from '@content-api/engine/database'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { countLockWaits, databases, postgresDatabase } from '../../../../tests/support/postgres.js'
import { oracleModel } from './service-process.js'

async function open(database: Connection): Promise<ContentApi> {
  // No statement times out here.
  const config = { log: { level: 'silent' }, limits: { statementMilliseconds: 600_000 } } as const
  const api = await createContentApi({ project: oracleModel, database, config })
  onTestFinished(() => api.close())
  const body = JSON.stringify({ data: { name: 'x' } })
  const headers = { 'content-type': 'application/json' }
  const created = await api.fetch(new Request('http://service.example/api/tags', { method: 'POST', headers, body }))
  expect(created.status).toBe(200)
  return api
}

const aliases = Array.from({ length: 12 }, (_, index) => `a${index}: tags { data { id } }`)
const query = `/graphql?query=${encodeURIComponent(`{ ${aliases.join(' ')} }`)}`

const endless = {
  sqlite: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
  postgres: 'SELECT pg_sleep(600)::text',
}

describe.each(await databases())('requests whose clients disconnect, on $name', ({ name, connection }) => {
  it.each(['/api/tags', '/api/tags/1', query])('leave the queue: %.20s', async (path) => {
    const api = await open(name === 'postgres' ? { ...connection, poolSize: 2 } : connection)
    // GraphQL is loaded by its first request.
    await api.fetch(new Request(`http://service.example${path}`))
    const holding = new AbortController()
    const { signal } = holding
    const held = Array.from({ length: 4 }, (_, index) =>
      api.database.read({ sql: `/* ${index} */ ${endless[name]}`, values: [] }, undefined, {
        signal,
        weight: 0,
      }),
    )
    const ended = Promise.allSettled(held)
    const leaving = new AbortController()
    const response = api.fetch(new Request(`http://service.example${path}`, { signal: leaving.signal }))
    // Time to reach the queue. A request that is aborted earlier ends in the same way.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    const before = api.database.statements()
    leaving.abort()
    expect(await (await response).text()).toContain('The client closed the connection')
    expect(api.database.statements()).toBe(before)
    holding.abort()
    await ended
  })
})

describe('requests whose statement waits for a lock, on PostgreSQL', async () => {
  const { connection } = await postgresDatabase()

  /** Locks the table of tags. */
  async function lockTags() {
    const holder = new Client(connection.url)
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE tags IN ACCESS EXCLUSIVE MODE')
    onTestFinished(() => holder.end())
    const waiting = () => countLockWaits(holder)
    return {
      waiting,
      async until(wanted: number) {
        while ((await waiting()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 5))
      },
    }
  }

  it('end when their client disconnects', async () => {
    const api = await open(connection)
    const server = await api.listen({ host: '127.0.0.1', port: 0 })
    const lock = await lockTags()
    for (const path of ['/api/tags', query]) {
      const client = request(server.url + path).on('error', () => undefined)
      client.end()
      await lock.until(1)
      expect(client.destroy().destroyed).toBe(true)
      await lock.until(0)
      expect(await lock.waiting()).toBe(0)
    }
  })

  it('use one connection, however many aliases they have', async () => {
    const api = await open({ ...connection, poolSize: 4 })
    const lock = await lockTags()
    const leaving = new AbortController()
    const response = api.fetch(new Request(`http://service.example${query}`, { signal: leaving.signal }))
    await lock.until(1)
    for (const path of ['/api/categories', '/readyz']) {
      expect((await api.fetch(new Request(`http://service.example${path}`))).status).toBe(200)
    }
    expect(await lock.waiting()).toBe(1)
    leaving.abort()
    await response
    expect(await lock.waiting()).toBe(0)
  })
})
