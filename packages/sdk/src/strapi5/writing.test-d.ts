import { describe, expectTypeOf, it } from 'vitest'
import type { ContentTypes } from '../../test/fixtures/content-types.gen.js'
import { createClient } from '../index.js'
import { strapi5 } from './index.js'

const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org', api: strapi5() })
const articles = api.collection('articles')

describe('create', () => {
  it('requires attributes, except in drafts', async () => {
    const created = await articles.create({ title: 'x', secret: 'y' }, { fields: ['title'] })
    expectTypeOf(created).toEqualTypeOf<{ id: number; documentId: string; title: string }>()
    const draft = await articles.create({ rating: 1 }, { status: 'draft', fields: ['title'] })
    expectTypeOf(draft.title).toEqualTypeOf<string | null>()
    // @ts-expect-error -- title is required
    await articles.create({ rating: 1 })
    // @ts-expect-error -- no such attribute
    await articles.create({ title: 'x', titel: 'y' })
    // @ts-expect-error -- Strapi 5 ignores it: the status is in the query
    await articles.create({ title: 'x', publishedAt: null })
    // @ts-expect-error -- Strapi 5 ignores it: the locale is in the query
    await articles.create({ title: 'x', locale: 'fr' })
  })
})

describe('update', () => {
  it('takes part of the attributes', async () => {
    expectTypeOf((await articles.update('a', { slug: null }, { locale: 'fr', fields: ['slug'] })).slug).toEqualTypeOf<
      string | null
    >()
    // @ts-expect-error -- a row id is not a documentId
    await articles.update(1, { slug: null })
    // @ts-expect-error -- one locale
    await articles.update('a', { slug: null }, { locale: ['fr'] })
    const read = await articles.findOne('a')
    // @ts-expect-error -- Strapi 5 rejects an entry as it was read
    await articles.update('a', read)
    // @ts-expect-error -- likewise
    await articles.create(read)
    // @ts-expect-error -- also with a part of its attributes
    await articles.update('a', await articles.findOne('a', { fields: ['title'] }))
    // @ts-expect-error -- also with other values
    await articles.update('a', { ...read, title: 'x' })
    const { title, slug } = read
    await articles.update('a', { title, slug })
  })

  it('takes relations by documentId, with positions and versions', async () => {
    await articles.update('a', { author: 'b', tags: ['c', { documentId: 'd', locale: 'fr' }] })
    await articles.update('a', { author: { documentId: 'b' }, tags: null })
    await articles.update('a', {
      author: { connect: [{ documentId: 'b', status: 'published' }] },
      tags: {
        connect: ['c', { documentId: 'd', position: { before: 'c' } }, { documentId: 'e', position: { end: true } }],
        disconnect: ['f', { documentId: 'g', status: 'draft' }],
        options: { strict: false },
      },
    })
    await articles.update('a', { tags: { set: ['c', { documentId: 'd', locale: 'en' }] } })
    // @ts-expect-error -- row ids change
    await articles.update('a', { author: 1 })
    // @ts-expect-error -- Strapi 5 accepts a status in set, connect and disconnect only
    await articles.update('a', { tags: [{ documentId: 'b', status: 'draft' }] })
    // @ts-expect-error -- set replaces, connect adds
    await articles.update('a', { tags: { set: [], connect: [] } })
    // @ts-expect-error -- exactly one key
    await articles.update('a', { tags: { connect: [{ documentId: 'd', position: { before: 'c', end: true } }] } })
    // @ts-expect-error -- the anchor is a documentId
    await articles.update('a', { tags: { connect: [{ documentId: 'd', position: { before: 1 } }] } })
    // @ts-expect-error -- one entry has no position
    await articles.update('a', { author: { connect: [{ documentId: 'd', position: { end: true } }] } })
  })

  it('takes files by documentId or by number', async () => {
    await articles.update('a', { cover: 1, attachments: [2, 3] })
    await articles.update('a', { cover: 'fileid', attachments: ['fileid', 3], seo: { id: 1, metaImage: 'fileid' } })
    await articles.update('a', {
      cover: null,
      attachments: null,
      zone: [{ __component: 'blocks.gallery', images: ['fileid'] }],
    })
    // @ts-expect-error -- one file
    await articles.update('a', { cover: ['fileid'] })
    // @ts-expect-error -- several files
    await articles.update('a', { attachments: 'fileid' })
    // @ts-expect-error -- a file as it was read
    await articles.update('a', { cover: { url: '/uploads/a.png' } })
  })

  it('takes components and zones', async () => {
    await articles.update('a', {
      seo: { id: 1, metaTitle: 'x' },
      links: [{ label: 'a', url: 'b' }],
      zone: [{ __component: 'blocks.quote', text: 'x', author: 'documentid' }],
    })
    // @ts-expect-error -- no such attribute
    await articles.update('a', { seo: { metaTitel: 'x' } })
    // @ts-expect-error -- no such component
    await articles.update('a', { zone: [{ __component: 'blocks.qoute' }] })
  })
})

describe('versions', () => {
  it('are published, unpublished and discarded', async () => {
    expectTypeOf((await articles.publish('a', { fields: ['title'], locale: 'fr' })).title).toBeString()
    expectTypeOf((await articles.unpublish('a')).title).toEqualTypeOf<string | null>()
    expectTypeOf((await articles.discardDraft('a', { fields: ['title'] })).title).toEqualTypeOf<string | null>()
    await api.single('homepage').publish({ fields: ['headline'] })
    // @ts-expect-error -- the method determines the status
    await articles.publish('a', { status: 'draft' })
    // @ts-expect-error -- tags have no drafts
    await api.collection('tags').publish('a')
  })
})

describe('delete', () => {
  it('returns nothing', async () => {
    expectTypeOf(await articles.delete('a')).toBeVoid()
    await articles.delete('a', { locale: '*' })
    await articles.delete('a', { locale: ['en', 'fr'] })
    await api.single('homepage').delete()
    // @ts-expect-error -- Strapi 5 returns no entry
    await articles.delete('a', { fields: ['title'] })
    // @ts-expect-error -- Strapi 5 fails
    await articles.delete('a', { status: 'draft' })
  })
})
