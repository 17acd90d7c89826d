import { QueryClient } from '@tanstack/query-core'
import { beforeAll, describe } from 'vitest'
import { mutations, queries } from '../../src/tanstack-query.js'
import { createUrqlClient, flat } from '../../src/urql/index.js'
import { CreateRecordedTagDocument, RecordedArticlesDocument } from '../fixtures/strapi5/documents.gen.js'
import { editor, expect, scenario } from './strapi.js'

const api = editor()

const titled = { title: 'By GraphQL' }

beforeAll(async () => {
  const { documentId } = await api.collection('tags').create({ name: 'in GraphQL' })
  await api.collection('articles').create({
    ...titled,
    tags: [documentId],
    zone: [{ __component: 'blocks.quote', text: 'To be' }],
  })
})

const expected = {
  articles: [
    {
      documentId: expect.stringMatching(/^[a-z0-9]{24}$/),
      title: 'By GraphQL',
      publishedAt: expect.any(String),
      tags: [{ name: 'in GraphQL' }],
      zone: [{ text: 'To be' }],
    },
  ],
  articles_connection: { pageInfo: { total: 1 } },
}

describe('GraphQL documents', () => {
  scenario('are sent by the client', async () => {
    expect(await api.graphql(RecordedArticlesDocument, titled)).toEqual(expected)
    const none = await api.graphql(RecordedArticlesDocument, { title: 'no such article' })
    expect(none).toEqual({ articles: [], articles_connection: { pageInfo: { total: 0 } } })
    const { createTag: tag } = await api.graphql(CreateRecordedTagDocument, { name: 'by the client' })
    const deleted = await api.graphql('mutation ($id: ID!) { deleteTag(documentId: $id) { documentId } }', {
      id: tag?.documentId,
    })
    expect(deleted).toEqual({ deleteTag: { documentId: tag?.documentId } })
  })

  scenario('have errors that name the attribute', async () => {
    const rejected = api.graphql('mutation { createArticle(data: { title: "ok title", rating: 99 }) { documentId } }')
    await expect(rejected).rejects.toMatchObject({ kind: 'ValidationError', issues: [{ path: ['rating'] }] })
    await expect(api.graphql('{ articles { nme } }')).rejects.toMatchObject({ name: 'ApiError' })
  })

  scenario('are sent by urql', async () => {
    const urql = createUrqlClient({ api })
    const { data, error } = await urql.query(flat(RecordedArticlesDocument), titled).toPromise()
    expect([data, error]).toMatchObject([expected, undefined])
    const created = await urql.mutation(flat(CreateRecordedTagDocument), { name: 'by urql' }).toPromise()
    expect(created.data?.createTag?.name).toBe('by urql')
  })
})

describe('TanStack Query', () => {
  scenario('reads and writes documents', async () => {
    const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const tags = queries(api, 'tags')
    const named = tags.find({ filters: { name: { $startsWith: 'by TanStack' } }, fields: ['name'] })
    expect((await cache.query(named)).data).toEqual([])
    const writes = mutations(api, 'tags', cache)
    const run = cache.getMutationCache()
    const created = await run.build(cache, writes.create()).execute({ name: 'by TanStack' })
    expect((await cache.query(named)).data).toMatchObject([{ documentId: created.documentId, name: 'by TanStack' }])
    const data = { name: 'by TanStack Query' }
    await run.build(cache, writes.update()).execute({ id: created.documentId, data })
    expect(await cache.query(tags.findOne(created.documentId, { fields: ['name'] }))).toMatchObject(data)
    await run.build(cache, writes.delete()).execute(created.documentId)
    expect(await cache.query(tags.count({ filters: { name: { $startsWith: 'by TanStack' } } }))).toBe(0)
  })
})
