import { createRegistry } from '@content-api/model'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import type { PostgresConnection } from '../../src/config/connection.js'
import type { ConfigInput } from '../../src/config/schema.js'
import { createContentApi } from '../../src/server.js'
import type { Database } from '../../src/storage/database.js'
import { openDatabase } from '../../src/storage/open.js'
import { createSession } from '../../src/storage/request-session.js'
import { type Position, type ReadAfter, timelineOf } from '../../src/storage/position.js'
import { counters } from '../support/counter-table.js'
import { authority, type PostgresCluster, runOn, startCluster } from '../support/postgres-cluster.js'
import { secret } from '../support/service.js'
import { openTables } from '../support/table-database.js'

/** A primary and a standby that ends reads which hold up its replay; the last test promotes it. */
let cluster: PostgresCluster
let primary: string
let standby: string
const registry = createRegistry({ contentTypes: {} })
const patient = { timeout: 20_000 }
/** Milliseconds; no test pauses a replica for so long. */
const maxLag = 600_000

beforeAll(async () => {
  cluster = await startCluster(1, { max_standby_streaming_delay: '0' })
  await runOn(`${cluster.primary.url}/postgres`, 'CREATE DATABASE content')
  primary = `${cluster.primary.url}/content`
  standby = `${cluster.standbys[0]?.url}/content`
  await (await openTables({ dialect: 'postgres', url: primary }, [counters])).close()
  await vi.waitFor(() => runOn(standby, 'SELECT count(*) FROM counters'), patient)
})
afterAll(() => cluster.stop())

interface Opened {
  readonly database: Database
  readonly reports: string[]
}

async function open(more: Partial<PostgresConnection> = {}): Promise<Opened> {
  const reports: string[] = []
  const layout = {
    tables: [counters],
    schema: (uid: string) => {
      throw new Error(`No table for ${uid}`)
    },
  }
  const connection: PostgresConnection = { dialect: 'postgres', url: primary, replicas: [standby], maxLag, ...more }
  const database = await openDatabase({ registry, layout, connection, report: (message) => reports.push(message) })
  onTestFinished(() => database.close())
  return { database, reports }
}

const plain = (sql: string) => ({ sql, values: [] })
const sessionAfter = (after: ReadAfter) =>
  createSession({ client: () => undefined, signal: () => undefined, readsAfter: () => after })

const who = plain(`SELECT CASE WHEN pg_is_in_recovery() THEN 'replica' ELSE 'primary' END`)
/** Which server answers a read. */
const whoAnswers = (database: Database, after: ReadAfter) =>
  database.read(who, undefined, { session: sessionAfter(after) })

const insert = (database: Database, name: string) =>
  database.write((transaction) => transaction.insert('counters', { name, value: 1 }))

async function whilePaused(work: () => Promise<void>): Promise<void> {
  await runOn(standby, 'SELECT pg_wal_replay_pause()')
  await vi.waitFor(
    async () => expect(await runOn(standby, 'SELECT pg_get_wal_replay_pause_state()')).toBe('paused'),
    patient,
  )
  try {
    await work()
  } finally {
    await runOn(standby, 'SELECT pg_wal_replay_resume()')
  }
}

