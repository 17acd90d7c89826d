import { createRegistry } from '@content-api/model'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { PostgresConnection } from '../../../engine/src/database/connection.js'
import {
  createSession,
  type Database,
  openDatabase,
  type LogPosition,
  type ReadAfter,
} from '@content-api/engine/database'
import { timelineOf } from '../../../engine/src/database/position.js'
import { createLayout } from '../../../engine/src/layout/own-layout.js'
import type { ConfigInput } from '@content-api/core/config/schema'
import { createContentApi } from '../../src/service.js'
import { counters } from '../support/counter-table.js'
import { eventually } from '../support/eventually.js'
import { type PostgresCluster, runOn, startCluster } from '../support/postgres-cluster.js'
import { secret } from '../support/service.js'
import { openTables } from '../support/table-database.js'

/** A primary and a standby. The standby ends reads that block its replay; the last test promotes it. */
let cluster: PostgresCluster
let primary: string
let standby: string
const registry = createRegistry({ contentTypes: {} })
/** In milliseconds. No test pauses a replica for so long. */
const maxLag = 600_000

beforeAll(async () => {
  cluster = await startCluster(1, { max_standby_streaming_delay: '0' })
  await runOn(`${cluster.primary.url}/postgres`, 'CREATE DATABASE content')
  primary = `${cluster.primary.url}/content`
  standby = `${cluster.standbys[0]?.url}/content`
  await (await openTables({ dialect: 'postgres', url: primary }, [counters])).close()
  await eventually(() => runOn(standby, 'SELECT count(*) FROM counters'))
})
afterAll(() => cluster.stop())

interface Opened {
  readonly database: Database
  readonly reports: string[]
}

async function open(more: Partial<PostgresConnection> = {}): Promise<Opened> {
  const reports: string[] = []
  const layout = { ...createLayout(registry, 'postgres'), tables: [counters] }
  const connection: PostgresConnection = { dialect: 'postgres', url: primary, replicas: [standby], maxLag, ...more }
  const database = await openDatabase({ registry, layout, connection, report: (message) => reports.push(message) })
  onTestFinished(() => database.close())
  return { database, reports }
}

const plain = (sql: string) => ({ sql, values: [] })
const sessionAfter = (after: ReadAfter) =>
  createSession({ client: () => undefined, signal: () => undefined, readsAfter: () => after })

const who = plain(`SELECT CASE WHEN pg_is_in_recovery() THEN 'replica' ELSE 'primary' END`)
/** Returns the name of the server that runs a read. */
const serverOf = (database: Database, after: ReadAfter) =>
  database.read(who, undefined, { session: sessionAfter(after) })

const insert = (database: Database, name: string) =>
  database.write((transaction) => transaction.insert('counters', { name, value: 1 }))

async function whilePaused(work: () => Promise<void>): Promise<void> {
  await runOn(standby, 'SELECT pg_wal_replay_pause()')
  await eventually(async () => expect(await runOn(standby, 'SELECT pg_get_wal_replay_pause_state()')).toBe('paused'))
  try {
    await work()
  } finally {
    await runOn(standby, 'SELECT pg_wal_replay_resume()')
  }
}

