import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sqlite3 from 'sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConfigInput } from '@content-api/core/config/schema'
import {
  type ContentApi,
  createContentApi,
  type EntryLine,
  importStrapi,
  type StrapiImportOptions,
} from '../../src/index.js'
import { recordedModel } from '../replay/server.js'
import { type AnyTestDatabase, newDatabases, postgresDatabase } from '../../../../tests/support/postgres.js'
import { contentOfPostgres, encrypt, exportedEntries, fillPostgres, writeArchive, writeSqlite } from './sources.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-strapi-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let postgresUrl = ''
let sqliteFile = ''
let archive = ''
beforeAll(async () => {
  sqliteFile = await writeSqlite(folder)
  archive = await writeArchive(folder, 'export.tar.gz')
  postgresUrl = await fillPostgres((await postgresDatabase()).connection.url)
})

const uploads = join(folder, 'uploads')

function open(database: AnyTestDatabase, config: ConfigInput = {}): Promise<ContentApi> {
  return createContentApi({
    project: recordedModel,
    config: {
      database: database.connection,
      i18n: { defaultLocale: 'en', locales: ['fr'] },
      permissions: {},
      auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' }, apiTokenSalt: 'oracle-api-token-salt' },
      upload: { directory: uploads },
      ...config,
    },
  })
}

const importFrom = (api: ContentApi, from: string, options: StrapiImportOptions = {}) =>
  importStrapi(api, from, { key: 'a key', ...options })

/** Returns the statuses of requests with the recorded tokens. A permitted POST gets 400: it has no body. */
async function tokenStatuses(api: ContentApi): Promise<string[]> {
  const found: string[] = []
  for (const token of ['full-access', 'read-only', 'custom', 'expired']) {
    for (const [method, type] of [
      ['GET', 'tags'],
      ['GET', 'categories'],
      ['POST', 'articles'],
    ] as const) {
      const headers = { authorization: `Bearer oracle-token-${token}` }
      const { status } = await api.fetch(new Request(`http://localhost/api/${type}`, { method, headers }))
      found.push(`${token} ${method} ${type} ${status}`)
    }
  }
  return found
}

const expectedStatuses = [
  'full-access GET tags 200',
  'full-access GET categories 200',
  'full-access POST articles 400',
  'read-only GET tags 200',
  'read-only GET categories 200',
  'read-only POST articles 403',
  'custom GET tags 403',
  'custom GET categories 200',
  'custom POST articles 400',
  'expired GET tags 401',
  'expired GET categories 401',
  'expired POST articles 401',
]

async function contentOf(api: ContentApi): Promise<EntryLine[]> {
  const lines: EntryLine[] = []
  await api.exportEntries((line) => void lines.push(JSON.parse(line) as EntryLine))
  return lines
}

/** Attributes with times, hashes or URLs. They differ, because each of the three sources was created in its own run. */
const ofTheRun = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  'hash',
  'url',
  'formats',
  'secret',
  'pass',
  'password',
])

function comparable(lines: readonly EntryLine[], without: ReadonlySet<string>) {
  return lines
    .filter(({ type }) => !without.has(type))
    .map(({ attributes, ...line }) => ({
      ...line,
      attributes: Object.fromEntries(
        Object.entries(attributes).filter(([name]) => !ofTheRun.has(name) && !without.has(name)),
      ),
    }))
}

