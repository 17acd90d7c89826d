import { promises } from 'node:fs'
import { mkdir, mkdtemp, open as openFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ConfigInput } from '../../src/index.js'
import type { ContentApi } from '../../src/content-api.js'
import { createContentApi } from '../../src/service.js'
import { png } from '../../../../tests/support/png.js'
import { newDatabases } from '../../../../tests/support/postgres.js'

const info = (name: string) => ({ singularName: name, pluralName: `${name}s` })
const relation = (relation: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation,
  target: `api::${target}.${target}`,
  ...more,
})

/** Tables whose foreign keys form a circle, and one that references itself. */
const schemas = {
  contentTypes: {
    'api::tag.tag': { info: info('tag'), attributes: { name: { type: 'string' } } },
    'api::team.team': {
      info: info('team'),
      attributes: { name: { type: 'string' }, lead: relation('oneToOne', 'person') },
    },
    'api::person.person': {
      info: { singularName: 'person', pluralName: 'people' },
      attributes: {
        name: { type: 'string' },
        team: relation('manyToOne', 'team'),
        chief: relation('manyToOne', 'person'),
        tags: relation('manyToMany', 'tag'),
        quotes: { type: 'component', component: 'shared.quote', repeatable: true },
        portrait: { type: 'media' },
      },
    },
  },
  components: { 'shared.quote': { attributes: { text: { type: 'string' } } } },
}

const lines = [
  { type: 'api::tag.tag', id: 1, attributes: { name: 'one' } },
  { type: 'api::tag.tag', id: 4, attributes: { name: 'four' } },
  { type: 'api::team.team', id: 2, attributes: { name: 'north', lead: 7 } },
  { type: 'api::person.person', id: 7, attributes: { name: 'Ada', team: 2, chief: 8, tags: [4, 1] } },
  { type: 'api::person.person', id: 8, attributes: { name: 'Grace', chief: 7, quotes: [{ text: 'We go north.' }] } },
]

const kinds = [['memory', () => Promise.resolve({ connection: ':memory:' as const })], ...newDatabases] as const

const temporary = await mkdtemp(join(tmpdir(), 'content-api-snapshots-test-'))
afterAll(() => rm(temporary, { recursive: true, force: true }))

