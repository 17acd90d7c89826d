import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { recordedModel } from '../replay/server.js'
import { writeSqlite, writeUploads } from '../strapi-content/sources.js'
import { createCommandLine } from '../support/command-line.js'
import { type Language, writeGeneratedProject } from '../support/generated-project.js'

// Each test starts several processes, one after another.
vi.setConfig({ testTimeout: 120_000 })

const { folder, runHere, serveIn } = await createCommandLine('strapi-start')

/** Listens on a port until the test ends. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

it('runs bootstrap when it serves, but not in other commands', async () => {
  const project = join(folder, 'bootstrap')
  const trace = join(project, 'bootstrap-ran')
  const index = `module.exports = { bootstrap() { require('fs').writeFileSync('${trace}', '') } }`
  await writeGeneratedProject(project, 'JavaScript', { 'src/index.js': index, 'notes.json': '[{ "text": "a" }]' })
  expect(await runHere(['import', 'notes.json', '--type', 'notes'], { cwd: project })).toMatchObject({ code: 0 })
  expect(await runHere(['doctor'], { cwd: project })).toMatchObject({ code: 0 })
  expect(existsSync(trace)).toBe(false)
  const server = await serveIn(project, ['dev', '--port', '0'])
  await server.stop()
  expect(existsSync(trace)).toBe(true)
})

it('starts although config/plugins allows fields that users do not have', async () => {
  const project = join(folder, 'fields')
  const plugins = `module.exports = { 'users-permissions': { config: { register: { allowedFields: ['nickname'] } } } }`
  await writeGeneratedProject(project, 'JavaScript', { 'config/plugins.js': plugins })
  const server = await serveIn(project, ['dev', '--port', '0'])
  await server.stop()
  expect(server.printed()).toContain("register.allowedFields has nickname, which a registration can't set here.")
})

const languages: readonly Language[] = ['JavaScript', 'TypeScript']

describe.each(languages)('a new Strapi 4 project in %s', (language) => {
  const project = join(folder, language)
  const strapiFile = join(project, '.tmp/data.db')
  beforeAll(async () => {
    await writeGeneratedProject(project, language)
    mkdirSync(join(project, '.tmp'))
    writeFileSync(strapiFile, 'the database of Strapi')
  })

  it('starts without any configuration of this server', async () => {
    const port = await takenPort()
    writeFileSync(join(project, '.env'), readFileSync(join(project, '.env'), 'utf8').replace('1337', String(port)))
    const server = await serveIn(project, ['dev'], { NODE_ENV: 'development' })
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
    expect(new URL(server.url).port).not.toBe(String(port))
    // `HOST` of `.env` has no effect on `dev`, and unknown parameters are ignored as in Strapi.
    expect(await server.get('/notes?unknown=1')).toMatchObject({ status: 200, body: { data: [] } })
    await server.says('npx content-api import --from-strapi\n')
    await server.stop()
    expect(server.printed()).toContain(`Port ${port} is taken, so this service uses `)
    expect(server.printed()).toContain('The JWT secret of the Strapi project has fewer than 32 bytes.')
    expect(readFileSync(strapiFile, 'utf8')).toBe('the database of Strapi')
    expect(existsSync(join(project, '.tmp/content.db'))).toBe(true)
  })

  it('passes the doctor, which has nothing to report', async () => {
    const { code, out } = await runHere(['doctor'], { cwd: project })
    expect([code, out]).toEqual([0, expect.stringMatching(/This project starts\.\n$/)])
    expect(out).not.toMatch(/^(Skipped|Fails when it runs|Must change)/m)
  })
})

describe('a Strapi 4 project with content', () => {
  const project = join(folder, 'content')
  beforeAll(async () => {
    await writeGeneratedProject(project, 'TypeScript')
    rmSync(join(project, 'src'), { recursive: true })
    cpSync(join(recordedModel, 'src'), join(project, 'src'), { recursive: true })
    mkdirSync(join(project, '.tmp'))
    renameSync(await writeSqlite(folder), join(project, '.tmp/data.db'))
    renameSync(writeUploads(folder), join(project, 'public/uploads'))
  })

  it('serves it with its locales and permissions after an import without options', async () => {
    const { code, out, err } = await runHere(['import', '--from-strapi'], { cwd: project })
    expect([code, err]).toEqual([0, expect.stringMatching(/^Imported 68 entries in /m)])
    expect(out).toContain('"i18n"')
    expect(out).toMatch(/^Files: 8$/m)
    const server = await serveIn(project, ['dev', '--port', '0'])
    expect((await server.get('/articles?locale=fr')).status).toBe(200)
    // Public in Strapi, too.
    expect((await server.get('/memos')).status).toBe(403)
    await server.stop()
    expect(server.printed()).not.toContain('There is no content yet')
  })

  it('starts in production, because its permissions are known', async () => {
    const server = await serveIn(project, ['start', '--port', '0'], {
      NODE_ENV: 'production',
      // As on a platform that sets the variables of Strapi: a secret of 24 bytes.
      JWT_SECRET: 'another secret 24 bytes.',
    })
    expect(server.printed()).toContain('"url":"http://127.0.0.1:')
    expect((await server.get('/articles')).status).toBe(200)
    expect((await server.get('/memos')).status).toBe(403)
    await server.stop()
  })

  it('names a database that cannot be imported', async () => {
    const env = { DATABASE_FILENAME: '.tmp/missing.db' }
    expect((await runHere(['import', '--from-strapi'], { cwd: project, environment: env })).err).toContain(
      `The SQLite file of config/database doesn't exist: ${join(project, '.tmp/missing.db')}.`,
    )
    writeFileSync(join(project, 'config/database.ts'), 'export default () => { throw new Error("no database") }')
    const broken = await runHere(['import', '--from-strapi'], { cwd: project })
    expect(broken).toMatchObject({ code: 1, err: expect.stringContaining('config/database.ts:1: ') })
    // No other command reads that file.
    expect(await runHere(['export'], { cwd: project })).toMatchObject({ code: 0 })
  })
})
