import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { countLockWaits, postgresDatabase } from '../../../../tests/support/postgres.js'
import { openService } from '../support/service.js'
import { oracleModel, timeLimit } from './service-process.js'

/** Maximum milliseconds until a request that waits for a connection gets its response. */
const respondsWithin = timeLimit('NO_CONNECTION_WITHIN')
const poolSize = 4

/** Uses all connections of a service, half of them for writes. Each waits for a lock until `release` is called. */
async function takeAll(api: ContentApi, url: string): Promise<() => Promise<void>> {
  const holder = new Client(url)
  await holder.connect()
  await holder.query('SELECT pg_advisory_lock(4711)')
  const statement = { sql: 'SELECT pg_advisory_lock_shared(4711)::text', values: [] }
  const held = Array.from({ length: poolSize / 2 }, () => [
    api.database.read(statement),
    api.database.write((transaction) => transaction.read(statement)),
  ]).flat()
  while ((await countLockWaits(holder)) !== poolSize) await new Promise((resolve) => setTimeout(resolve, 10))
  return async () => {
    await holder.query('SELECT pg_advisory_unlock(4711)')
    await Promise.all(held)
    await holder.end()
  }
}

async function ask(api: ContentApi, line: string, { body, token }: { body?: object; token?: string } = {}) {
  const [method = '', path = ''] = line.split(' ')
  const response = await api.fetch(
    new Request(`http://service.example${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

const invalidToken = 'eyJhbGciOiJIUzI1NiJ9.e30.nope'
/** Requests with the same response for every caller. */
const toAnyone: [line: string, status: number, token?: string][] = [
  ['GET /healthz', 200],
  ['OPTIONS /api/tags', 200],
  ['GET /api/nope', 404],
  ['GET /nope', 404],
  ['PATCH /api/tags', 405],
]
/** The valid parameters of these requests depend on the caller. A service with roles has to read the roles first. */
const toKnownCallers: typeof toAnyone = [
  ['GET /api/tags?sort=nope', 400],
  ['GET /api/tags?filters[name][$nope]=1', 400],
  ['GET /api/tags?unknown=1', 400],
  ['GET /api/tags?pagination[page]=0', 400],
]

describe('a service whose connections are all in use', () => {
  it('sends 503 with Retry-After to requests that need one, responds to the others, and works again later (R6)', async () => {
    const { connection } = await postgresDatabase()
    const database = { ...connection, poolSize }
    const api = await createContentApi({ project: oracleModel, database, config: { log: { level: 'silent' } } })
    onTestFinished(() => api.close())
    expect((await ask(api, 'POST /api/tags', { body: { data: { name: 'x' } } })).status).toBe(200)
    const release = await takeAll(api, connection.url)

    const before = api.database.statements()
    for (const [line, status] of [...toAnyone, ...toKnownCallers]) {
      expect([line, (await ask(api, line)).status]).toEqual([line, status])
    }
    expect(api.database.statements()).toBe(before)

    const requested = performance.now()
    const needing = ['GET /api/tags', 'GET /api/tags/1', 'GET /api/homepage', 'GET /readyz', 'POST /api/tags']
    await Promise.all(
      needing.map(async (line) => {
        const body = line.startsWith('POST') ? { body: { data: { name: 'y' } } } : {}
        const { status, retryAfter } = await ask(api, line, body)
        expect([line, status]).toEqual([line, 503])
        expect(retryAfter).toMatch(/^\d+$/)
      }),
    )
    expect(performance.now() - requested).toBeLessThan(respondsWithin)

    await release()
    for (const line of ['GET /api/tags/1', 'GET /readyz']) expect((await ask(api, line)).status).toBe(200)
  })

  it('stays ready while it works: another server would get the same load', async () => {
    const { connection } = await postgresDatabase()
    const database = { ...connection, poolSize: 1 }
    const api = await createContentApi({ project: oracleModel, database, config: { log: { level: 'silent' } } })
    onTestFinished(() => api.close())
    // More reads than the one connection can run in the time that a request waits for it.
    const load = Array.from({ length: 30 }, () =>
      api.database.read({ sql: 'SELECT pg_sleep(0.2)::text', values: [] }).catch(() => null),
    )
    expect((await ask(api, 'GET /readyz')).status).toBe(200)
    await Promise.all(load)
  })

  it('with roles sends 503 only to requests that depend on them (R6)', async () => {
    const { connection } = await postgresDatabase()
    const config = { log: { level: 'silent' as const } }
    const service = await openService({ connection: { ...connection, poolSize }, config })
    onTestFinished(() => service.close())
    const release = await takeAll(service.api, connection.url)
    const before = service.api.database.statements()
    for (const [line, status, token] of [...toAnyone, ['GET /api/tags', 401, invalidToken] as const]) {
      const { status: input } = await ask(service.api, line, token === undefined ? {} : { token })
      expect([line, input]).toEqual([line, status])
    }
    expect(service.api.database.statements()).toBe(before)
    expect((await ask(service.api, 'GET /api/tags')).status).toBe(503)
    await release()
    expect((await ask(service.api, 'GET /api/tags')).status).toBe(200)
  })
})
