import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentApi, exportToStrapi, importStrapi } from '../../src/index.js'
import { recordedModel } from '../replay/server.js'
import { readSeed, seedLines } from '../replay/seed.js'
import { databases } from '../../../../tests/support/postgres.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-api-strapi-export-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function readArchive(file: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const entries = createReadStream(file).pipe(createGunzip()).pipe(extract())
  for await (const entry of entries) found.set(entry.header.name, await text(entry))
  return found
}

const jsonLines = (content = '') =>
  content
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const auth = { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } }

describe.each(await databases())('an archive for Strapi from $name', ({ name, connection }) => {
  const bcrypt = '$2a$10$J7Bbjj5DrScbljwXYfCxfO8oD6Wc8VJEjeI/O6SCYqGIcZeysWUqu'
  let entities: { type: string; id: number; data: Record<string, unknown> }[]
  let links: { left: Record<string, unknown>; right: Record<string, unknown> }[]
  let files: Map<string, string>
  let exported: Awaited<ReturnType<typeof exportToStrapi>>

  beforeAll(async () => {
    const uploads = join(folder, name)
    await mkdir(uploads)
    await writeFile(join(uploads, 'avatar_0000000003.png'), 'picture')
    const config = {
      i18n: { locales: ['fr'] },
      upload: { directory: uploads },
      permissions: { public: ['api::tag.tag.find'] },
      auth,
    }
    const api = await createContentApi({ project: recordedModel, database: connection, config })
    try {
      await api.importEntries(seedLines(readSeed(), api.registry), { replace: true })
      const user = {
        username: 'back',
        email: 'back@example.com',
        provider: 'local',
        role: 1,
        password: { hash: bcrypt },
      }
      await api.importEntries([{ type: 'plugin::users-permissions.user', id: 9, attributes: user }])
      await api.accounts.createToken({ name: 'site', type: 'read-only' })
      exported = await exportToStrapi(api, join(folder, `${name}.tar.gz`))
    } finally {
      await api.close()
    }
    files = await readArchive(join(folder, `${name}.tar.gz`))
    entities = jsonLines(files.get('entities/entities_00001.jsonl'))
    links = jsonLines(files.get('links/links_00001.jsonl'))
  })
  const entity = (type: string, id: number) => entities.find((it) => it.type === type && it.id === id)?.data
  const linksOf = (type: string, field: string, ref: number) =>
    links.filter(({ left }) => left['type'] === type && left['field'] === field && left['ref'] === ref)

  it('contains entries with their values and components', () => {
    expect(JSON.parse(files.get('metadata.json') ?? '')).toMatchObject({ strapi: { version: '4.26.2' } })
    const article = entity('api::article.article', 1)
    expect(article).toMatchObject({ title: 'Alpha launch', views: '9007199254740993', price: 12.5, locale: 'en' })
    expect(article?.['seo']).toMatchObject({ id: 1, canonical: { id: 1, label: 'canon' } })
    expect(article?.['zone']).toEqual([
      { __component: 'blocks.quote', id: 1, text: 'To be', stars: 5 },
      expect.objectContaining({ __component: 'blocks.gallery', id: 1 }),
      { __component: 'blocks.quote', id: 2, text: 'Draft said', stars: 2 },
    ])
    expect(article).not.toHaveProperty('tags')
    expect(entity('api::article.article', 1)?.['secret']).toBeNull()
  })

  it('contains relations with their order on both sides', () => {
    const tags = linksOf('api::article.article', 'tags', 1)
    const places = tags.map(({ left, right }) => [right['ref'], left['pos'], right['field'], right['pos']])
    expect(places).toEqual([
      [1, 1, 'articles', 1],
      [2, 2, 'articles', 1],
      [3, 3, 'articles', 1],
    ])
    expect(linksOf('api::article.article', 'localizations', 1)).toEqual([
      {
        kind: 'relation.circular',
        relation: 'oneToMany',
        left: { type: 'api::article.article', field: 'localizations', ref: 1, pos: 1 },
        right: { type: 'api::article.article', ref: 9 },
      },
    ])
    expect(linksOf('blocks.quote', 'author', 1)).toHaveLength(1)
    expect(linksOf('api::note.note', 'subject', 1)[0]?.right).toEqual({ ref: 1, type: 'api::article.article' })
    expect(linksOf('plugin::upload.file', 'related', 3).map(({ right }) => right)).toEqual([
      { ref: 1, pos: 1, type: 'api::author.author', field: 'avatar' },
    ])
  })

  it('contains locales, settings, roles with their permissions, and files', () => {
    expect(entity('plugin::i18n.locale', 2)).toMatchObject({ name: 'French (fr)', code: 'fr' })
    const settings = jsonLines(files.get('configuration/configuration_00001.jsonl'))
    expect(settings[0].value).toMatchObject({ key: 'plugin_i18n_default_locale', value: 'en' })
    const permission = entities.find(({ data }) => data['action'] === 'api::tag.tag.find')
    const [link] = linksOf('plugin::users-permissions.permission', 'role', permission?.id ?? 0)
    expect(entity('plugin::users-permissions.role', Number(link?.right['ref']))).toMatchObject({ type: 'public' })
    expect(files.get('assets/uploads/avatar_0000000003.png')).toBe('picture')
    expect(JSON.parse(files.get('assets/metadata/avatar_0000000003.png.json') ?? '')).toMatchObject({ id: 3 })
  })

  it('lists what will not work in Strapi', () => {
    expect(entity('plugin::users-permissions.user', 9)).toMatchObject({ username: 'back', password: bcrypt })
    expect(entity('plugin::users-permissions.user', 1)).toMatchObject({ username: 'alice', password: null })
    const lost = exported.lost.map(({ what }) => what)
    expect(lost).toContain('password of user alice')
    expect(lost).not.toContain('password of user back')
    expect(lost).toContain('API token site (read-only)')
    expect(lost).toContain('file large_wide_0000000001.png')
    expect(lost).toContain('api::article.article.secret of 2 entries')
    expect(exported.files).toBe(1)
  })

  it('is imported with all digits of big integers, and without a warning about them', async () => {
    const upload = { directory: join(folder, `${name}-imported`) }
    const config = { permissions: {}, auth, upload, i18n: { locales: ['fr'] } }
    const api = await createContentApi({ project: recordedModel, database: ':memory:', config })
    try {
      const { warnings } = await importStrapi(api, join(folder, `${name}.tar.gz`))
      expect(warnings).toEqual([
        'Archives contain no creators, no administrators and no API tokens. To import them, use the database instead.',
        expect.stringMatching(/^Records name files that were not found: /),
      ])
      const lines: string[] = []
      await api.exportEntries((line) => void lines.push(line))
      const imported = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'api::article.article')
      expect(imported.map(({ attributes }) => attributes.views)).toContain('9007199254740993')
    } finally {
      await api.close()
    }
  })
})