describe('a replica', () => {
  it('serves reads once it has replayed their position; the primary serves all others', async () => {
    const { database, reports } = await open()
    expect(await database.read(who)).toBe('primary')
    expect(await serverOf(database, null)).toBe('primary')
    await eventually(async () => expect(await serverOf(database, 'any')).toBe('replica'))
    await insert(database, 'first')
    const position = database.lastWrite() as LogPosition
    await eventually(async () => expect(await serverOf(database, position)).toBe('replica'))
    await whilePaused(async () => {
      await insert(database, 'second')
      expect(await serverOf(database, database.lastWrite())).toBe('primary')
      expect(await serverOf(database, position)).toBe('replica')
      expect(await serverOf(database, `00000002-${position.slice(9)}`)).toBe('primary')
    })
    expect(reports).toEqual([])
  })

  it('is excluded while it lags, and included again', async () => {
    const { database, reports } = await open({ maxLag: 200 })
    await whilePaused(async () => {
      await insert(database, 'third')
      await eventually(async () => expect(await serverOf(database, 'any')).toBe('primary'))
      expect(reports[0]).toMatch(/^The replica 127\.0\.0\.1:\d+ gets no reads: it is \d+ ms behind\.$/)
    })
    await eventually(async () => expect(await serverOf(database, 'any')).toBe('replica'))
    expect(reports.at(-1)).toMatch(/gets reads again\.$/)
  })

  it('is excluded while it is down, and reads continue', async () => {
    const { database, reports } = await open()
    await eventually(async () => expect(await serverOf(database, 'any')).toBe('replica'))
    await cluster.standbys[0]?.crash()
    expect(await serverOf(database, 'any')).toBe('primary')
    await cluster.standbys[0]?.start()
    await eventually(async () => expect(await serverOf(database, 'any')).toBe('replica'))
    expect(reports[0]).toMatch(/gets no reads: it cannot be reached/)
  })

  it('passes a read that conflicts with its replay (40001) to the primary', async () => {
    const { database } = await open()
    const slow = plain(`SELECT CASE WHEN pg_is_in_recovery() THEN pg_sleep(60)::text ELSE 'primary' END
      FROM (SELECT count(*) FROM counters) AS counted`)
    const reading = database.read(slow, undefined, { session: sessionAfter('any') })
    const sleeping = `SELECT count(*)::int FROM pg_stat_activity WHERE wait_event = 'PgSleep'`
    await eventually(async () => expect(await runOn(standby, sleeping)).toBe(1))
    await runOn(primary, 'ALTER TABLE counters ADD COLUMN more text')
    expect(await reading).toBe('primary')
  })

  it('works for a role without special rights', async () => {
    await runOn(primary, `CREATE ROLE plain LOGIN PASSWORD 'plain' NOSUPERUSER`)
    const asPlain = (url: string) => url.replace('test:test@', 'plain:plain@')
    const { database, reports } = await open({ url: asPlain(primary), replicas: [asPlain(standby)] })
    await eventually(async () => expect(await serverOf(database, 'any')).toBe('replica'))
    expect(reports.filter((report) => !report.includes('cannot be reached') && !report.includes('again'))).toEqual([])
  })

  it('is excluded when it is not a standby', async () => {
    const { database, reports } = await open({ replicas: [primary] })
    expect(await serverOf(database, 'any')).toBe('primary')
    expect(reports[0]).toMatch(/gets no reads: it is not a standby\.$/)
  })

  it('is rejected for databases that confirm writes before they are on disk', async () => {
    await runOn(primary, 'ALTER DATABASE content SET synchronous_commit = off')
    await expect(open()).rejects.toThrow('synchronous_commit is off on this server')
    await runOn(primary, 'ALTER DATABASE content RESET synchronous_commit')
  })
})

const contentTypes = {
  'api::tag.tag': {
    info: { singularName: 'tag', pluralName: 'tags' },
    attributes: { name: { type: 'string' } },
  },
} as const

const everything = ['find', 'findOne', 'create', 'update'].map((action) => `api::tag.tag.${action}`)

