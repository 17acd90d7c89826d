import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { type ContentApi, createContentApi } from '../../src/index.js'

const info = (singularName: string) => ({ singularName, pluralName: `${singularName}s` })
const localized = { i18n: { localized: true } }
const relation = (kind: string, target: string, side: object) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...side,
})

const contentTypes = {
  'api::note.note': {
    kind: 'collectionType',
    info: info('note'),
    options: { draftAndPublish: true },
    attributes: {
      title: { type: 'string', required: true },
      extra: { type: 'json' },
      line: { type: 'component', component: 'shared.line', repeatable: true },
      author: relation('manyToOne', 'author', { inversedBy: 'notes' }),
      tags: relation('manyToMany', 'tag', { inversedBy: 'notes' }),
    },
  },
  'api::author.author': {
    kind: 'collectionType',
    info: info('author'),
    attributes: { name: { type: 'string' }, notes: relation('oneToMany', 'note', { mappedBy: 'author' }) },
  },
  'api::tag.tag': {
    kind: 'collectionType',
    info: info('tag'),
    attributes: { name: { type: 'string' }, notes: relation('manyToMany', 'note', { mappedBy: 'tags' }) },
  },
  'api::page.page': {
    kind: 'collectionType',
    info: info('page'),
    pluginOptions: localized,
    attributes: { title: { type: 'string', pluginOptions: localized }, rank: { type: 'integer' } },
  },
  'api::memo.memo': { kind: 'collectionType', info: info('memo'), attributes: { title: { type: 'string' } } },
  'api::home.home': { kind: 'singleType', info: info('home'), attributes: { title: { type: 'string' } } },
}
const components = { 'shared.line': { info: {}, attributes: { text: { type: 'string' } } } }

const hinted = 'ETag of a response'

