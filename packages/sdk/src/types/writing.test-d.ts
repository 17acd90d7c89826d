import { MutationObserver, QueryClient } from '@tanstack/query-core'
import { describe, expectTypeOf, it } from 'vitest'
import type { Article, ContentTypes, SharedSeo } from '../../test/fixtures/content-types.gen.js'
import { createClient } from '../client.js'
import { publish, unpublish } from '../entries/drafts.js'
import { createLocalization } from '../entries/localizations.js'
import { mutations, queries } from '../tanstack-query.js'
import type { ComponentInput, CreateInput, UpdateInput } from './input.js'

const api = createClient<ContentTypes>({ baseURL: 'http://cms.test' })
const articles = api.collection('articles')

describe('create', () => {
  it('requires required attributes, unless it creates a draft', () => {
    void articles.create({ title: 'x' })
    // @ts-expect-error -- no title
    void articles.create({ slug: 'x' })
    void articles.create({ slug: 'x', publishedAt: null })
    void articles.create({ publishedAt: null, seo: {}, zone: [{ __component: 'blocks.quote' }] })
    // @ts-expect-error -- a live entry needs all of its components
    void articles.create({ title: 'x', seo: {} })
    // @ts-expect-error -- a typo in a draft
    void articles.create({ publishedAt: null, seo: { metaTilte: 'x' } })
    // @ts-expect-error -- a live entry needs its title
    void articles.create({ slug: 'x', publishedAt: '2026-01-01T00:00:00.000Z' })
    void api.collection('tags').create({ name: 'x' })
    // @ts-expect-error -- tags have no drafts
    void api.collection('tags').create({ publishedAt: null })
  })

  it('accepts hidden attributes and a locale, but not attributes that the server sets', () => {
    void articles.create({ title: 'x', secret: 'y', locale: 'fr' })
    // @ts-expect-error -- set by the server
    void articles.create({ title: 'x', createdAt: 'y' })
    // @ts-expect-error -- set by the server
    void articles.create({ title: 'x', id: 1 })
    // @ts-expect-error -- tags aren't localised
    void api.collection('tags').create({ name: 'x', locale: 'fr' })
  })

  it('rejects unknown names and wrong types', () => {
    void articles.create({ title: 'x', kind: 'news', rating: 3 })
    // @ts-expect-error -- a typo
    void articles.create({ title: 'x', raiting: 3 })
    // @ts-expect-error -- not a value of the enumeration
    void articles.create({ title: 'x', kind: 'newz' })
    // @ts-expect-error -- text for a number
    void articles.create({ title: 'x', rating: '3' })
    // @ts-expect-error -- required is not null
    void articles.create({ title: null })
  })

  it('accepts a Date where responses contain a string, and no bigint', () => {
    const now = new Date()
    void articles.create({ title: 'x', eventAt: now, publishedAt: now })
    void articles.update(1, { eventAt: now, secret: now })
    // @ts-expect-error -- a date for a number
    void articles.update(1, { rating: now })
    // @ts-expect-error -- a date for a value of the enumeration
    void articles.update(1, { kind: now })
    // @ts-expect-error -- JSON has no form for bigints: a string has all digits
    void articles.update(1, { views: 1n })
  })

  it('returns the selected fields, with the nulls of drafts only if it creates one', async () => {
    const article = await articles.create(
      { title: 'x' },
      { fields: ['title'], populate: { tags: { fields: ['name'] } } },
    )
    expectTypeOf(article).toEqualTypeOf<{ id: number; title: string; tags: { id: number; name: string }[] }>()
    const fields = ['title'] as const
    type Draft = { id: number; title: string | null }
    expectTypeOf(await articles.create({ publishedAt: null }, { fields })).toEqualTypeOf<Draft>()
    const state = await articles.create({ title: 'x' }, { fields, publicationState: 'preview' })
    expectTypeOf(state).toEqualTypeOf<Draft>()
    const data: CreateInput<Article> = { title: 'x' }
    expectTypeOf(await articles.create(data, { fields })).toEqualTypeOf<{ id: number; title: string }>()
    expectTypeOf(await api.collection('tags').create({ name: 'x' }, { fields: ['name'] })).toEqualTypeOf<{
      id: number
      name: string
    }>()
    // @ts-expect-error -- a typo
    void articles.create({ title: 'x' }, { fields: ['titel'] })
  })
})

describe('update', () => {
  it('accepts any attributes, and null to clear them', () => {
    void articles.update(1, {})
    void articles.update(1, { slug: null, author: null, cover: null, seo: null, links: null, zone: null })
    void articles.update('12', { title: 'x' })
    // @ts-expect-error -- a typo
    void articles.update(1, { titel: 'x' })
    const changes = { slug: 'x', rating: 4 } satisfies UpdateInput<Article>
    void articles.update(1, { ...changes, title: 'x' })
    // @ts-expect-error -- a typo, in a variable
    const misspelt = { slug: 'x', raiting: 4 } satisfies UpdateInput<Article>
    void misspelt
    void articles.update('a1', { title: 'x' }) // a router's parameter, which is checked at run time
    // @ts-expect-error -- a list of ids
    void articles.update([1], { title: 'x' })
    // @ts-expect-error -- the id of a relation is a number
    void articles.update(1, { author: 'Ada' })
  })
})

