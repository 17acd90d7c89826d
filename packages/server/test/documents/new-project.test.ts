import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type DocumentServer, openDocumentServer } from './served-documents.js'
import { cleanUpAfterFile } from '../../../../tests/support/clean-up.js'
import { type AnyTestDatabase, newDatabases } from '../../../../tests/support/postgres.js'
import { generated } from '../beside/served-project.js'
import { writeProject } from '../support/write-project.js'

const type = (attributes: object, kind: object) =>
  JSON.stringify({ kind: 'collectionType', options: { draftAndPublish: true }, attributes, ...kind })

const note = (attributes: object = {}) =>
  type(
    { title: { type: 'string', required: true }, extra: { type: 'json' }, ...attributes },
    { collectionName: 'notes', info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' } },
  )

const schemaFile = 'src/api/note/content-types/note/schema.json'

const files = {
  'package.json': JSON.stringify({ name: 'new', dependencies: { '@strapi/strapi': '5.54.0' } }),
  '.env': 'JWT_SECRET=a-secret-of-32-bytes-or-more-for-tests',
  [schemaFile]: note(),
  ...generated('note'),
}

const everyAction = ['find', 'findOne', 'create', 'update', 'delete'].map((action) => `api::note.note.${action}`)

/** Writes a project of Strapi 5 without a database. Returns its folder. */
async function writeNewProject(): Promise<string> {
  const project = mkdtempSync(join(tmpdir(), 'content-api-new-'))
  cleanUpAfterFile(() => rmSync(project, { recursive: true, force: true }))
  await writeProject(project, files)
  return project
}

const locationOf = ({ connection }: AnyTestDatabase): string =>
  connection.dialect === 'sqlite' ? connection.file : connection.url

/** Opens the server of a project for `use`. */
async function withServer<Result>(
  project: string,
  database: AnyTestDatabase,
  use: (server: DocumentServer) => Promise<Result>,
  more: object = { permissions: { public: everyAction } },
): Promise<Result> {
  const overrides = {
    log: { level: 'silent' as const },
    beside: { timeZone: 'UTC', database: locationOf(database) },
    ...more,
  }
  const server = await openDocumentServer({ project, overrides })
  try {
    return await use(server)
  } finally {
    await server.close()
  }
}

async function send(server: DocumentServer, method: string, path: string, data?: object) {
  const body = data === undefined ? null : JSON.stringify({ data })
  const headers = { 'content-type': 'application/json' }
  const response = await server.fetch(new Request(`http://localhost${path}`, { method, headers, body }))
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

describe.each(newDatabases)('a new Strapi 5 project, on %s', (dialect, newDatabase) => {
  it('gets its tables, and what a changed schema file adds', async () => {
    const project = await writeNewProject()
    const database = await newDatabase()
    await withServer(project, database, async (server) => {
      expect(server.service.prepared.isNew).toBe(true)
      const { status, body } = await send(server, 'POST', '/api/notes', { title: 'First' })
      expect([status, body.data.title]).toEqual([201, 'First'])
    })
    await writeProject(project, { [schemaFile]: note({ stars: { type: 'integer' } }) })
    await withServer(project, database, async (server) => {
      expect(server.service.prepared).toEqual({ isNew: false, tables: [], columns: ['notes.stars'] })
      const { body } = await send(server, 'GET', '/api/notes')
      expect(body.data).toMatchObject([{ title: 'First', stars: null }])
      const changed = await send(server, 'PUT', `/api/notes/${body.data[0].documentId}`, { stars: 5 })
      expect(changed.body.data).toMatchObject({ title: 'First', stars: 5 })
    })
    await withServer(project, database, async (server) => {
      expect(server.service.prepared).toEqual({ isNew: false, tables: [], columns: [] })
    })
  })

  it('has no routes that the files of the project lack', async () => {
    const project = await writeNewProject()
    const router = "require('@strapi/strapi').factories.createCoreRouter('api::note.note', { only: ['find'] })"
    await writeProject(project, { 'src/api/note/routes/note.js': `module.exports = ${router}` })
    await withServer(project, await newDatabase(), async (server) => {
      expect((await send(server, 'GET', '/api/notes')).status).toBe(200)
      const { status, body } = await send(server, 'POST', '/api/notes', { title: 'x' })
      expect([status, body.error.name]).toEqual([404, 'NotFoundError'])
    })
  })

  it('allows what permissions of the configuration name, and nothing without them', async () => {
    const project = await writeNewProject()
    const database = await newDatabase()
    const reads = { permissions: { public: ['api::note.note.find'] } }
    const statuses = async (server: DocumentServer) => [
      (await send(server, 'GET', '/api/notes')).status,
      (await send(server, 'POST', '/api/notes', { title: 'x' })).status,
    ]
    expect(await withServer(project, database, statuses, {})).toEqual([403, 403])
    expect(await withServer(project, database, statuses, reads)).toEqual([200, 403])
    const misspelled = { permissions: { public: ['api::note.note.finds'] } }
    await expect(withServer(project, database, statuses, misspelled)).rejects.toThrow(
      'Did you mean "api::note.note.find"?',
    )
  })

  it('keeps the locale of documents from an attribute with that name', async () => {
    const project = await writeNewProject()
    await writeProject(project, { [schemaFile]: note({ locale: { type: 'string', default: 'xx' } }) })
    await withServer(project, await newDatabase(), async (server) => {
      const written = await send(server, 'POST', '/api/notes', { title: 'x', locale: 'fr' })
      expect(written.status).toBe(400)
      expect(written.body.error.message).toContain("locale of api::note.note can't be written")
      const { status, body } = await send(server, 'POST', '/api/notes', { title: 'x' })
      expect([status, body.data.title]).toEqual([201, 'x'])
      expect((await send(server, 'PUT', `/api/notes/${body.data.documentId}`, { title: 'y' })).status).toBe(200)
    })
  })

  it('stores strings in JSON attributes as Strapi does, which reads them as JSON', async () => {
    const project = await writeNewProject()
    await withServer(project, await newDatabase(), async (server) => {
      const stored = async (extra: unknown) => {
        const { status, body } = await send(server, 'POST', '/api/notes', { title: 'x', extra })
        return status === 201 ? body.data.extra : body.error.message
      }
      const inPostgres = `extra must be the text of JSON: Strapi 5 can't store other text in PostgreSQL`
      const isPostgres = dialect === 'postgres'
      const cases = [
        ['plain', isPostgres ? inPostgres : 'plain'],
        ['', isPostgres ? inPostgres : ''],
        ['[1, {"a": "b"}]', [1, { a: 'b' }]],
        ['"quoted"', '"quoted"'],
        ['12', 12],
        ['1e999', 'extra must be finite'],
        ['null', null],
        ['['.repeat(2000), isPostgres ? inPostgres : '['.repeat(2000)],
        ['['.repeat(2000) + ']'.repeat(2000), 'extra must not be nested more than 100 levels deep'],
        [{ text: 'plain' }, { text: 'plain' }],
      ] as const
      for (const [extra, expected] of cases) expect(await stored(extra)).toEqual(expected)
    })
  })
})