describe.each(await databases())('the version of an entry, on $name', ({ connection }) => {
  let api: ContentApi
  beforeAll(async () => {
    api = await createContentApi({
      contentTypes,
      components,
      database: connection,
      log: () => undefined,
      config: { i18n: { locales: ['fr'] } },
      hooks: {
        'api::author.author': { afterUpdate: ({ result }) => void (result['name'] += '!') },
        // The generated actions use the service of a type with hooks for reads.
        'api::memo.memo': { afterFindOne: () => undefined },
      },
    })
  })
  afterAll(() => api.close())

  const send = async (method: string, path: string, data?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const body = data === undefined ? null : JSON.stringify({ data })
    const type = data === undefined ? {} : { 'content-type': 'application/json' }
    const response = await api.fetch(
      new Request(`http://localhost/api${path}`, { method, body, headers: { ...type, ...headers } }),
    )
    const json =
      response.status === 304 ? null : ((await response.json()) as { data: { id: number; attributes: never } })
    return { status: response.status, version: response.headers.get('entry-version'), headers: response.headers, json }
  }
  const create = async (path: string, data: object) => {
    const { json, version } = await send('POST', path, data)
    return { path: `${path}/${json?.data.id}`, id: json?.data.id as number, version: version as string }
  }
  const versionOf = async (path: string) => (await send('GET', path)).version
  const quoted = (version: string | null) => ({ 'if-match': `"${version}"` })

  it('is in responses with one entry, and stays as it is without writes', async () => {
    const { path, version } = await create('/notes', { title: 'A', extra: { text: 'two\nlines' } })
    expect(version).toMatch(/^[0-9a-f]{12}$/)
    const read = await send('GET', `${path}?populate=*`)
    expect(read.version).toBe(version)
    expect((await send('GET', path, undefined, { 'if-none-match': read.headers.get('etag') ?? '' })).status).toBe(200)
    const again = await send('GET', `${path}?populate=*`, undefined, {
      'if-none-match': read.headers.get('etag') ?? '',
    })
    expect([again.status, again.version]).toEqual([304, version])
    expect(await versionOf('/notes')).toBeNull()
    const updated = await send('PUT', `${path}?populate=line`, { title: 'B' })
    expect(updated.version).not.toBe(version)
    expect(await versionOf(path)).toBe(updated.version)
    // Several statements read the entry.
    const { id } = await create('/authors', { name: 'Ada' })
    await send('PUT', path, { author: id })
    const deep = await send('GET', `${path}?populate=${Array(5).fill('author.notes').join('.')}`)
    expect(deep).toMatchObject({ status: 200, version: await versionOf(path) })
    expect((await send('DELETE', path)).version).toBeNull()
  })

  it('changes with attributes, components, relations and publication', async () => {
    const { path, id } = await create('/notes', { title: 'A', line: [{ text: 'x' }] })
    const author = await create('/authors', { name: 'Ada' })
    const tag = await create('/tags', { name: 'sea' })
    const seen = new Set([await versionOf(path)])
    const writes: readonly (readonly [path: string, data: object])[] = [
      [path, { title: 'A' }],
      [path, { line: [{ text: 'y' }] }],
      [path, { tags: [tag.id] }],
      [path, { publishedAt: null }],
      [path, { publishedAt: '2026-01-01T00:00:00.000Z' }],
      // From the other side.
      [tag.path, { notes: { disconnect: [id] } }],
      [tag.path, { notes: { connect: [id] } }],
      [tag.path, { notes: [] }],
      [author.path, { notes: [id] }],
      [author.path, { notes: [] }],
    ]
    for (const [at, data] of writes) {
      const before = seen.size
      expect((await send('PUT', at, data)).status).toBe(200)
      seen.add(await versionOf(path))
      expect(seen.size, JSON.stringify(data)).toBe(before + 1)
    }
    const version = await versionOf(path)
    await send('PUT', tag.path, { notes: [] })
    expect(await versionOf(path)).toBe(version)
    // Entries don't store the lists that others join, such as the comments of an article.
    const ofTag = await versionOf(tag.path)
    await send('PUT', path, { tags: [tag.id] })
    expect(await versionOf(tag.path)).toBe(ofTag)
  })

  it('changes in all localizations that a write changes', async () => {
    const { path, id } = await create('/pages', { title: 'A', rank: 1 })
    const response = await api.fetch(
      new Request(`http://localhost/api/pages/${id}/localizations`, {
        method: 'POST',
        body: JSON.stringify({ locale: 'fr', title: 'B' }),
        headers: { 'content-type': 'application/json' },
      }),
    )
    const other = `/pages/${((await response.json()) as { id: number }).id}`
    const version = await versionOf(other)
    expect((await send('PUT', path, { rank: 2 })).status).toBe(200)
    expect(await versionOf(other)).not.toBe(version)
  })

  it('must match If-Match, otherwise a write changes nothing', async () => {
    const { path, version } = await create('/notes', { title: 'A' })
    const updated = await send('PUT', path, { title: 'B' }, quoted(version))
    expect(updated.status).toBe(200)
    const stale = await send('PUT', path, { title: 'C' }, quoted(version))
    expect(stale).toMatchObject({ status: 412, version: updated.version })
    expect(stale.json).toMatchObject({
      error: { name: 'PreconditionFailedError', message: expect.stringContaining('changed') },
    })
    expect((await send('DELETE', path, undefined, quoted(version))).status).toBe(412)
    expect((await send('GET', path)).json).toMatchObject({ data: { attributes: { title: 'B' } } })
    const etag = (await send('GET', path)).headers.get('etag') ?? ''
    for (const tag of [etag, etag.slice(2)]) {
      const response = await send('PUT', path, { title: 'C' }, { 'if-match': tag })
      expect([response.status, JSON.stringify(response.json)]).toEqual([412, expect.stringContaining(hinted)])
    }
    const current = (await versionOf(path)) as string
    expect((await send('PUT', path, { title: 'C' }, { 'if-match': `W/"${current}"` })).status).toBe(412)
    expect((await send('PUT', path, { title: 'C' }, { 'if-match': `"x", ,"${current}",` })).status).toBe(200)
    expect((await send('PUT', path, { title: 'D' }, { 'if-match': '*' })).status).toBe(200)
    for (const malformed of [current, '"x', '"a" "b"', '', ',', '*, "a"', 'w/"a"']) {
      expect((await send('PUT', path, { title: 'E' }, { 'if-match': malformed })).status, malformed).toBe(400)
    }
    expect((await send('DELETE', path, undefined, quoted(await versionOf(path)))).status).toBe(200)
    expect((await send('PUT', path, { title: 'F' }, { 'if-match': '*' })).status).toBe(404)
  })

  it('is 0 for entries that no write has changed since the column exists', async () => {
    const { path, id } = await create('/notes', { title: 'A' })
    const earlier = { sql: `UPDATE "notes" SET "entry_version" = NULL WHERE "id" = ${id}`, values: [] }
    await api.database.write((transaction) => transaction.query(earlier))
    expect(await versionOf(path)).toBe('0')
    const updated = await send('PUT', path, { title: 'B' }, quoted('0'))
    expect(updated.status).toBe(200)
    expect((await send('PUT', path, { title: 'C' }, quoted('0'))).status).toBe(412)
  })

  it('lets only one of two concurrent writes succeed', async () => {
    const { path, version } = await create('/notes', { title: 'A' })
    const both = ['B', 'C', 'D'].map((title) => send('PUT', path, { title }, quoted(version)))
    expect((await Promise.all(both)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412])
  })

  it('belongs to single types, too', async () => {
    expect((await send('PUT', '/home', { title: 'A' }, { 'if-match': '*' })).status).toBe(412)
    const { version } = await send('PUT', '/home', { title: 'A' })
    expect(await versionOf('/home')).toBe(version)
    expect((await send('PUT', '/home', { title: 'B' }, quoted(version))).status).toBe(200)
    expect((await send('DELETE', '/home', undefined, quoted(version))).status).toBe(412)
    expect((await send('DELETE', '/home', undefined, quoted(await versionOf('/home')))).status).toBe(200)
  })

  it('is sent if hooks change the response', async () => {
    const { path, version } = await create('/authors', { name: 'Ada' })
    const updated = await send('PUT', path, { name: 'Grace' }, quoted(version))
    expect(updated.json).toMatchObject({ data: { attributes: { name: 'Grace!' } } })
    expect(updated.version).toBe(await versionOf(path))
    expect((await send('PUT', path, { name: 'Ada' }, quoted(version))).status).toBe(412)
  })

  it('is checked before services of the project write', async () => {
    const { path } = await create('/memos', { title: 'A' })
    expect((await send('PUT', path, { title: 'B' }, quoted('another'))).status).toBe(412)
    expect((await send('DELETE', path, undefined, quoted('another'))).status).toBe(412)
    expect((await send('GET', path)).json).toMatchObject({ data: { attributes: { title: 'A' } } })
    expect((await send('PUT', path, { title: 'B' }, { 'if-match': '*' })).status).toBe(200)
    expect((await send('GET', path)).json).toMatchObject({ data: { attributes: { title: 'B' } } })
  })

  it('is readable and usable for pages of other origins', async () => {
    const page = { origin: 'http://localhost:3000' }
    const { path } = await create('/notes', { title: 'A' })
    const read = await send('GET', path, undefined, page)
    expect(read.headers.get('access-control-expose-headers')).toContain('Entry-Version')
    const preflight = await api.fetch(
      new Request(`http://localhost/api${path}`, {
        method: 'OPTIONS',
        headers: { ...page, 'access-control-request-headers': 'content-type,if-match' },
      }),
    )
    expect(preflight.headers.get('access-control-allow-headers')).toContain('If-Match')
  })
})
