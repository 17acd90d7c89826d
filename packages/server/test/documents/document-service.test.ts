import { describe, expect, it } from 'vitest'
import type { EntryEvent } from '@content-api/core/entries/events'
import type { Documents } from '@content-api/strapi-documents/code/document-service'
import type { DocumentServer } from './served-documents.js'
import type { DocumentContext } from '@content-api/strapi-documents/code/document-middlewares'
import { openRecordedServer } from './served-documents.js'

const article = 'api::article.article'
const of = ({ service }: Pick<DocumentServer, 'service'>) => service.documents.documents(article) as Required<Documents>

const alpha = 'article00000000000000001'

describe.each(['sqlite', 'postgres'] as const)('documents for project code, on %s', (dialect) => {
  it('reads drafts by default, with private attributes and all documents', async () => {
    const { documents } = (await openRecordedServer(dialect)).service
    const articles = documents.documents(article)
    const all = await articles.findMany({ page: 2, pageSize: 2 })
    expect(all).toHaveLength(await articles.count())
    expect(all.every(({ publishedAt }) => publishedAt === null)).toBe(true)
    const found = await articles.findOne({ documentId: alpha, status: 'published', populate: ['tags', 'author'] })
    expect(found).toMatchObject({ documentId: alpha, locale: 'en', title: 'Alpha launch' })
    expect(found?.['publishedAt']).toEqual(expect.any(String))
    expect(found).not.toHaveProperty('category')
    expect(await articles.findOne({ documentId: alpha, locale: '*' })).toBeNull()
    expect(await articles.findOne({ documentId: 'nope' })).toBeNull()
    const first = await articles.findFirst({ filters: { createdAt: { $lt: new Date() } }, sort: 'title:desc' })
    expect(first).toMatchObject({ title: expect.any(String) as string })
    expect(await articles.findMany({ start: 1, limit: 2, sort: ['title'], fields: ['title'] })).toHaveLength(2)
    expect(await articles.findMany({ filters: { documentId: { $in: [] } } })).toEqual([])
    expect(await articles.findMany({ filters: { documentId: null } })).toEqual([])
  })

  it('rejects parameters that would be wrong without a word', async () => {
    const { documents } = (await openRecordedServer(dialect)).service
    const articles = documents.documents(article)
    await expect(articles.findOne({})).rejects.toThrow('needs the parameter "documentId"')
    await expect(articles.findMany({ status: 'publish' })).rejects.toThrow("Invalid parameter at 'status'")
    await expect(articles.findMany({ filters: { titel: 'x' } })).rejects.toThrow('titel')
    await expect(articles.findMany({ limit: -2 })).rejects.toThrow("Invalid parameter at 'limit'")
    await expect(articles.create({ data: {}, locale: '*' })).rejects.toThrow('Invalid locale param * provided')
    expect(() => documents.documents('api::articel.article')).toThrow('Did you mean "api::article.article"?')
  })

  it('writes documents and returns them populated', async () => {
    const { documents } = (await openRecordedServer(dialect)).service
    const articles = documents.documents(article)
    const data = { title: 'By code', tags: ['tag000000000000000000001'], unknown: 1, publishedAt: new Date() }
    const created = await articles.create({ data, populate: ['tags'] })
    expect(created).toMatchObject({ title: 'By code', publishedAt: null, tags: [{ name: 'javascript' }] })
    const { documentId } = created
    const published = await articles.update({ documentId, data: { rating: 4 }, status: 'published' })
    expect(published).toMatchObject({ documentId, rating: 4, publishedAt: expect.any(String) as string })
    const deleted = await articles.delete({ documentId })
    expect(deleted).toMatchObject({ documentId, entries: [{ publishedAt: null }, { rating: 4 }] })
    expect(await articles.update({ documentId, data: {} })).toBeNull()
    const own = await articles.create({ data: { title: 'With an id', documentId: 'abcdefghijklmnopqrstuvwx' } })
    expect(own).toMatchObject({ documentId: 'abcdefghijklmnopqrstuvwx' })
    const again = articles.create({ data: { title: 'With an id', documentId: 'abcdefghijklmnopqrstuvwx' } })
    await expect(again).rejects.toThrow('A draft entry with documentId "abcdefghijklmnopqrstuvwx" and locale "en"')
  })

  it('runs middlewares in their order around the outer action', async () => {
    const { documents } = (await openRecordedServer(dialect)).service
    const log: string[] = []
    const logged = (name: string) => async (context: DocumentContext, next: () => Promise<unknown>) => {
      log.push(`${name} ${context.action} ${context.contentType.singularName}`)
      const result = await next()
      log.push(`${name} end`)
      return result
    }
    const end = documents.use(logged('first'))
    documents.use(logged('second'))
    documents.use((context, next) => {
      if (context.action === 'findMany') context.params = { ...context.params, filters: { title: 'Alpha launch' } }
      return next()
    })
    expect(await documents.documents(article).findMany({})).toHaveLength(1)
    expect(log).toEqual(['first findMany article', 'second findMany article', 'second end', 'first end'])
    end()
    log.length = 0
    await documents.documents(article).create({ data: { title: 'Middle' }, status: 'published' })
    expect(log).toEqual(['second create article', 'second end'])
  })

  it('publishes, unpublishes and discards versions of several locales', async () => {
    const articles = of(await openRecordedServer(dialect))
    const { documentId } = await articles.create({ data: { title: 'English', rating: 3 } })
    await articles.update({ documentId, locale: 'fr', data: { title: 'Français' } })
    const published = await articles.publish({ documentId, locale: ['en', 'fr'], populate: ['localizations'] })
    expect(published.entries).toMatchObject([{ locale: 'en', rating: 3 }, { locale: 'fr' }])
    await articles.update({ documentId, locale: 'fr', data: { title: 'Ça' } })
    await articles.update({ documentId, data: { title: 'Changed' } })
    // One of them may not be published, so none is.
    await expect(articles.publish({ documentId, locale: '*' })).rejects.toThrow('at least 3 characters')
    expect(await articles.findOne({ documentId, status: 'published' })).toMatchObject({ title: 'English' })
    const discarded = await articles.discardDraft({ documentId, locale: 'fr' })
    expect(discarded.entries).toMatchObject([{ title: 'Français', publishedAt: null }])
    const removed = await articles.unpublish({ documentId, locale: '*' })
    expect(removed.entries).toHaveLength(2)
    expect(await articles.count({ filters: { documentId }, status: 'published', locale: '*' })).toBe(0)
    expect(await articles.count({ filters: { documentId }, locale: '*' })).toBe(2)
    // These drafts were never published again, so they stay.
    expect(await articles.discardDraft({ documentId, locale: '*' })).toEqual({ documentId, entries: [] })
    expect(await articles.count({ filters: { documentId }, locale: '*' })).toBe(2)
    await expect(articles.publish({ documentId, locale: 'no locale' })).rejects.toThrow('Invalid locale')
  })

  it('clones drafts with their components and links', async () => {
    const articles = of(await openRecordedServer(dialect))
    const seo = { metaTitle: 'Meta', metaDescription: 'Kept' }
    const tags = ['tag000000000000000000001', 'tag000000000000000000002']
    const original = await articles.create({ data: { title: 'Original', seo, tags, rating: 2 }, status: 'published' })
    const { documentId } = original
    const populate = ['tags', 'seo']
    const data = { title: 'Clone', seo: { metaTitle: 'Other' } }
    const clone = await articles.clone({ documentId, data, populate })
    expect(clone.entries).toMatchObject([
      { title: 'Clone', publishedAt: null, rating: 2, seo: { metaTitle: 'Other', metaDescription: 'Kept' } },
    ])
    expect(clone.documentId).not.toBe(documentId)
    expect(clone.entries[0]?.['tags']).toMatchObject([{ id: 1 }, { id: 2 }])
    const kept = await articles.findOne({ documentId, populate })
    expect(kept).toMatchObject({ title: 'Original', seo, tags: [{ id: 1 }, { id: 2 }] })
    expect(await articles.clone({ documentId: 'nope' })).toEqual({ documentId: undefined, entries: [] })
    await expect(articles.clone({ documentId, data: { rating: 'many' } })).rejects.toThrow('rating')
    await articles.publish({ documentId: clone.documentId })
  })

  it('reports events after the commit, with links and without private attributes', async () => {
    const { service } = await openRecordedServer(dialect)
    const articles = of({ service })
    const heard: EntryEvent[] = []
    service.events.listen({
      isHeard: (name) => name.startsWith('entry.'),
      emit: (_name, payload) => void heard.push(payload as EntryEvent),
    })
    const data = { title: 'Heard', tags: ['tag000000000000000000001'], internalNote: 'secret' }
    const { documentId } = await articles.create({ data })
    expect(heard).toMatchObject([{ model: 'article', uid: article, entry: { documentId, tags: [{ id: 1 }] } }])
    expect(heard[0]?.entry).not.toHaveProperty('internalNote')
    await expect(articles.create({ data: { title: 'x' }, status: 'published' })).rejects.toThrow('at least 3')
    expect(heard).toHaveLength(1)
    await articles.delete({ documentId })
    expect(heard[1]?.entry).not.toHaveProperty('tags')
  })
})