describe.each(newDatabases)('an import into %s', (_, newDatabase) => {
  it('stores the same content from an archive, an SQLite file and PostgreSQL', async () => {
    const bytes = readFileSync(sqliteFile)
    const rows = await contentOfPostgres(postgresUrl)
    const found: EntryLine[][] = []
    for (const from of [archive, sqliteFile, postgresUrl]) {
      const api = await open(await newDatabase())
      const { entries, files, leftOut, configuration } = await importFrom(api, from)
      expect(entries).toBe(from === archive ? 67 : 68)
      expect(files).toBe(from === archive ? 8 : 0)
      expect(configuration).toBeNull()
      expect(leftOut.map(({ what }) => what)).toEqual(
        from === archive ? [] : ['admin::permission', 'admin::role', 'admin::user.password', 'admin::user.roles'],
      )
      found.push(await contentOf(api))
      const roles = await api.accounts.listRoles()
      expect(roles.map(({ type, users, permissions }) => [type, users, permissions.length])).toEqual([
        ['authenticated', 3, 54],
        ['public', 0, 25],
        ['editor', 1, 72],
      ])
      const tokens = (await api.accounts.listTokens()).map(({ name, type, permissions, createdAt, expiresAt }) => [
        name,
        type,
        permissions.length,
        createdAt.slice(0, 15),
        expiresAt,
      ])
      expect(tokens).toEqual(
        from === archive
          ? []
          : [
              ['full', 'full-access', 0, '2026-11-22T11:3', null],
              ['read', 'read-only', 0, '2026-11-22T11:3', null],
              ['custom', 'custom', 4, '2026-11-22T11:3', null],
              ['expired', 'full-access', 0, '2026-11-22T11:3', '2020-01-01T00:00:00.000Z'],
            ],
      )
      // An archive has no tokens.
      const statuses = from === archive ? expectedStatuses : await tokenStatuses(api)
      expect(statuses).toEqual(expectedStatuses)
      // Ids continue after the imported ones.
      const tag = await api.fetch(
        new Request('http://localhost/api/tags', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${await api.accounts.signIn(4)}` },
          body: JSON.stringify({ data: { name: 'new' } }),
        }),
      )
      expect(await tag.json()).toMatchObject({ data: { id: 13 } })
      await api.close()
    }
    const [ofArchive = [], ofSqlite = [], ofPostgres = []] = found
    const lacking = new Set(['admin::user', 'createdBy', 'updatedBy', 'views', 'big'])
    expect(comparable(ofArchive, lacking)).toEqual(comparable(ofSqlite, lacking))
    // PostgreSQL itself rounds decimals to two digits.
    const rounded = new Set(['price', 'dec'])
    expect(comparable(ofPostgres, rounded)).toEqual(comparable(ofSqlite, rounded))
    expect(ofSqlite.find(({ type, id }) => type === 'api::article.article' && id === 1)?.attributes['views']).toBe(
      '9007199254740993',
    )
    expect(readFileSync(sqliteFile).equals(bytes)).toBe(true)
    expect(await contentOfPostgres(postgresUrl)).toBe(rows)
    expect(readdirSync(folder).filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([])
  })

  it('is rejected for a database with content, unless it replaces the content', async () => {
    const api = await open(await newDatabase())
    await importFrom(api, archive)
    const before = await contentOf(api)
    await expect(importFrom(api, archive)).rejects.toThrow(/api::article\.article: the database has 10 already\./)
    expect(await contentOf(api)).toEqual(before)
    await importFrom(api, sqliteFile, { replace: true })
    expect(await contentOf(api)).toHaveLength(68)
    await api.close()
  })
})

describe('an archive', () => {
  it('may be encrypted, and a wrong key is reported', async () => {
    const file = join(folder, 'export.tar.gz.enc')
    const api = await open({ name: 'sqlite', connection: { dialect: 'sqlite', file: ':memory:' } })
    writeFileSync(file, encrypt(readFileSync(archive), 'a key'))
    expect(await importFrom(api, file, { dryRun: true })).toMatchObject({ entries: 67, files: 8 })
    expect(await contentOf(api)).toHaveLength(2)
    await expect(importStrapi(api, file, { key: 'another' })).rejects.toThrow('The key is wrong for export.tar.gz.enc.')
    await expect(importStrapi(api, file)).rejects.toThrow('is encrypted: pass its key with --key.')
    await api.close()
  })

  it('restores the files of the media library byte for byte', async () => {
    const api = await open({ name: 'sqlite', connection: { dialect: 'sqlite', file: ':memory:' } })
    rmSync(uploads, { recursive: true, force: true })
    await importFrom(api, archive)
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    const stored = readdirSync(uploads).toSorted()
    expect(stored).toHaveLength(8)
    const served = await api.fetch(new Request('http://localhost/uploads/avatar_ca528b2be7.png'))
    expect(hash(Buffer.from(await served.arrayBuffer()))).toBe(
      hash(readFileSync(join(uploads, 'avatar_ca528b2be7.png'))),
    )
    // A database has no files; they are in the folder beside it.
    const copied = join(folder, 'copied')
    const other = await open(
      { name: 'sqlite', connection: { dialect: 'sqlite', file: ':memory:' } },
      { upload: { directory: copied } },
    )
    const { files, warnings } = await importFrom(other, sqliteFile, { uploads })
    expect([files, readdirSync(copied).toSorted()]).toEqual([8, stored])
    expect(warnings).toEqual([])
    await other.close()
    await api.close()
  })

  it('is imported with warnings about missing data and required configuration', async () => {
    const api = await open(
      { name: 'sqlite', connection: { dialect: 'sqlite', file: ':memory:' } },
      { permissions: undefined, i18n: { defaultLocale: 'en', locales: [] } },
    )
    const { warnings, configuration } = await importFrom(api, archive)
    expect(warnings).toEqual([
      'Archives contain no creators, no administrators and no API tokens. To import them, use the database instead.',
      'Strapi rounds big integers in archives. To import the exact values, use the database instead.',
      "The configuration has no locale fr: its entries are imported, but requests don't find them.",
      'The archive has rounded these big integers: api::article.article 1, views; api::specimen.specimen 2, big; api::specimen.specimen 3, big; api::specimen.specimen 6, big.',
    ])
    expect(configuration).toMatchObject({
      i18n: { defaultLocale: 'en', locales: ['fr'] },
      permissions: { public: expect.arrayContaining(['api::article.article.find']) },
    })
    await api.close()
    const configured = await open(
      { name: 'sqlite', connection: { dialect: 'sqlite', file: ':memory:' } },
      { permissions: { editor: ['api::article.article.find'] } },
    )
    const { overridden } = await importFrom(configured, archive)
    expect(overridden).toEqual(['editor: "permissions" in the configuration replaces its 72 imported permissions'])
    const editor = (await configured.accounts.listRoles()).find(({ type }) => type === 'editor')
    expect(editor?.permissions).toEqual(['api::article.article.find'])
    await configured.close()
  })
})

const inMemory = { name: 'sqlite', connection: { dialect: 'sqlite', file: ':memory:' } } as const

it('an SQLite file with a write-ahead log is read with the log, and not changed', async () => {
  const own = mkdtempSync(join(folder, 'log-'))
  const file = await writeSqlite(own)
  const handle = new sqlite3.Database(file)
  const run = (sql: string) =>
    new Promise<void>((resolve, reject) => handle.exec(sql, (error) => (error ? reject(error) : resolve())))
  await run(`PRAGMA journal_mode = WAL; INSERT INTO tags (id, name) VALUES (99, 'waiting')`)
  const names = readdirSync(own).toSorted()
  const bytes = () =>
    names.filter((name) => !name.endsWith('-shm')).map((name) => readFileSync(join(own, name)).toString('base64'))
  const before = bytes()
  expect(names).toContain('strapi.db-wal')
  const api = await open(inMemory)
  await importFrom(api, file)
  expect((await contentOf(api)).find(({ type, id }) => type === 'api::tag.tag' && id === 99)?.attributes).toMatchObject(
    { name: 'waiting' },
  )
  expect([readdirSync(own).toSorted(), bytes()]).toEqual([names, before])
  await new Promise<void>((resolve) => handle.close(() => resolve()))
  await api.close()
})

it('files of other services keep their URL, or are all downloaded', async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/gone.png' ? 404 : 200).end(`bytes of ${request.url}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const remote = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const file = (id: number, name: string) => ({
    type: 'plugin::upload.file',
    id,
    data: {
      name,
      hash: `${name}_1`,
      ext: '.png',
      mime: 'image/png',
      size: 1,
      url: `${remote}/${name}.png`,
      provider: 'aws-s3',
    },
  })
  const archiveOf = (name: string, files: readonly object[]) =>
    writeArchive(folder, name, [
      ...exportedEntries().filter((entry) => entry.name === 'metadata.json'),
      { name: 'entities/entities_00001.jsonl', content: files.map((entry) => `${JSON.stringify(entry)}\n`).join('') },
    ])
  const directory = join(folder, 'downloaded')
  const placeOf = async (options: StrapiImportOptions) => {
    const api = await open(inMemory, { upload: { directory } })
    await importFrom(api, await archiveOf('remote.tar', [file(1, 'wide')]), options)
    const [found] = (await contentOf(api)).filter(({ type }) => type === 'plugin::upload.file')
    await api.close()
    return [found?.attributes['url'], found?.attributes['provider']]
  }
  expect(await placeOf({})).toEqual([`${remote}/wide.png`, 'aws-s3'])
  const api = await open(inMemory, { upload: { directory } })
  const broken = await archiveOf('broken.tar', [file(1, 'wide'), file(2, 'tall'), file(3, 'gone')])
  // A failed import restores the files that it has replaced, and removes new ones.
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'wide_1.png'), 'old bytes')
  await expect(importFrom(api, broken, { downloadFiles: true })).rejects.toThrow(
    `${remote}/gone.png can't be downloaded: its server responds with 404.`,
  )
  expect([await contentOf(api), readdirSync(directory)]).toEqual([
    expect.objectContaining({ length: 2 }),
    ['wide_1.png'],
  ])
  expect(readFileSync(join(directory, 'wide_1.png'), 'utf8')).toBe('old bytes')
  await api.close()
  expect(await placeOf({ downloadFiles: true })).toEqual(['/uploads/wide_1.png', 'local'])
  expect(readFileSync(join(directory, 'wide_1.png'), 'utf8')).toBe('bytes of /wide.png')
  expect(readdirSync(directory)).toEqual(['wide_1.png'])
  server.close()
})
