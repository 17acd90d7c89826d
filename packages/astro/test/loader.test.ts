import { type ContentApi, createContentApi } from '@content-api/server'
import { createClient } from '@content-api/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { contentLoader } from '../src/loader/index.js'
import { createCollection } from './support/collection.js'

const url = 'https://cms.example.org'
let service: ContentApi
/** The queries of the requests, decoded. */
let requests: string[] = []
const send: typeof fetch = async (address, init) => {
  const request = new Request(address, init)
  requests.push(decodeURIComponent(new URL(request.url).search))
  return service.fetch(request)
}
const articles = () => createClient({ baseURL: url, fetch: send }).collection('articles')
const content = contentLoader({ url, client: { fetch: send, defaults: { retry: 0 } } })

beforeAll(async () => {
  service = await createContentApi({
    database: ':memory:',
    config: { i18n: { locales: ['fr'] } },
    contentTypes: {
      'api::article.article': {
        kind: 'collectionType',
        info: { singularName: 'article', pluralName: 'articles' },
        options: { draftAndPublish: true },
        pluginOptions: { i18n: { localized: true } },
        attributes: { title: { type: 'string', required: true }, slug: { type: 'uid' }, text: { type: 'richtext' } },
      },
      'api::homepage.homepage': {
        kind: 'singleType',
        info: { singularName: 'homepage', pluralName: 'homepages' },
        options: { draftAndPublish: false },
        attributes: { headline: { type: 'string' } },
      },
    },
  })
})
afterAll(() => service.close())
beforeEach(async () => {
  for (const { id } of await articles().all({ locale: 'all', publicationState: 'preview' })) await articles().delete(id)
})

/** Creates entries. Returns their ids. */
async function create(...titles: string[]): Promise<[number, number, number]> {
  const ids: number[] = []
  for (const title of titles) ids.push((await articles().create({ title, slug: title.toLowerCase() })).id)
  return ids as [number, number, number]
}

/** Runs a loader. Returns what it wrote, and the queries of its requests. */
async function run(loader: { load(context: never): Promise<void> }, collection: ReturnType<typeof createCollection>) {
  requests = []
  collection.written()
  await loader.load(collection.context as never)
  return { written: collection.written(), requests }
}