describe('the returned entry', () => {
  it('has the type that the same query reads, so that it can replace a cached one', async () => {
    const query = { fields: ['title', 'slug'], populate: { author: { fields: ['name'] }, seo: true } } as const
    let cached = await articles.findOne(1, query)
    cached = await articles.update(1, { title: 'x' }, query)
    cached = await articles.create({ title: 'x' }, query)
    cached = await articles.delete(1, query)
    expectTypeOf(cached.title).toBeString()
    expectTypeOf(await publish(api, 'articles', 1, query)).toEqualTypeOf(cached)
    let homepage = await api.single('homepage').find()
    homepage = await api.single('homepage').update({ headline: 'x' })
    homepage = await api.single('homepage').delete()
    const client = new QueryClient()
    client.setQueryData(queries(api, 'articles').findOne(1, query).queryKey, cached)
    const update = mutations(api, 'articles', client).update(query)
    expectTypeOf(await new MutationObserver(client, update).mutate({ id: 1, data: {} })).toEqualTypeOf(cached)
    void homepage
  })

  it('has the nulls of drafts if it is one', async () => {
    const query = { fields: ['title'], publicationState: 'preview' } as const
    let draft = await articles.findOne(1, query)
    draft = await articles.update(1, { title: 'x' }, query)
    draft = await articles.update(1, { publishedAt: null }, { fields: ['title'] })
    draft = await unpublish(api, 'articles', 1, { fields: ['title'] })
    draft = await articles.delete(1, query)
    expectTypeOf(draft.title).toEqualTypeOf<string | null>()
    const live = await articles.findOne(1, { fields: ['title'] })
    expectTypeOf(live.title).toBeString()
    // @ts-expect-error -- tags have no drafts
    void api.collection('tags').update(1, {}, { publicationState: 'preview' })
  })
})

describe('relations', () => {
  it('to-many accepts a list, set, or connect and disconnect', () => {
    void articles.update(1, { tags: [1, { id: 2 }] })
    void articles.update(1, { tags: { set: [1, 2] } })
    void articles.update(1, { tags: { connect: [6, { id: 7, position: { before: 2 } }], disconnect: [4, { id: 5 }] } })
    void articles.update(1, { tags: { connect: [{ id: 7, position: { start: true } }] } })
    // @ts-expect-error -- set with connect
    void articles.update(1, { tags: { set: [1], connect: [2] } })
    // @ts-expect-error -- set with disconnect
    void articles.update(1, { tags: { set: [1], disconnect: [2] } })
    // @ts-expect-error -- two positions
    void articles.update(1, { tags: { connect: [{ id: 7, position: { before: 2, after: 3 } }] } })
    // @ts-expect-error -- no position
    void articles.update(1, { tags: { connect: [{ id: 7, position: {} }] } })
    // @ts-expect-error -- start is only ever true
    void articles.update(1, { tags: { connect: [{ id: 7, position: { start: false } }] } })
    // @ts-expect-error -- positions refer to ids, which are numbers
    void articles.update(1, { tags: { connect: [{ id: 7, position: { before: '2' } }] } })
    // @ts-expect-error -- positions are for connecting
    void articles.update(1, { tags: { set: [{ id: 7, position: { start: true } }] } })
    // @ts-expect-error -- a typo
    void articles.update(1, { tags: { conect: [7] } })
    // @ts-expect-error -- `connect` requires a list
    void articles.update(1, { tags: { connect: 7 } })
  })

  it('to-one accepts an id, without positions', () => {
    void articles.update(1, { author: 3 })
    void articles.update(1, { author: { connect: [3] } })
    // @ts-expect-error -- a to-one relation has no order
    void articles.update(1, { author: { connect: [{ id: 3, position: { end: true } }] } })
    // @ts-expect-error -- only one entry
    void articles.update(1, { author: [3, 4] })
  })

  it('of media accept only ids', () => {
    void articles.update(1, { cover: 3, attachments: [1, 2] })
    // @ts-expect-error -- connect is not for media
    void articles.update(1, { cover: { connect: [3] } })
    // @ts-expect-error -- a single file, so no list
    void articles.update(1, { cover: [3] })
  })
})