describe('a replica', () => {
  it('answers reads once it is past their position; the primary answers all others', async () => {
    const { database } = await open()
    expect(await database.read(who)).toBe('primary')
    expect(await whoAnswers(database, null)).toBe('primary')
    await vi.waitFor(async () => expect(await whoAnswers(database, 'any')).toBe('replica'), patient)
    await insert(database, 'first')
    const position = database.lastWrite() as Position
    await vi.waitFor(async () => expect(await whoAnswers(database, position)).toBe('replica'), patient)
    await whilePaused(async () => {
      await insert(database, 'second')
      expect(await whoAnswers(database, database.lastWrite())).toBe('primary')
      expect(await whoAnswers(database, position)).toBe('replica')
      expect(await whoAnswers(database, `00000002-${position.slice(9)}`)).toBe('primary')
    })
  })

  it('is left out while it is behind, and taken back', async () => {
    const { database, reports } = await open({ maxLag: 200 })
    await whilePaused(async () => {
      await insert(database, 'third')
      await vi.waitFor(async () => expect(await whoAnswers(database, 'any')).toBe('primary'), patient)
    })
    await vi.waitFor(async () => expect(await whoAnswers(database, 'any')).toBe('replica'), patient)
    expect(reports[0]).toMatch(/^The replica 127\.0\.0\.1:\d+ gets no reads: it is \d+ ms behind\.$/)
    expect(reports.at(-1)).toMatch(/gets reads again\.$/)
  })

  it('is left out while it is down, and reads go on', async () => {
    const { database, reports } = await open()
    await vi.waitFor(async () => expect(await whoAnswers(database, 'any')).toBe('replica'), patient)
    await cluster.standbys[0]?.crash()
    expect(await whoAnswers(database, 'any')).toBe('primary')
    await cluster.standbys[0]?.start()
    await vi.waitFor(async () => expect(await whoAnswers(database, 'any')).toBe('replica'), patient)
    expect(reports[0]).toMatch(/gets no reads: it cannot be reached/)
  })

  it('passes a read to the primary that got in the way of its replay (40001)', async () => {
    const { database } = await open()
    const slow = plain(`SELECT CASE WHEN pg_is_in_recovery() THEN pg_sleep(60)::text ELSE 'primary' END
      FROM (SELECT count(*) FROM counters) AS counted`)
    const reading = database.read(slow, undefined, { session: sessionAfter('any') })
    const sleeping = `SELECT count(*)::int FROM pg_stat_activity WHERE wait_event = 'PgSleep'`
    await vi.waitFor(async () => expect(await runOn(standby, sleeping)).toBe(1), patient)
    await runOn(primary, 'ALTER TABLE counters ADD COLUMN more text')
    expect(await reading).toBe('primary')
  })

  it('answers for a role without rights of its own', async () => {
    await runOn(primary, `CREATE ROLE plain LOGIN PASSWORD 'plain' NOSUPERUSER`)
    const asPlain = (url: string) => url.replace('test:test@', 'plain:plain@')
    const { database, reports } = await open({ url: asPlain(primary), replicas: [asPlain(standby)] })
    await vi.waitFor(async () => expect(await whoAnswers(database, 'any')).toBe('replica'), patient)
    expect(reports.filter((report) => !report.includes('cannot be reached') && !report.includes('again'))).toEqual([])
  })

  it('that is no standby is left out', async () => {
    const { database, reports } = await open({ replicas: [primary] })
    expect(await whoAnswers(database, 'any')).toBe('primary')
    expect(reports[0]).toMatch(/gets no reads: it is not a standby\.$/)
  })

  it('is not for databases that acknowledge writes before they are on disk', async () => {
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

/** A service on the cluster; `ask` returns the status, the headers and the body of a response. */
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
  it('shows clients what they wrote, by header, by cookie and by token', async () => {
    const { ask, token } = await openService()
    await ask('POST /api/tags', {}, { data: { name: 'replicated' } })
    await vi.waitFor(async () => expect((await ask('GET /api/tags')).text).toContain('replicated'), patient)
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
      // Readers who wrote nothing have the state of the replica.
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

describe('behind a pooler in transaction mode', () => {
  it('nothing is kept on a connection, and each transaction sets its time limits', async () => {
    const limits = { statementMilliseconds: 4_321, answerBytes: 1_000_000 }
    const connection = { dialect: 'postgres', url: primary, pooler: 'transaction' } as const
    const database = await openTables(connection, [counters], limits)
    onTestFinished(() => database.close())
    const setting = plain(`SELECT setting || ' ' || source FROM pg_settings WHERE name = 'statement_timeout'`)
    const prepared = plain('SELECT count(*)::text FROM pg_prepared_statements')
    expect(await database.read(setting)).toBe('4321 session')
    const [inWrite, kept] = await database.write(async (transaction) => {
      await transaction.insert('counters', { name: 'pooled', value: 1 })
      return [await transaction.read(setting), await transaction.read(prepared)]
    })
    expect([inWrite, kept, await database.read(prepared)]).toEqual(['4321 session', '0', '0'])
    const zone = plain(`SELECT source FROM pg_settings WHERE name = 'client_min_messages'`)
    expect(await database.write((transaction) => transaction.read(zone))).toBe('default')
  })

  it('a limit that the role has holds', async () => {
    await runOn(primary, `ALTER ROLE test IN DATABASE content SET statement_timeout = '5s'`)
    const connection = { dialect: 'postgres', url: primary, pooler: 'transaction' } as const
    const database = await openTables(connection, [counters], { statementMilliseconds: 1_000, answerBytes: 1_000_000 })
    onTestFinished(() => database.close())
    const setting = plain(`SELECT setting || ' ' || source FROM pg_settings WHERE name = 'statement_timeout'`)
    expect(await database.read(setting)).toBe('5000 database user')
    await runOn(primary, `ALTER ROLE test IN DATABASE content RESET statement_timeout`)
  })
})

describe('TLS', () => {
  const byTls = plain('SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
  const at = (host: string, search: string) => primary.replace('127.0.0.1', host) + search

  it.each([
    ['127.0.0.1', '?sslmode=disable', 'false'],
    ['127.0.0.1', '?sslmode=require', 'true'],
    ['127.0.0.1', `?sslmode=verify-ca&sslrootcert=${authority}`, 'true'],
    ['127.0.0.1', `?sslmode=require&sslrootcert=${authority}`, 'true'],
    ['localhost', `?sslmode=verify-full&sslrootcert=${authority}`, 'true'],
    ['localhost', `?sslrootcert=${authority}`, 'true'],
  ])('%s%s connects', async (host, search, expected) => {
    const database = await openTables({ dialect: 'postgres', url: at(host, search) }, [])
    onTestFinished(() => database.close())
    expect(await database.read(byTls)).toBe(expected)
    expect(await database.write((transaction) => transaction.read(byTls))).toBe(expected)
  })

  it.each([
    ['127.0.0.1', `?sslmode=verify-full&sslrootcert=${authority}`, "the server's certificate is for another name"],
    [
      'localhost',
      '?sslmode=verify-full',
      "the server's certificate isn't signed by a known authority. Add the file of its CA",
    ],
    ['localhost', '?sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert=<file of the CA>'],
    ['localhost', '?sslmode=prefer', "sslmode=prefer isn't supported, since it allows connections without TLS"],
    ['localhost', '?sslmode=full', "sslmode=full isn't known. Use one of: disable, require, verify-ca, verify-full."],
    ['localhost', '?sslmode=verify-full&sslrootcert=/none.pem', "the file of sslrootcert can't be read"],
  ])('%s%s is refused with what to do', async (host, search, message) => {
    await expect(openTables({ dialect: 'postgres', url: at(host, search) }, [])).rejects.toThrow(message)
  })

  it('a server without it is named', async () => {
    const url = `${inject('postgres')}/postgres?sslmode=require`
    await expect(openTables({ dialect: 'postgres', url }, [])).rejects.toThrow('the server does not support TLS.')
  })
})

describe('a password that changes', () => {
  const change = (password: string) => runOn(primary, `ALTER ROLE rotated PASSWORD '${password}'`)
  const endAll = () =>
    runOn(primary, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'rotated'`)
  const url = () => primary.replace('test:test@', 'rotated@')
  const one = plain(`SELECT '1'`)

  beforeAll(() => runOn(primary, `CREATE ROLE rotated LOGIN PASSWORD 'first' IN ROLE test`))

  it('in a file is read for each connection', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-api-password-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const passwordFile = join(folder, 'password')
    writeFileSync(passwordFile, 'first\n')
    const database = await openTables({ dialect: 'postgres', url: url(), passwordFile }, [])
    onTestFinished(() => database.close())
    await change('second')
    writeFileSync(passwordFile, 'second\n')
    await endAll()
    expect(await database.read(one)).toBe('1')
    expect(await database.write((transaction) => transaction.read(one))).toBe('1')
  })

  it('from a function is asked for each connection, and a wrong one says where to look', async () => {
    let password = 'second'
    const connection = { dialect: 'postgres', url: url(), password: async () => password } as const
    const database = await openTables(connection, [])
    onTestFinished(() => database.close())
    expect(await database.read(one)).toBe('1')
    await change('third')
    await endAll()
    await expect(database.read(one)).rejects.toMatchObject({ status: 503 })
    await expect(openTables(connection, [])).rejects.toThrow('the password is wrong. Check')
    password = 'third'
    expect(await database.read(one)).toBe('1')
  })
})

describe('hosts of which one is the primary', () => {
  const hosts = () => [primary, standby].map((url) => new URL(url).host)

  it('a commit whose wait for a standby is cancelled is no success', async () => {
    const { database } = await open({ hosts: hosts() })
    await runOn(primary, `ALTER SYSTEM SET synchronous_standby_names = 'nobody'`)
    await runOn(primary, 'SELECT pg_reload_conf()')
    onTestFinished(async () => {
      await runOn(primary, 'ALTER SYSTEM RESET synchronous_standby_names')
      await runOn(primary, 'SELECT pg_reload_conf()')
    })
    await vi.waitFor(async () => expect(await runOn(primary, 'SHOW synchronous_standby_names')).toBe('nobody'), patient)
    const writing = insert(database, 'unknown').catch((error: unknown) => error)
    const waiting = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
    await vi.waitFor(async () => expect(await runOn(primary, waiting)).toBe(true), patient)
    expect(await writing).toMatchObject({ status: 503, message: expect.stringContaining('may not last') })
  })

  it('the service follows the primary, and not an old one that comes back', async () => {
    const { database, reports } = await open({ hosts: hosts(), replicas: [primary, standby] })
    await insert(database, 'before')
    const before = database.lastWrite() as Position
    await vi.waitFor(async () => expect(await whoAnswers(database, before)).toBe('replica'), patient)
    await cluster.primary.crash()
    await expect(insert(database, 'meanwhile')).rejects.toMatchObject({
      status: 503,
      headers: { 'Retry-After': '1' },
    })
    await runOn(standby, 'SELECT pg_promote()')
    await vi.waitFor(() => insert(database, 'after'), patient)
    const after = database.lastWrite() as Position
    expect([timelineOf(before), timelineOf(after)]).toEqual(['00000001', '00000002'])
    expect(await whoAnswers(database, after)).toBe('primary')
    await cluster.primary.start()
    // Long enough for both hosts to be asked several times.
    await vi.waitFor(() => expect(reports.join('\n')).toMatch(/is not a standby|on timeline 1/), patient)
    await insert(database, 'later')
    expect(await runOn(standby, `SELECT count(*)::int FROM counters WHERE name IN ('before', 'after', 'later')`)).toBe(
      3,
    )
    expect(await runOn(primary, `SELECT count(*)::int FROM counters WHERE name IN ('after', 'later')`)).toBe(0)
  })
})