describe.each(kinds)('snapshots of a database (%s)', (kind, newDatabase) => {
  let api: ContentApi
  let uploads: string

  beforeAll(async () => {
    const { connection } = await newDatabase()
    uploads = join(temporary, kind)
    const editor = ['api::tag.tag.delete', 'plugin::upload.content-api.upload', 'plugin::upload.content-api.destroy']
    const config: ConfigInput = {
      auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
      database: connection,
      upload: { directory: uploads },
      permissions: { public: ['api::tag.tag.find', 'api::tag.tag.create'], editor },
    }
    api = await createContentApi({ ...schemas, config, development: true })
    await api.importEntries(lines)
    await api.accounts.createUser({
      username: 'erin',
      email: 'erin@example.com',
      password: 'Passw0rd!',
      role: 'editor',
    })
  })
  afterAll(() => api?.close())

  const everything = async () => {
    const exported: string[] = []
    await api.exportEntries((line) => void exported.push(line))
    return exported
  }

  /** Sends a request with the token of the service, unless the headers have another one. */
  const send = (line: string, body?: unknown, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = line.split(' ')
    const token = { 'content-api-token': api.developmentToken ?? '' }
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const all = { ...token, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers }
    return api.fetch(new Request(`http://127.0.0.1${path}`, { method, headers: all, ...sent }))
  }

  const upload = async (name: string) => {
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(png(4, 4))], { type: 'image/png' }), name)
    const response = await api.fetch(
      new Request('http://127.0.0.1/api/upload', { method: 'POST', body: form, headers: await asErin() }),
    )
    return ((await response.json()) as { id: number }[])[0]?.id
  }

  const asErin = async () => {
    const erin = (await api.accounts.listUsers()).find(({ username }) => username === 'erin')
    return { authorization: `Bearer ${await api.accounts.signIn(erin?.id as number)}` }
  }

  it('restore rows, ids, roles and files, repeatedly', async () => {
    const kept = await upload('kept.png')
    const before = await everything()
    const files = await readdir(uploads)
    expect(files).toHaveLength(1)
    const saved = await send('POST /content-api/snapshot', { name: 'clean' })
    expect([saved.status, saved.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await saved.json()).toMatchObject({ name: 'clean', files: 1 })
    for (let round = 0; round < 2; round++) {
      await api.accounts.grant('authenticated', ['api::tag.tag.update'])
      await send(`DELETE /api/upload/files/${kept}`, undefined, await asErin())
      await send('DELETE /api/tags/4', undefined, await asErin())
      const created = await send('POST /api/tags', { data: { name: 'new' } })
      expect(await created.json()).toMatchObject({ data: { id: 5 } })
      expect(await upload('later.png')).toBe((kept as number) + 1)
      const changed = await readdir(uploads)
      expect(changed).toHaveLength(1)
      expect(changed).not.toEqual(files)

      expect(await (await send('POST /content-api/restore', { name: 'clean' })).json()).toMatchObject({ name: 'clean' })
      expect(await everything()).toEqual(before)
      expect(await readdir(uploads)).toEqual(files)
      const roles = await api.accounts.listRoles()
      expect(roles.find(({ type }) => type === 'authenticated')?.permissions).not.toContain('api::tag.tag.update')
    }
  })

  it('wait for running writes, and make later writes wait', async () => {
    await api.snapshots.save('quiet')
    const before = await everything()
    const writes = Array.from({ length: 20 }, () => send('POST /api/tags', { data: { name: 'early' } }))
    const restored = api.snapshots.restore('quiet')
    const late = send('POST /api/tags', { data: { name: 'late' } })
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 200))
    await restored
    expect(((await (await late).json()) as { data: { id: number } }).data.id).toBe(5)
    expect(await everything()).toHaveLength(before.length + 1)
    await api.snapshots.restore('quiet')
    expect(await everything()).toEqual(before)
  })

  it('are listed by name, and replaced when saved under the same name', async () => {
    await api.snapshots.save()
    await api.snapshots.save()
    expect((await api.snapshots.list()).map(({ name }) => name)).toEqual(['default', 'quiet', 'clean'])
    expect((await send('POST /content-api/restore')).status).toBe(200)
  })

  it('stay as they are if saving them again fails', async () => {
    await api.snapshots.restore('clean')
    const [before, listed] = [await everything(), await api.snapshots.list()]
    await send('POST /api/tags', { data: { name: 'later' } })
    // A folder in the place of a stored file can't be saved.
    const [stored = ''] = await readdir(uploads)
    await rm(join(uploads, stored))
    await mkdir(join(uploads, stored))
    await expect(api.snapshots.save('clean')).rejects.toThrow(stored)
    await rm(join(uploads, stored), { recursive: true })
    expect(await api.snapshots.list()).toEqual(listed)
    await api.snapshots.restore('clean')
    expect(await everything()).toEqual(before)
    expect(await readdir(uploads)).toEqual([stored])
  })

  it('are saved with a warning about the folder of the replaced one if it remains', async () => {
    await send('POST /api/tags', { data: { name: 'newer' } })
    const before = await everything()
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
    const remove = vi.spyOn(promises, 'rm').mockRejectedValueOnce(new Error('EBUSY: resource busy'))
    syncBuiltinESMExports()
    const saved = await send('POST /content-api/snapshot', { name: 'clean' })
    expect(saved.status).toBe(200)
    const folder = String(remove.mock.calls[0]?.[0])
    remove.mockRestore()
    syncBuiltinESMExports()
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining(`The folder "${folder}" could not be removed: EBUSY: resource busy`), 'SnapshotWarning'],
    ])
    warn.mockRestore()
    await rm(folder, { recursive: true })
    const [newest] = await api.snapshots.list()
    expect(newest).toEqual(await saved.json())
    await send('POST /api/tags', { data: { name: 'unsaved' } })
    await api.snapshots.restore('clean')
    expect(await everything()).toEqual(before)
  })

  it.runIf(kind === 'postgres')('are saved with a warning about the schema of the replaced one', async () => {
    const run = (...statements: string[]) => api.database.write((transaction) => transaction.execute(statements))
    await run(
      `CREATE FUNCTION reject_drop() RETURNS event_trigger AS $$ BEGIN RAISE 'no drops today'; END $$ LANGUAGE plpgsql`,
      `CREATE EVENT TRIGGER no_drops ON ddl_command_start WHEN TAG IN ('DROP SCHEMA') EXECUTE FUNCTION reject_drop()`,
    )
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
    await api.snapshots.save('clean')
    const warning = String(warn.mock.calls[0]?.[0])
    warn.mockRestore()
    const [, schema = ''] = /The schema "(\w+)" could not be dropped: .*no drops today/.exec(warning) ?? []
    expect(schema).toMatch(/_snapshot_clean_/)
    await run('DROP EVENT TRIGGER no_drops', `DROP SCHEMA ${schema} CASCADE`)
    expect(await api.snapshots.restore('clean')).toEqual((await api.snapshots.list())[0])
  })

  it.runIf(kind === 'postgres')('leave no schema behind when they are replaced or saving fails', async () => {
    const sql = `SELECT nspname FROM pg_namespace WHERE nspname LIKE '%\\_snapshot\\_%'`
    const schemas = await api.database.write((transaction) => transaction.query({ sql, values: [] }))
    expect(schemas).toHaveLength((await api.snapshots.list()).length)
  })

  const { origin, host } = { origin: 'http://127.0.0.1:3000', host: 'service.example' }
  it.each<[string, number, RegExp, unknown, Record<string, string>]>([
    ['a missing token', 401, /Content-Api-Token/, undefined, { 'content-api-token': '' }],
    ['another token', 401, /holds a wrong token/, undefined, { 'content-api-token': 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['a page of another origin', 403, /http:\/\/127\.0\.0\.1:3000 may not use this/, undefined, { origin }],
    ['a page of another site', 403, /Pages of other sites/, undefined, { 'sec-fetch-site': 'same-site' }],
    ['another host name', 403, /not service\.example/, undefined, { host }],
    ['a missing snapshot', 404, /There is no snapshot "nothing"/, { name: 'nothing' }, {}],
    ['a name that is a path', 400, /"\.\.\/x" is not a valid name of a snapshot/, { name: '../x' }, {}],
    ['an unknown key', 400, /Invalid key nmae\. Use "name"/, { nmae: 'clean' }, {}],
    ['a name that is not a string', 400, /"name" must be/, { name: 1 }, {}],
    ['a body that is not JSON', 415, /Send JSON/, 'name=clean', { 'content-type': 'text/plain' }],
  ])('reject %s (%i)', async (_, status, message, body, headers) => {
    for (const path of ['/content-api/restore', ...(status === 404 ? [] : ['/content-api/snapshot'])]) {
      const response = await send(`POST ${path}`, body, headers)
      const { error } = (await response.json()) as { error: { message: string } }
      expect([response.status, error.message]).toEqual([status, expect.stringMatching(message)])
      expect(response.headers.has('access-control-allow-origin')).toBe(false)
    }
  })

  it('respond to POST only', async () => {
    const response = await send('GET /content-api/restore')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

it('a production service has no snapshot routes', async () => {
  const api = await createContentApi({ ...schemas, database: ':memory:' })
  expect(api.developmentToken).toBeNull()
  for (const path of ['snapshot', 'restore']) {
    const request = new Request(`http://127.0.0.1/content-api/${path}`, { method: 'POST' })
    expect((await api.fetch(request)).status).toBe(404)
  }
  await api.close()
})

describe.each(newDatabases)('snapshots of a project (%s)', (kind, newDatabase) => {
  it('are kept when the service is closed, and belong to its schemas', async () => {
    const project = join(temporary, `project-${kind}`)
    const { connection } = await newDatabase()
    const open = async (attributes: object) => {
      const folder = join(project, 'src/api/note/content-types/note')
      await mkdir(folder, { recursive: true })
      await writeFile(
        join(folder, 'schema.json'),
        JSON.stringify({ kind: 'collectionType', info: info('note'), attributes }),
      )
      return createContentApi({ project, database: connection, development: true })
    }
    const first = await open({ text: { type: 'string' } })
    const token = first.developmentToken
    await writeFile(join(project, 'content.jsonl'), '{"type":"api::note.note","id":3,"attributes":{"text":"one"}}\n')
    // readline drops lines that arrive before the first read.
    const file = await openFile(join(project, 'content.jsonl'))
    expect(await first.importEntries(file.readLines())).toMatchObject({ entries: 1 })
    await first.snapshots.save('kept')
    await first.importEntries([{ type: 'api::note.note', id: 4, attributes: { text: 'two' } }])
    await first.close()

    const second = await open({ text: { type: 'string' } })
    expect(second.developmentToken).toBe(token)
    expect(token).toMatch(/^[\w-]{22}$/)
    expect((await stat(join(project, '.tmp/development-token'))).mode & 0o777).toBe(0o600)
    await second.snapshots.restore('kept')
    const notes: string[] = []
    await second.exportEntries((line) => void notes.push(line))
    expect(notes.filter((line) => line.includes('api::note.note'))).toHaveLength(1)
    await second.close()

    const changed = await open({ text: { type: 'string' }, more: { type: 'string' } })
    await expect(changed.snapshots.restore('kept')).rejects.toThrow('"kept" belongs to other schemas: save it again')
    await changed.close()
  })
})