describe('components and zones', () => {
  it('are replaced, or changed by id', () => {
    void articles.update(1, {
      seo: { metaTitle: 'x', canonical: { label: 'y' } },
      links: [{ label: 'a' }, { id: 3, label: 'b' }],
    })
    void articles.update(1, {
      zone: [
        { __component: 'blocks.quote', text: 'x', author: 3 },
        { __component: 'blocks.gallery', images: [1] },
      ],
    })
    // @ts-expect-error -- a typo
    void articles.update(1, { seo: { metaTitle: 'x', noIndxe: true } })
    // @ts-expect-error -- required
    void articles.update(1, { seo: { noIndex: true } })
    void articles.update(1, { seo: { id: 1, noIndex: true } })
    // @ts-expect-error -- a typo beside an id
    void articles.update(1, { seo: { id: 1, noIndxe: true } })
    // @ts-expect-error -- a typo in a nested component
    void articles.update(1, { seo: { metaTitle: 'x', canonical: { label: 'y', ulr: 'z' } } })
    // @ts-expect-error -- not a component of this zone
    void articles.update(1, { zone: [{ __component: 'shared.seo', metaTitle: 'x' }] })
    // @ts-expect-error -- an attribute of another component
    void articles.update(1, { zone: [{ __component: 'blocks.quote', text: 'x', images: [1] }] })
  })
})

describe('components changed by id', () => {
  it('keep omitted attributes, everywhere in an update', () => {
    void articles.update(1, { links: [{ id: 3, url: 'x' }] })
    // @ts-expect-error -- a new component requires its attributes
    void articles.update(1, { links: [{ url: 'x' }] })
    void articles.update(1, { zone: [{ __component: 'blocks.quote', id: '4', stars: 3 }] })
    // @ts-expect-error -- a new component requires its attributes
    void articles.update(1, { zone: [{ __component: 'blocks.quote', stars: 3 }] })
    // @ts-expect-error -- an attribute of another component
    void articles.update(1, { zone: [{ __component: 'blocks.quote', id: 4, images: [1] }] })
    void articles.update(1, { seo: { id: 1, canonical: { id: 2, url: 'x' } } })
    // @ts-expect-error -- a new one within
    void articles.update(1, { seo: { id: 1, canonical: { url: 'x' } } })
    // @ts-expect-error -- a typo within
    void articles.update(1, { seo: { id: 1, canonical: { id: 2, ulr: 'x' } } })
    // @ts-expect-error -- required is not null
    void articles.update(1, { seo: { id: 1, metaTitle: null } })
    void api.single('homepage').update({ seo: { id: 1, noIndex: true } })
    // @ts-expect-error -- a new component requires its attributes
    void api.single('homepage').update({ seo: { noIndex: true } })
  })

  it('are not allowed in a new entry', () => {
    void articles.create({ title: 'x', seo: { metaTitle: 'y' } })
    // @ts-expect-error -- there is nothing to change in place
    void articles.create({ title: 'x', seo: { id: 1, noIndex: true } })
  })

  it('may be variables', () => {
    const whole: (known: { id?: number }) => ComponentInput<SharedSeo> = (known) => ({ ...known, metaTitle: 'x' })
    void articles.create({ title: 'x', seo: whole({}) })
    void articles.update(1, { seo: whole({ id: 1 }) })
    const part: () => ComponentInput<SharedSeo, 'update'> = () => ({ id: 1, noIndex: true })
    void articles.update(1, { seo: part() })
    // @ts-expect-error -- there is nothing to change in place
    void articles.create({ title: 'x', seo: part() })
  })
})

describe('drafts and localisations', () => {
  it('require a type that supports them', async () => {
    void publish(api, 'articles', 1)
    void unpublish(api, 'articles', 1)
    const french = await createLocalization(api, 'articles', 1, { locale: 'fr', title: 'x' })
    expectTypeOf(french.title).toEqualTypeOf<string | null>()
    expectTypeOf(french.localizations[0]!.locale).toBeString()
    // @ts-expect-error -- no other link is returned
    void french.author
    // @ts-expect-error -- a typo
    void createLocalization(api, 'articles', 1, { locale: 'fr', titel: 'x' })
    void createLocalization(api, 'articles', 1, { locale: 'fr', seo: { metaTitle: 'x' } })
    // @ts-expect-error -- there is nothing to change in place
    void createLocalization(api, 'articles', 1, { locale: 'fr', seo: { id: 1, noIndex: true } })
    // @ts-expect-error -- tags have no drafts
    void publish(api, 'tags', 1)
    // @ts-expect-error -- tags aren't localised
    void createLocalization(api, 'tags', 1, { locale: 'fr' })
    // @ts-expect-error -- without a locale
    void createLocalization(api, 'articles', 1, { title: 'x' })
    expectTypeOf(await unpublish(api, 'articles', 1, { fields: ['title'] })).toEqualTypeOf<{
      id: number
      title: string | null
    }>()
  })

  it('single types are updated without an id', () => {
    void api.single('homepage').update({ headline: 'x', featured: { connect: [1] } })
    // @ts-expect-error -- a typo
    void api.single('homepage').update({ haedline: 'x' })
  })
})
