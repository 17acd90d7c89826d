import { createPrivateKey } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { createRegistry } from '@content-api/model'
import { openReadOnlyDatabase, type ReadOnlyConnection } from '@content-api/engine/database'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import { importFromStrapi } from '../../src/cli/import-from-strapi.js'
import { counters } from '../support/counter-table.js'
import { authority, certificate, type PostgresCluster, runOn, startCluster } from '../support/postgres-cluster.js'
import { openTables } from '../support/table-database.js'
import { writeProject } from '../support/write-project.js'

/** A server that accepts TLS and Unix sockets, whose roles the tests change. */
let cluster: PostgresCluster
let primary: string
/** The folder of its Unix socket. */
let sockets: string

beforeAll(async () => {
  sockets = mkdtempSync(join(tmpdir(), 'content-api-socket-'))
  // The server may run as another user.
  chmodSync(sockets, 0o777)
  cluster = await startCluster(0, { unix_socket_directories: sockets })
  await runOn(`${cluster.primary.url}/postgres`, 'CREATE DATABASE content')
  primary = `${cluster.primary.url}/content`
})
afterAll(async () => {
  await cluster.stop()
  rmSync(sockets, { recursive: true })
})

const registry = createRegistry({ contentTypes: {} })
const layout = createStrapiLayout(registry, { dialect: 'postgres', timeZone: 'UTC' })
const openForReads = (connection: ReadOnlyConnection) => openReadOnlyDatabase({ registry, layout, connection })

const plain = (sql: string) => ({ sql, values: [] })

