import { describe, expectTypeOf, it } from 'vitest'
import { createClient, withIds } from '../index.js'
import type { ContentTypes } from '../../test/fixtures/content-types.gen.js'

const articles = createClient<ContentTypes>({ baseURL: '' }).collection('articles')
const populate = {
  author: true,
  tags: true,
  cover: true,
  attachments: true,
  seo: { populate: '*' },
  zone: { populate: '*' },
} as const

describe('an entry with ids', () => {
  it('is accepted by writes', async () => {
    const article = await articles.findOne(1, { populate })
    const data = withIds(article, [
      'author',
      'tags',
      'cover',
      'attachments',
      'seo.metaImage',
      'zone.author',
      'zone.images',
    ])
    expectTypeOf(data.author).toEqualTypeOf<number | null>()
    expectTypeOf(data.tags).toEqualTypeOf<number[]>()
    expectTypeOf(data.attachments).toEqualTypeOf<number[] | null>()
    expectTypeOf(data.title).toEqualTypeOf<string>()
    void articles.update(1, data)
    void articles.update(1, { ...data, title: 'New' })
    void articles.create(withIds(await articles.findOne(1, { populate: ['author'] }), ['author']))
    // @ts-expect-error -- the tags are still entries
    void articles.update(1, withIds(article, ['author']))
  })

  it('has paths of populated links only', async () => {
    const article = await articles.findOne(1, { populate: ['author'] })
    // @ts-expect-error -- an attribute is no link
    withIds(article, ['title'])
    // @ts-expect-error -- tags are not populated
    withIds(article, ['tags'])
  })

  it('may be the attributes of an envelope', async () => {
    const enveloped = createClient<ContentTypes>({ baseURL: '', shape: 'envelope' }).collection('articles')
    const { attributes } = await enveloped.findOne(1, { populate: ['author', 'tags'] })
    void enveloped.update(1, withIds(attributes, ['author', 'tags']))
  })

  it('without generated types has any path', async () => {
    const entry = await createClient({ baseURL: '' }).collection('articles').findOne(1)
    void createClient({ baseURL: '' })
      .collection('articles')
      .update(1, withIds(entry, ['author', 'zone.author', 'zone.images']))
  })
})