describe('a loader of a collection type', () => {
  it('loads changed entries only, and removes deleted ones', async () => {
    const [one, two, three] = await create('One', 'Two', 'Three')
    const loader = content.collection('articles', { filters: { title: { $ne: 'Hidden' } } }, { id: 'slug' })
    const collection = createCollection()
    expect((await run(loader, collection)).written).toEqual(['one', 'two', 'three'])
    expect(collection.get('one')?.data).toMatchObject({ id: one, title: 'One', slug: 'one' })

    const unchanged = await run(loader, collection)
    expect(unchanged.written).toEqual([])
    expect(unchanged.requests).toHaveLength(1)
    expect(unchanged.requests[0]).toContain('fields[0]=updatedAt')

    await articles().update(two, { title: 'Second' })
    await articles().delete(three)
    await create('Four', 'Hidden')
    const changed = await run(loader, collection)
    expect(changed.written).toEqual(['two', 'four'])
    expect(changed.requests).toHaveLength(2)
    expect(changed.requests[1]).toContain(`[id][$in][0]=${two}&`)
    expect(collection.ids()).toEqual(['four', 'one', 'two'])
    expect(collection.get('two')?.data).toMatchObject({ title: 'Second' })
    expect(collection.log.at(-1)).toBe('info: articles: 2 loaded, 1 unchanged, 1 removed')
  })

  it('moves an entry whose id changes, and removes what is unpublished', async () => {
    const [one, two] = await create('One', 'Two')
    const loader = content.collection('articles', {}, { id: 'slug' })
    const collection = createCollection()
    await run(loader, collection)
    await articles().update(one, { slug: 'first' })
    await articles().update(two, { publishedAt: null })
    expect((await run(loader, collection)).written).toEqual(['first'])
    expect(collection.ids()).toEqual(['first'])
    // Drafts are loaded by the query, and an empty attribute is replaced by the id.
    await articles().update(two, { slug: null })
    const drafts = content.collection('articles', { publicationState: 'preview' }, { id: 'slug' })
    await run(drafts, collection)
    expect(collection.ids()).toEqual([`${two}`, 'first'])
  })

  it('loads all entries with another query or after a run that failed, and selects updatedAt', async () => {
    await create('One', 'Two')
    const collection = createCollection()
    await run(content.collection('articles'), collection)
    const titles = content.collection('articles', { fields: ['title'] })
    const other = await run(titles, collection)
    expect(other.written).toHaveLength(2)
    expect(other.requests[0]).toContain('fields[0]=title&fields[1]=updatedAt')
    expect((await run(titles, collection)).requests).toHaveLength(1)
    const complete = content.collection('articles', { fields: ['title'] }, { incremental: false })
    expect((await run(complete, collection)).requests[0]).toContain('title')

    const broken = content.collection('articles', { filters: { nope: 1 } })
    await expect(run(broken, collection)).rejects.toThrow(/The content "articles" of https:.*nope.*Correct the query\./)
    expect(collection.ids()).toHaveLength(2)
    expect((await run(titles, collection)).requests[0]).toContain('title')
  })

  it('loads the entries of several locales', async () => {
    const [one] = await create('One')
    await articles().create({ title: 'Un', slug: 'un', locale: 'fr' })
    const collection = createCollection()
    const loader = content.collection('articles', {}, { id: 'slug', locales: ['en', 'fr'] })
    await run(loader, collection)
    expect(collection.ids()).toEqual(['en/one', 'fr/un'])
    expect(collection.get('fr/un')?.data).toMatchObject({ title: 'Un', locale: 'fr' })
    await articles().update(one, { title: 'First' })
    expect((await run(loader, collection)).written).toEqual(['en/one'])
    expect((await run(content.collection('articles', {}, { locales: 'all' }), collection)).written).toHaveLength(2)
  })

  it('reads all pages, and many changes in batches', async () => {
    const collection = createCollection()
    const loader = content.collection('articles', { fields: ['title'] })
    await run(loader, collection)
    const attributes = { title: 'Imported', publishedAt: '2026-01-01T00:00:00.000Z', locale: 'en' }
    const lines = Array.from({ length: 120 }, (_, index) => ({
      type: 'api::article.article',
      id: 1000 + index,
      attributes,
    }))
    await service.importEntries(lines)
    const changed = await run(loader, collection)
    expect(changed.written).toHaveLength(120)
    // Two pages of times, and three batches of entries.
    expect(changed.requests).toHaveLength(5)
    const second = createCollection()
    expect((await run(loader, second)).written).toHaveLength(120)
    expect(requests).toHaveLength(2)
    expect(second.ids()).toEqual(collection.ids())
  })

  it('renders the attribute of the option content', async () => {
    await articles().create({ title: 'One', slug: 'one', text: 'Hello' })
    const collection = createCollection()
    await run(content.collection('articles', {}, { id: 'slug', content: 'text' }), collection)
    expect(collection.get('one')?.rendered).toEqual({ html: '<p>Hello</p>' })
  })

  it('rejects an id that two entries have', async () => {
    await create('One', 'Two')
    const loader = content.collection('articles', {}, { id: () => 'same' })
    await expect(run(loader, createCollection())).rejects.toThrow('Two entries of articles have the id "same".')
  })
})

describe('a loader of a single type', () => {
  it('loads the entry, and removes it when it is gone', async () => {
    const homepage = createClient({ baseURL: url, fetch: send }).single('homepage')
    const loader = content.single('homepage')
    const collection = createCollection({ collection: 'homepage' })
    await run(loader, collection)
    expect(collection.ids()).toEqual([])
    await homepage.update({ headline: 'Welcome' })
    await run(loader, collection)
    expect(collection.get('homepage')?.data).toMatchObject({ headline: 'Welcome' })
    await homepage.delete()
    await run(loader, collection)
    expect(collection.ids()).toEqual([])
  })
})

it('loads a collection again in development when the service reports a change', async () => {
  const notesService = await createContentApi({
    database: ':memory:',
    config: { events: true },
    contentTypes: {
      'api::note.note': {
        info: { singularName: 'note', pluralName: 'notes' },
        attributes: { title: { type: 'string' } },
      },
    },
  })
  onTestFinished(() => notesService.close())
  const { url: address } = await notesService.listen({ port: 0 })
  const notes = createClient({ baseURL: address }).collection('notes')
  let connect = () => {}
  const connected = new Promise<void>((resolve) => (connect = resolve))
  const listen: typeof fetch = async (target, init) => {
    const response = await fetch(target, init)
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) connect()
    return response
  }
  const loader = contentLoader({ url: address, client: { fetch: listen } }).collection('notes')
  const collection = createCollection({ isDevelopment: true, collection: 'notes' })
  const { info } = collection.context.logger
  /** Resolves when the log has a line. */
  const logged = (line: string) =>
    new Promise<void>((resolve) => {
      collection.context.logger.info = (message) => {
        info(message)
        if (message === line) resolve()
      }
    })
  await loader.load(collection.context)
  await connected
  const loaded = logged('notes: 1 loaded, 0 unchanged, 0 removed')
  await notes.create({ title: 'A' })
  await loaded
  expect(collection.ids()).toHaveLength(1)
  // Ends the stream.
  await contentLoader({ url: address, live: false }).collection('notes').load(collection.context)
})
