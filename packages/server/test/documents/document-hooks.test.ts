import { describe, expect, it } from 'vitest'
import type { HookEvent, HooksOfType } from '@content-api/core/entries/hooks/hook'
import type { Documents } from '@content-api/strapi-documents/code/document-service'
import type { DocumentServer } from './served-documents.js'
import { openRecordedServer } from './served-documents.js'

const article = 'api::article.article'
const tag = 'api::tag.tag'
const alpha = 'article00000000000000001'

function articlesOf({ service }: DocumentServer): Required<Documents> {
  return service.documents.documents(article) as Required<Documents>
}

function addHooks({ service }: DocumentServer, uid: string, hooks: HooksOfType): void {
  service.hooks.hooks.add([uid], hooks)
}

async function post(server: DocumentServer, path: string, data: object) {
  const headers = { authorization: 'Bearer oracle-token-full-access', 'content-type': 'application/json' }
  const body = JSON.stringify({ data })
  const response = await server.fetch(new Request(`http://localhost${path}`, { method: 'POST', headers, body }))
  return { status: response.status, body: (await response.json()) as never }
}

describe.each(['sqlite', 'postgres'] as const)('hooks of documents, on %s', (dialect) => {
  it('change values, links and results', async () => {
    const server = await openRecordedServer(dialect)
    addHooks(server, article, {
      beforeCreate({ params }: HookEvent) {
        params.data.summary = `${params.data.title}, summarised`
        if (params.data.publishedAt === null) params.data.tags = { set: [{ id: 2 }] }
      },
      afterCreate(event: HookEvent) {
        event.result.title = 'Changed in the result'
        event.result.internalNote = 'for nobody'
        event.result.added = 1
      },
      beforeUpdate: ({ params }: HookEvent) => void (params.data.rating += 1),
    })
    addHooks(server, 'shared.seo', {
      beforeCreate: ({ params, model }: HookEvent) => void (params.data.metaTitle += ` of ${model.singularName}`),
    })
    const articles = articlesOf(server)
    const created = await articles.create({
      data: { title: 'Hooked', seo: { metaTitle: 'Meta' } },
      status: 'published',
    })
    expect(created['title']).toBe('Changed in the result')
    const { documentId } = created
    const populate = ['tags', 'seo']
    const stored = await articles.findOne({ documentId, status: 'published', populate })
    expect(stored).toMatchObject({
      title: 'Hooked',
      summary: 'Hooked, summarised',
      tags: [{ id: 2 }],
      seo: { metaTitle: 'Meta of seo of seo' },
    })
    await articles.update({ documentId, data: { rating: 3 } })
    expect(await articles.findOne({ documentId })).toMatchObject({ rating: 4 })
    const { status, body } = await post(server, '/api/articles', { title: 'By REST' })
    expect([status, body]).toMatchObject([201, { data: { title: 'Changed in the result', added: 1 } }])
    expect(body['data']).not.toHaveProperty('internalNote')
    const found = await articles.findFirst({ filters: { title: 'By REST' }, status: 'published' })
    expect(found).toMatchObject({ summary: 'By REST, summarised' })
  })

  it('roll back the whole write when they throw', async () => {
    const server = await openRecordedServer(dialect)
    const articles = articlesOf(server)
    const before = await articles.count()
    addHooks(server, article, {
      afterCreate({ params }: HookEvent) {
        if (params.data.publishedAt !== null) throw new Error('Not today')
      },
    })
    await expect(articles.create({ data: { title: 'Never' }, status: 'published' })).rejects.toThrow('Not today')
    await expect(articles.update({ documentId: alpha, data: { rating: 1 }, status: 'published' })).rejects.toThrow(
      'Not today',
    )
    expect(await articles.count()).toBe(before)
    expect(await articles.findOne({ documentId: alpha, status: 'published' })).toMatchObject({ rating: 7 })
  })

  it('read and write in the transaction of their write', async () => {
    const server = await openRecordedServer(dialect)
    const articles = articlesOf(server)
    const tags = server.service.documents.documents(tag)
    const seen: unknown[] = []
    addHooks(server, article, {
      async beforeCreate({ params }: HookEvent) {
        if (params.data.publishedAt === null) return
        seen.push(await articles.findOne({ documentId: alpha, status: 'published' }))
        seen.push((await articles.findOne({ documentId: alpha }))?.['rating'])
        await tags.create({ data: { name: 'Made by a hook' } })
      },
    })
    await articles.update({ documentId: alpha, data: { rating: 2 }, status: 'published' })
    // The old published version is gone, and the draft is changed already.
    expect(seen).toEqual([null, 2])
    expect(await tags.count({ filters: { name: 'Made by a hook' } })).toBe(1)
    const [published] = await articles.findMany({ filters: { documentId: alpha }, status: 'published' })
    expect(published).toMatchObject({ rating: 2 })
  })

  it('reject what a row can not have', async () => {
    const server = await openRecordedServer(dialect)
    const articles = articlesOf(server)
    let change: object = {}
    addHooks(server, article, { beforeCreate: ({ params }: HookEvent) => void Object.assign(params.data, change) })
    const create = () => articles.create({ data: { title: 'Checked', seo: { metaTitle: 'm' } } })
    change = { rating: 'many' }
    await expect(create()).rejects.toThrow('rating must be a `number` type')
    change = { seo: { metaTitle: 'other' } }
    await expect(create()).rejects.toThrow(`A hook of ${article} can't change seo`)
    change = { publishedAt: new Date() }
    await expect(create()).rejects.toThrow(`A hook of ${article} can't change publishedAt`)
    change = { createdAt: new Date('2020-01-02T03:04:05.678Z'), nothing: 1 }
    expect(await create()).toMatchObject({ createdAt: '2020-01-02T03:04:05.678Z' })
  })

  it('run for the rows of other locales that share a value', async () => {
    const server = await openRecordedServer(dialect)
    const articles = articlesOf(server)
    const { documentId } = await articles.create({ data: { title: 'English', rating: 1 } })
    await articles.update({ documentId, locale: 'fr', data: { title: 'Français' } })
    const updated: unknown[] = []
    addHooks(server, article, { beforeUpdate: ({ params }: HookEvent) => void updated.push(params.data.rating) })
    await articles.update({ documentId, data: { rating: 9 } })
    expect(updated).toEqual([9, 9])
    await articles.update({ documentId, data: { title: 'Of one locale' } })
    expect(updated).toHaveLength(3)
    expect(await articles.findOne({ documentId, locale: 'fr' })).toMatchObject({ rating: 9, title: 'Français' })
  })
})
