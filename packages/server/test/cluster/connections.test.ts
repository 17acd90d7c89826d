import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { counters } from '../support/counter-table.js'
import { authority, type PostgresCluster, runOn, startCluster } from '../support/postgres-cluster.js'
import { openTables } from '../support/table-database.js'

/** A server that accepts TLS, whose roles the tests change. */
let cluster: PostgresCluster
let primary: string

beforeAll(async () => {
  cluster = await startCluster(0)
  await runOn(`${cluster.primary.url}/postgres`, 'CREATE DATABASE content')
  primary = `${cluster.primary.url}/content`
})
afterAll(() => cluster.stop())

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
  ])('rejects %s%s and says what to do', async (host, search, message) => {
    await expect(openTables({ dialect: 'postgres', url: at(host, search) }, [])).rejects.toThrow(message)
  })

  it('names a server that does not support TLS', async () => {
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
