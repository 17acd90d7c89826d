import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startBeside } from '../beside/beside-process.js'
import { writeServedProject } from '../beside/served-project.js'
import { switchToWal } from '../strapi-content/sources.js'
import { commandFile } from '../support/command-file.js'
import { createCommandLine } from '../support/command-line.js'
import { type ProjectFiles, writeProject } from '../support/write-project.js'

const { run } = await createCommandLine('beside-cli')

const project = mkdtempSync(join(tmpdir(), 'content-api-beside-cli-'))
/** Nothing listens there. */
const strapi = 'http://127.0.0.1:9'
let file: string

beforeAll(async () => {
  file = await writeServedProject(project)
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const beside = (more: readonly string[] = [], folder = project) =>
  run(['beside', '--project', folder, '--strapi', strapi, ...more])

async function otherProject(files: ProjectFiles): Promise<string> {
  const folder = mkdtempSync(join(project, 'other-'))
  await writeProject(folder, files)
  return folder
}

// The tests of this file use one database after another state of it.
it('names the command for a SQLite file without a write-ahead log', async () => {
  const { code, out, err } = await beside(['--explain'])
  expect([code, out]).toEqual([1, ''])
  expect(err).toBe(
    `Cannot open the database ${file}: it has a rollback journal, with which each read would block the writes of the application. Switch it to a write-ahead log, which stays in the file: sqlite3 ${file} "PRAGMA journal_mode=WAL"\n`,
  )
  await switchToWal(file)
})

it('explains each route, as text and as JSON', async () => {
  const [text, json] = await Promise.all([beside(['--explain']), beside(['--explain', '--json'])])
  expect(text).toMatchObject({ code: 0, err: '' })
  expect(text.out).toMatch(/^GET \/api\/articles +served here$/m)
  expect(text.out).toMatch(/\n\n(\d+) of \1 routes are served here\. All other requests are forwarded\.\n$/)
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
  ['--json alone', ['--json'], /^Use --json together with --explain\.\n$/],
  ['a port that is none', ['--port', 'x'], /--port/],
  ['an unknown option', ['--explian'], /unknown option '--explian'\n\(Did you mean --explain\?\)/],
  ['a database of another kind', ['--explain', '--database', 'mysql://h/n'], /mysql:\/\/, which isn't supported/],
  [
    'a database that is away',
    ['--explain', '--database', 'postgres://me:secret@127.0.0.1:9/cms'],
    /^Cannot open the database [^\n]*127\.0\.0\.1:9[^\n]*\n$/,
  ],
])('rejects %s', async (_, more, message) => {
  const { code, out, err } = await beside(more)
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(message)
  expect(err).not.toMatch(/secret|\n {4}at /)
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
  const { code, out, err } = await beside(['--explain'], await otherProject(files))
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(message)
})

it('rejects a database without tables of Strapi', async () => {
  const other = join(project, 'empty.db')
  const created = await run(['schema', 'apply', '--database', other])
  expect(created.code).toBe(0)
  const { code, err } = await beside(['--explain', '--database', other])
  expect([code, err]).toEqual([1, `The database ${other} has no tables of Strapi. Start Strapi with it first.\n`])
})