/** Opens a service on the cluster. `ask` returns the status, the headers and the body of a response. */
async function openService() {
  const config: ConfigInput = {
    permissions: { public: everything, authenticated: everything },
    auth: { jwt: { secret } },
  }
  const database = { url: primary, replicas: [standby], maxLag }
  const api = await createContentApi({ contentTypes, database, config, allowDataLoss: true })
  onTestFinished(() => api.close())
  const { id } = await api.accounts.createUser({
    username: `user ${Math.random()}`,
    email: `${Math.random()}@example.com`,
  })
  const token = { authorization: `Bearer ${await api.accounts.signIn(id)}` }
  const ask = async (line: string, headers: Record<string, string> = {}, body?: unknown) => {
    const [method = '', path = ''] = line.split(' ')
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const type = { 'content-type': 'application/json' }
    const response = await api.fetch(
      new Request(`http://x${path}`, { method, headers: { ...type, ...headers }, ...sent }),
    )
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { api, ask, token }
}

describe('a service with a replica', () => {
  it('shows clients their own writes, by header, by cookie and by token', async () => {
    const { ask, token } = await openService()
    await ask('POST /api/tags', {}, { data: { name: 'replicated' } })
    await eventually(async () => expect((await ask('GET /api/tags')).text).toContain('replicated'))
    const query = { query: '{ tags { data { attributes { name } } } }' }
    const create = { query: 'mutation { createTag(data: { name: "mutated" }) { data { attributes { name } } } }' }
    await whilePaused(async () => {
      const written = await ask('POST /api/tags', {}, { data: { name: 'fresh' } })
      const position = { 'data-position': written.headers.get('data-position') ?? '' }
      const cookie = { cookie: written.headers.get('set-cookie')?.split(';')[0] ?? '' }
      for (const headers of [position, cookie, token, { ...token, ...position }]) {
        expect((await ask('GET /api/tags', headers)).text).toContain('fresh')
        expect((await ask('POST /graphql', headers, query)).text).toContain('fresh')
      }
      // Readers who wrote nothing get the state of the replica.
      for (const headers of [{}, { ...token, 'data-position': 'any' }]) {
        expect((await ask('GET /api/tags', headers)).text).not.toContain('fresh')
      }
      const mutated = await ask('POST /graphql', {}, create)
      expect(mutated.text).toContain('mutated')
      const after = { 'data-position': mutated.headers.get('data-position') ?? '' }
      expect((await ask('POST /graphql', after, query)).text).toContain('mutated')
    })
  })

  it('lets pages of other origins read and send positions', async () => {
    const { ask } = await openService()
    const origin = { origin: 'http://localhost:3000' }
    const preflight = await ask('OPTIONS /api/tags', { ...origin, 'access-control-request-method': 'GET' })
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'Content-Type,Authorization,Origin,Accept,Data-Position',
    )
    expect((await ask('GET /api/tags', origin)).headers.get('access-control-expose-headers')).toBe('Data-Position')
  })
})

describe('a list of hosts with one primary', () => {
  const hosts = () => [primary, standby].map((url) => new URL(url).host)

  it('does not confirm a commit whose wait for a standby is cancelled', async () => {
    const { database } = await open({ hosts: hosts() })
    await runOn(primary, `ALTER SYSTEM SET synchronous_standby_names = 'nobody'`)
    await runOn(primary, 'SELECT pg_reload_conf()')
    onTestFinished(async () => {
      await runOn(primary, 'ALTER SYSTEM RESET synchronous_standby_names')
      await runOn(primary, 'SELECT pg_reload_conf()')
    })
    await eventually(async () => expect(await runOn(primary, 'SHOW synchronous_standby_names')).toBe('nobody'))
    const writing = insert(database, 'unknown').catch((error: unknown) => error)
    const waiting = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
    await eventually(async () => expect(await runOn(primary, waiting)).toBe(true))
    expect(await writing).toMatchObject({ status: 503, message: expect.stringContaining('may be lost or stored') })
  })

  it('lets the service follow the primary, and ignore an old primary that comes back', async () => {
    const { database, reports } = await open({ hosts: hosts(), replicas: [primary, standby] })
    await insert(database, 'before')
    const before = database.lastWrite() as LogPosition
    await eventually(async () => expect(await serverOf(database, before)).toBe('replica'))
    await cluster.primary.crash()
    await expect(insert(database, 'meanwhile')).rejects.toMatchObject({
      status: 503,
      headers: { 'Retry-After': '1' },
    })
    await runOn(standby, 'SELECT pg_promote()')
    await eventually(() => insert(database, 'after'))
    const after = database.lastWrite() as LogPosition
    expect([timelineOf(before), timelineOf(after)]).toEqual(['00000001', '00000002'])
    expect(await serverOf(database, after)).toBe('primary')
    await cluster.primary.start()
    // Wait until the service has checked the old primary.
    await eventually(() => expect(reports.join('\n')).toMatch(/is not a standby|on timeline 1/))
    await insert(database, 'later')
    expect(await runOn(standby, `SELECT count(*)::int FROM counters WHERE name IN ('before', 'after', 'later')`)).toBe(
      3,
    )
    expect(await runOn(primary, `SELECT count(*)::int FROM counters WHERE name IN ('after', 'later')`)).toBe(0)
  })
})
