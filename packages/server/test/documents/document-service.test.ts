import { describe, expect, it } from 'vitest'
import type { DocumentContext } from '@content-api/strapi-documents/code/document-middlewares'
import { openRecordedServer } from './served-documents.js'

const article = 'api::article.article'
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
})