describe('a service behind a pooler in transaction mode', () => {
  it('keeps nothing on a connection, and sets time limits in each transaction', async () => {
    const limits = { statementMilliseconds: 4_321, responseBytes: 1_000_000 }
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

  it('keeps a time limit that the role has', async () => {
    await runOn(primary, `ALTER ROLE test IN DATABASE content SET statement_timeout = '5s'`)
    const connection = { dialect: 'postgres', url: primary, pooler: 'transaction' } as const
    const database = await openTables(connection, [counters], {
      statementMilliseconds: 1_000,
      responseBytes: 1_000_000,
    })
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
    ['127.0.0.1', '?sslmode=require&sslnegotiation=direct', 'true'],
  ])('connects with %s%s', async (host, search, expected) => {
    const database = await openTables({ dialect: 'postgres', url: at(host, search) }, [])
    onTestFinished(() => database.close())
    expect(await database.read(byTls)).toBe(expected)
    expect(await database.write((transaction) => transaction.read(byTls))).toBe(expected)
  })

  it.each([
    ['127.0.0.1', `?sslmode=verify-full&sslrootcert=${authority}`, "the server's certificate is for another host name"],
    [
      'localhost',
      '?sslmode=verify-full',
      "the server's certificate isn't signed by a known authority. Add the file of its CA",
    ],
    ['localhost', '?sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert=<file of the CA>'],
    ['localhost', '?sslmode=prefer', "sslmode=prefer isn't supported, since it allows connections without TLS"],
    ['localhost', '?sslmode=full', "sslmode=full isn't known. Use one of: disable, require, verify-ca, verify-full."],
    ['localhost', '?sslmode=verify-full&sslrootcert=/none.pem', "the file of sslrootcert can't be read"],
    ['localhost', '?sslmode=require&ssl_min_protocol_version=1.2', 'Use one of: TLSv1, TLSv1.1, TLSv1.2, TLSv1.3.'],
    ['localhost', '?sslmode=require&sslnegotiation=fast', 'Invalid sslnegotiation value'],
  ])('rejects %s%s and says what to do', async (host, search, message) => {
    await expect(openTables({ dialect: 'postgres', url: at(host, search) }, [])).rejects.toThrow(message)
  })

  it.each([
    ['127.0.0.1', false, 'false'],
    ['127.0.0.1', { rejectUnauthorized: false }, 'true'],
    ['localhost', { ca: readFileSync(authority, 'utf8') }, 'true'],
  ])("connects with %s to another application's database with the option ssl of pg", async (host, ssl, expected) => {
    const database = await openForReads({ dialect: 'postgres', url: at(host, '?sslmode=verify-full'), ssl })
    onTestFinished(() => database.close())
    expect(await database.read(byTls)).toBe(expected)
  })

  it.each([
    ['localhost', true, "the server's certificate isn't signed by a known authority"],
    ['127.0.0.1', { ca: readFileSync(authority, 'utf8') }, "the server's certificate is for another host name"],
  ])("rejects %s as another application's database with ssl: %j", async (host, ssl, message) => {
    await expect(openForReads({ dialect: 'postgres', url: at(host, ''), ssl })).rejects.toThrow(message)
  })

  it.each([
    ['{ ca: readFileSync(process.env.CA) }', 'This is not a database of Strapi 4'],
    ['{ rejectUnauthorized: false }', 'This is not a database of Strapi 4'],
    ["'true'", 'self-signed certificate'],
  ])('imports with ssl: %s of config/database', async (ssl, message) => {
    const project = mkdtempSync(join(tmpdir(), 'content-api-strapi-'))
    onTestFinished(() => rmSync(project, { recursive: true }))
    const connection = `{ connectionString: ${JSON.stringify(at('localhost', ''))}, ssl: ${ssl} }`
    await writeProject(project, {
      'config/database.js': `const { readFileSync } = require('node:fs')
        module.exports = { connection: { client: 'postgres', connection: ${connection} } }`,
      'src/api/tag/content-types/tag/schema.json': JSON.stringify({
        kind: 'collectionType',
        collectionName: 'tags',
        info: { singularName: 'tag', pluralName: 'tags', displayName: 'Tag' },
        attributes: { name: { type: 'string' } },
      }),
    })
    vi.stubEnv('CA', authority)
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(importFromStrapi(true, { project, dryRun: true })).rejects.toThrow(message)
  })

  it.each(['TLSv1.2', 'TLSv1.3'])('connects with %s only', async (version) => {
    const only = `?sslmode=require&ssl_min_protocol_version=${version}&ssl_max_protocol_version=${version}`
    const database = await openTables({ dialect: 'postgres', url: primary + only }, [])
    onTestFinished(() => database.close())
    const used = plain('SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
    expect(await database.read(used)).toBe(version)
    expect(await database.write((transaction) => transaction.read(used))).toBe(version)
  })

  it('presents the certificate of the client on each connection, with an encrypted key too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-api-key-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const key = join(folder, 'key.pem')
    const encryption = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const
    writeFileSync(key, createPrivateKey(readFileSync(certificate.key)).export(encryption))
    const url = `${primary}?sslmode=require&sslcert=${certificate.file}&sslkey=${key}&sslpassword=`
    // With `hosts`, another connection opens first. pg hides the key in the options of a connection.
    const hosts = [new URL(primary).host]
    const database = await openTables({ dialect: 'postgres', url: `${url}secret`, hosts, poolSize: 4 }, [])
    onTestFinished(() => database.close())
    const name = plain(`SELECT coalesce(client_dn, 'none') FROM pg_stat_ssl WHERE pid = pg_backend_pid()`)
    expect(await database.read(name)).toMatch('/CN=')
    let open = 0
    let release: () => void = () => undefined
    const bothAreOpen = new Promise<void>((resolve) => (release = resolve))
    const nameInWrite = () =>
      database.write(async (transaction) => {
        if (++open === 2) release()
        await bothAreOpen
        return transaction.read(name)
      })
    const names = await Promise.all([nameInWrite(), nameInWrite()])
    expect(names).toEqual([expect.stringContaining('/CN='), expect.stringContaining('/CN=')])
    const wrong = 'Check the file and "sslpassword"'
    await expect(openTables({ dialect: 'postgres', url: `${url}wrong` }, [])).rejects.toThrow(wrong)
    const without = url.replace('&sslpassword=', '')
    await expect(openTables({ dialect: 'postgres', url: without }, [])).rejects.toThrow(wrong)
  })

  it('names a server that does not support TLS', async () => {
    const url = `${inject('postgres')}/postgres?sslmode=require`
    await expect(openTables({ dialect: 'postgres', url }, [])).rejects.toThrow('the server does not support TLS.')
  })
})

describe('a Unix socket', () => {
  const port = () => new URL(primary).port

  it.each([
    ['as a parameter', () => `postgres://test:test@/content?host=${sockets}&port=${port()}&sslmode=verify-full`],
    ['as the host', () => `postgres://test:test@${encodeURIComponent(sockets)}:${port()}/content?sslmode=require`],
    ['without TLS parameters', () => `postgres:///content?user=test&password=test&host=${sockets}&port=${port()}`],
  ])('is used without TLS: %s', async (_how, url) => {
    const database = await openTables({ dialect: 'postgres', url: url() }, [])
    onTestFinished(() => database.close())
    const how = plain(`SELECT (inet_server_addr() IS NULL)::text || ' ' || ssl::text
      FROM pg_stat_ssl WHERE pid = pg_backend_pid()`)
    expect(await database.read(how)).toBe('true false')
    expect(await database.write((transaction) => transaction.read(how))).toBe('true false')
  })
})

describe('a parameter of a URL', () => {
  it.each([
    ['sslcrl=/crl.pem', '"sslcrl" isn\'t supported. Remove it, or use one of: sslmode, sslrootcert,'],
    ['channel_binding=require', '"channel_binding" isn\'t supported. Remove it. sslmode=verify-full'],
    ['ssl=true', '"ssl" isn\'t supported. Use sslmode=verify-full.'],
    ['sslmode=require&schema=public', '"schema" isn\'t supported.'],
    ['host=one,two', 'the URL names several hosts. Name one, and list all in "database.hosts".'],
    ['port=x', 'the port "x" isn\'t a number.'],
  ])('is rejected instead of ignored: %s', async (parameter, message) => {
    await expect(openTables({ dialect: 'postgres', url: `${primary}?${parameter}` }, [])).rejects.toThrow(message)
  })

  it('names the application of all connections, and sets options of the server', async () => {
    const url = `${primary}?application_name=shop&options=-c%20work_mem%3D5MB`
    const database = await openTables({ dialect: 'postgres', url }, [])
    onTestFinished(() => database.close())
    const settings = plain(`SELECT current_setting('application_name') || ' ' || current_setting('work_mem')`)
    expect(await database.read(settings)).toBe('shop 5MB')
    expect(await database.write((transaction) => transaction.read(settings))).toBe('shop 5MB')
  })
})

it('a URL with several hosts is rejected', async () => {
  const url = 'postgres://test:test@db1.example:5432,db2.example:5433/content'
  await expect(openTables({ dialect: 'postgres', url }, [])).rejects.toThrow('the URL names several hosts.')
})

describe('a password that changes', () => {
  const change = (password: string) => runOn(primary, `ALTER ROLE rotated PASSWORD '${password}'`)
  const endAll = () =>
    runOn(primary, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'rotated'`)
  const url = () => primary.replace('test:test@', 'rotated@')
  const one = plain(`SELECT '1'`)

  beforeAll(() => runOn(primary, `CREATE ROLE rotated LOGIN PASSWORD 'first' IN ROLE test`))

  it('is read from its file for each connection', async () => {
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

  it('is returned by a function for each connection, and a wrong one gets a hint', async () => {
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
