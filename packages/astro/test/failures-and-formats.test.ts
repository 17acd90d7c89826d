import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { contentLoader } from '../src/loader/index.js'
import { withAbsoluteURLs } from '../src/loader/absolute-urls.js'
import { createEntrySchema } from '../src/loader/entry-schema.js'
import { createCollection } from './support/collection.js'

const url = 'https://cms.example.org'
const project = fileURLToPath(new URL('../../sdk/test/fixtures/project', import.meta.url))

type Responses = (address: URL) => Response | Promise<Response>
const optionsOf = (respond: Responses) => ({
  url,
  client: { defaults: { retry: 0 as const }, fetch: async (address: unknown) => respond(new URL(String(address))) },
})
const page = (...data: object[]) =>
  Response.json({ data, meta: { pagination: { page: 1, pageSize: 100, pageCount: 1, total: data.length } } })
const failure = (status: number) =>
  Response.json({ data: null, error: { status, name: 'Failed', message: 'no', details: {} } }, { status })

describe('a service that fails', () => {
  it.each([
    [() => failure(401), 'Pass a valid API token in the option token.'],
    [() => failure(403), 'Allow the role "public" to read "articles"'],
    [() => failure(404), 'collection types have plural names'],
    [() => failure(500), 'Read the log of the service.'],
    [() => Response.json({ other: true }), 'Check the address of the service.'],
    [() => Promise.reject(new TypeError('fetch failed')), 'Start the service, or correct the option url.'],
  ])('ends a build with an error that says what to do (%#)', async (respond, advice) => {
    const loader = contentLoader(optionsOf(respond)).collection('articles')
    const { context } = createCollection()
    await expect(loader.load(context)).rejects.toThrow(advice)
  })

  it('leaves the last entries to the development server', async () => {
    let isBroken = false
    const entry = { id: 1, attributes: { title: 'One', updatedAt: '2026-01-01T00:00:00.000Z' } }
    const options = { ...optionsOf(() => (isBroken ? failure(500) : page(entry))), live: false }
    const loader = contentLoader(options).collection('articles')
    const { context, ids, log } = createCollection({ isDevelopment: true })
    await loader.load(context)
    isBroken = true
    await loader.load(context)
    expect(ids()).toEqual(['1'])
    expect(log.at(-1)).toMatch(/^warn: .*The 1 entries of the last run remain\.$/)
  })
})

describe('Strapi 5', () => {
  it('identifies entries by their documentId, in each locale', async () => {
    const asked: URL[] = []
    const document = (documentId: string, day: number, title: string) => ({
      id: day,
      documentId,
      title,
      updatedAt: `2026-01-0${day}T00:00:00.000Z`,
    })
    let documents = [document('abc', 1, 'One'), document('def', 2, 'Two')]
    const options = optionsOf((address) => {
      asked.push(address)
      const only = address.searchParams.get('filters[documentId][$in][0]')
      return page(...documents.filter(({ documentId }) => only === null || only === documentId))
    })
    const loader = contentLoader({ ...options, api: 'strapi5' }).collection(
      'articles',
      { status: 'draft' },
      { locales: ['en'] },
    )
    const { context, ids, written } = createCollection()
    await loader.load(context)
    expect(ids()).toEqual(['en/abc', 'en/def'])
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ status: 'draft', locale: 'en' })
    documents = [document('abc', 3, 'Changed')]
    written()
    await loader.load(context)
    expect(written()).toEqual(['en/abc'])
    expect(ids()).toEqual(['en/abc'])
    expect(asked).toHaveLength(3)
    const several = contentLoader({ ...options, api: 'strapi5' }).collection('articles', { locale: '*' })
    await expect(several.load(context)).rejects.toThrow('Pass them in the option locales.')
  })
})

describe('addresses of files', () => {
  it('become absolute in files, formats, components and blocks, and nowhere else', () => {
    const small = { url: '/uploads/small_a.png', width: 500 }
    const entry = {
      url: '/about',
      cover: { url: '/uploads/a.png', formats: { small } },
      sections: [{ link: { url: '/about' }, image: { url: '/files/a.png', mime: 'image/png' } }],
      body: [{ type: 'image', image: { url: '/uploads/b.png' } }],
      elsewhere: { url: 'https://files.example/a.png', hash: 'a' },
      nothing: null,
    }
    expect(withAbsoluteURLs(entry, `${url}/`)).toEqual({
      url: '/about',
      cover: { url: `${url}/uploads/a.png`, formats: { small: { ...small, url: `${url}/uploads/small_a.png` } } },
      sections: [{ link: { url: '/about' }, image: { url: `${url}/files/a.png`, mime: 'image/png' } }],
      body: [{ type: 'image', image: { url: `${url}/uploads/b.png` } }],
      elsewhere: entry.elsewhere,
      nothing: null,
    })
  })
})

describe('the schema of a collection', () => {
  const valid = { title: 'One', kind: 'news', rating: null, locale: 'en', cover: { anything: true } }
  const fields = ['title', 'kind', 'rating', 'locale']

  it('checks the selected attributes, and allows null in drafts', async () => {
    const target = { kind: 'collection', name: 'articles', api: undefined } as const
    const { schema, types } = await createEntrySchema({ project }, { ...target, query: { fields } })
    expect(schema.parse(valid)).toEqual(valid)
    expect(schema.safeParse({ ...valid, title: null }).success).toBe(false)
    expect(schema.safeParse({ ...valid, kind: 'unknown' }).success).toBe(false)
    expect(types).toContain('export interface Article {')
    expect(types).toContain('api.collection("articles").first({"fields":["title","kind","rating","locale"]})')
    const drafts = await createEntrySchema({ project }, { ...target, query: { fields, publicationState: 'preview' } })
    expect(drafts.schema.safeParse({ ...valid, title: null }).success).toBe(true)
  })

  it('has the type Entry, also beside a content type of that name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-api-astro-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const place = join(folder, 'src/api/entry/content-types/entry')
    mkdirSync(place, { recursive: true })
    const parent = { type: 'relation', relation: 'oneToOne', target: 'api::entry.entry' }
    const info = { singularName: 'entry', pluralName: 'entries', displayName: 'Entry' }
    const schema = { kind: 'collectionType', info, attributes: { title: { type: 'string' }, parent } }
    writeFileSync(join(place, 'schema.json'), JSON.stringify(schema))
    const target = { kind: 'collection', name: 'entries', api: undefined, query: {} } as const
    const { types } = await createEntrySchema({ project: folder }, target)
    expect(types.match(/(?:interface|type) Entry\b/g)).toEqual(['type Entry'])
    expect(types).toContain('parent: ToOne<EntryType>')
    expect(types).toContain('entries: EntryType\n')
  })

  it('is part of a loader with content types only, and names the known ones', async () => {
    expect(contentLoader({ url }).collection('articles').schema.parse({ any: 1 })).toEqual({ any: 1 })
    const loader = contentLoader({ url, types: { project } }).single('homepage')
    const created = loader as unknown as { createSchema: () => Promise<{ types: string }> }
    expect(loader).not.toHaveProperty('schema')
    expect((await created.createSchema()).types).toContain('api.single("homepage").find({})')
    const unknown = contentLoader({ url, types: { project } }).single('articles') as unknown as typeof created
    await expect(unknown.createSchema()).rejects.toThrow(
      'The content types have no single type "articles". Known are homepage.',
    )
  })
})
