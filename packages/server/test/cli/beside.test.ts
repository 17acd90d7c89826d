import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { postgresDatabase } from '../../../../tests/support/postgres.js'
import { beside as runBeside } from '../../src/cli/beside.js'
import { reportError } from '../../src/cli/report-error.js'
import { startBeside } from '../beside/beside-process.js'
import { writeServedProject } from '../beside/served-project.js'
import { switchToWal } from '../strapi-content/sources.js'
import { commandFile } from '../support/command-file.js'
import { type ProjectFiles, writeProject } from '../support/write-project.js'

const project = mkdtempSync(join(tmpdir(), 'content-api-beside-cli-'))
/** Nothing listens there. */
const strapi = 'http://127.0.0.1:9'
let file: string

beforeAll(async () => {
  file = await writeServedProject(project)
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command in this process. The start of another one takes longer than the command. */
async function beside(options: Partial<Parameters<typeof runBeside>[0]>, folder = project): Promise<Result> {
  const printed = { out: '', err: '' }
  for (const [name, stream] of [['out', process.stdout] as const, ['err', process.stderr] as const])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed[name] += String(text)
      return true
    })
  let code = 0
  try {
    await runBeside({ project: folder, strapi, host: '127.0.0.1', port: 0, ...options })
  } catch (error) {
    reportError(error)
    code = 1
  }
  vi.restoreAllMocks()
  return { code, ...printed }
}

/** Runs the command as users do. */
const runCommand = (args: readonly string[]) =>
  new Promise<Result>((resolve) => {
    execFile(process.execPath, [commandFile, 'beside', ...args], (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })

async function otherProject(files: ProjectFiles): Promise<string> {
  const folder = mkdtempSync(join(project, 'other-'))
  await writeProject(folder, files)
  return folder
}

// The tests of this file use one database after another state of it.
it('names the command for a SQLite file without a write-ahead log', async () => {
  const { code, out, err } = await beside({ explain: true })
  expect([code, out]).toEqual([1, ''])
  expect(err).toBe(
    `Cannot open the database ${file}: it has a rollback journal, with which each read would block the writes of the application. Switch it to a write-ahead log, which stays in the file: sqlite3 ${file} "PRAGMA journal_mode=WAL"\n`,
  )
  await switchToWal(file)
})

it('explains each route, as text and as JSON', async () => {
  const text = await beside({ explain: true })
  expect(text).toMatchObject({ code: 0, err: '' })
  expect(text.out).toMatch(/^GET \/api\/articles +served here$/m)
  expect(text.out).toMatch(/\n\n(\d+) of \1 routes are served here\. All other requests are forwarded\.\n$/)
  const json = await beside({ explain: true, json: true })
  expect(json).toMatchObject({ code: 0, err: '' })
  const { routes, everything } = JSON.parse(json.out) as { routes: object[]; everything: object[] }
  expect(everything).toEqual([])
  expect(routes).toContainEqual({
    method: 'GET',
    path: '/api/articles',
    action: 'api::article.article.find',
    served: true,
    reason: null,
  })
})

it('prints what it serves', async () => {
  const environment = { NODE_ENV: 'development' }
  const process = await startBeside(project, { strapi, timeZone: 'UTC', cli: commandFile, environment })
  onTestFinished(() => process.stop())
  expect((await fetch(`${process.url}/healthz`)).status).toBe(200)
  expect(process.output.join('\n')).toMatch(
    /in front of Strapi on http:\/\/127\.0\.0\.1:9\nServes (\d+) of \1 routes of reads\./,
  )
})

it.each<[string, readonly string[], RegExp]>([
  ['a port that is none', ['--port', 'x'], /--port/],
  ['an unknown option', ['--explian'], /unknown option '--explian'\n\(Did you mean --explain\?\)/],
  [
    'a database that is away',
    ['--project', project, '--explain', '--database', 'postgres://me:secret@127.0.0.1:9/cms'],
    /^Cannot open the database [^\n]*127\.0\.0\.1:9[^\n]*\n$/,
  ],
])('rejects %s on the command line', async (_, args, message) => {
  const { code, out, err } = await runCommand(args)
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(message)
  expect(err).not.toMatch(/secret|\n {4}at /)
})

it.each<[string, Partial<Parameters<typeof runBeside>[0]>, RegExp]>([
  ['--json alone', { json: true }, /^Use --json together with --explain\.\n$/],
  ['a database of another kind', { explain: true, database: 'mysql://h/n' }, /mysql:\/\/, which isn't supported/],
])('rejects %s', async (_, options, message) => {
  const { code, out, err } = await beside(options)
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(message)
})

const manifest = (version: string) => JSON.stringify({ dependencies: { '@strapi/strapi': version } })

it.each<[string, ProjectFiles, RegExp]>([
  ['a folder without a project', {}, /doesn't depend on @strapi\/strapi\. Pass the folder of a Strapi project/],
  [
    'MySQL',
    {
      'package.json': manifest('4.26.2'),
      'config/database.js': `module.exports = { connection: { client: 'mysql2' } }`,
    },
    /config\/database: connection\.client is mysql2, which can't be read beside Strapi\. SQLite and PostgreSQL can\./,
  ],
])('rejects %s', async (_, files, message) => {
  const { code, out, err } = await beside({ explain: true }, await otherProject(files))
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(message)
})

it('rejects a database without tables of Strapi', async () => {
  const other = join(project, 'empty.db')
  await switchToWal(other)
  const { code, err } = await beside({ explain: true, database: other })
  expect([code, err]).toEqual([1, `The database ${other} has no tables of Strapi. Start Strapi with it first.\n`])
})

it('rejects a role of PostgreSQL that may not read the tables', async () => {
  const { url } = (await postgresDatabase()).connection
  const address = new URL(url)
  const role = `reader_${address.pathname.slice(-12)}`
  await onPostgres(
    url,
    `CREATE TABLE strapi_database_schema (id int, hash text, time timestamp); CREATE ROLE ${role} LOGIN PASSWORD 'secret'`,
  )
  onTestFinished(() => onPostgres(url, `DROP ROLE ${role}`))
  address.username = role
  address.password = 'secret'
  const { code, err } = await beside({ explain: true, database: address.href })
  expect([code, err]).toEqual([
    1,
    'The role of the PostgreSQL database may not read the tables of Strapi: permission denied for table strapi_database_schema. Grant it the right to read all tables.\n',
  ])
})

async function onPostgres(url: string, sql: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
