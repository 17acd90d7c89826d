import { afterAll, beforeAll, expect, it } from 'vitest'
import { createContentApi } from '@content-api/server'
import { recordedModel } from '../../../../tests/support/recorded-service.js'
import { createClient, withIds } from '../../src/index.js'
import type { ContentTypes } from './content-types.gen.js'

let api: Awaited<ReturnType<typeof createContentApi>>
let url: string
beforeAll(async () => {
  // Without `permissions` every request is allowed, and `strictParams` is true.
  api = await createContentApi({ project: recordedModel, database: ':memory:', log: () => undefined })
  ;({ url } = await api.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(() => api.close())

it('a strict server takes entries back as they were read, with ids of the populated entries', async () => {
  const client = createClient<ContentTypes>({ baseURL: url })
  const author = await client.collection('authors').create({ name: 'Ada' })
  const tags = [
    await client.collection('tags').create({ name: 'a' }),
    await client.collection('tags').create({ name: 'b' }),
  ]
  const articles = client.collection('articles')
  const { id } = await articles.create({
    title: 'Sent back',
    author: author.id,
    tags: tags.map((tag) => tag.id),
    seo: { metaTitle: 'Seen', canonical: { label: 'here' } },
    zone: [{ __component: 'blocks.quote', text: 'Said', author: author.id }],
  })
  const populate = { author: true, tags: true, seo: { populate: '*' }, zone: { populate: '*' } } as const
  const read = await articles.findOne(id, { populate })
  const unchecked = createClient({ baseURL: url }).collection('articles')
  await expect(unchecked.update(id, read)).rejects.toMatchObject({ status: 400 })

  const data = withIds(read, ['author', 'tags', 'seo.metaImage', 'zone.author', 'zone.images'])
  const updated = await articles.update(id, { ...data, title: 'Changed' }, { populate })
  expect(updated).toEqual({ ...read, title: 'Changed', updatedAt: updated.updatedAt })

  const { seo: _seo, zone: _zone, slug: _slug, ...others } = data
  const copy = await articles.create({ ...others, title: 'A copy' }, { populate: ['author', 'tags'] })
  expect([copy.author?.id, copy.tags.map((tag) => tag.id)]).toEqual([author.id, tags.map((tag) => tag.id)])
})
