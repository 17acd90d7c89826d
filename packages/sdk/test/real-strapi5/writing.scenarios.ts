import { describe } from 'vitest'
import { ApiError, createClient } from '../../src/index.js'
import { strapi5 } from '../../src/strapi5/index.js'
import { editor, expect, scenario, strapi } from './strapi.js'

const api = editor()
const articles = api.collection('articles')
const tags = api.collection('tags')

const tagNamed = async (name: string) => (await tags.create({ name })).documentId

describe('entries', () => {
  scenario('without drafts are created, changed and deleted', async () => {
    const tag = await tags.create({ name: 'written', color: 'red' }, { fields: ['name'] })
    expect(tag).toEqual({
      id: expect.any(Number),
      documentId: expect.stringMatching(/^[a-z][a-z0-9]{23}$/),
      name: 'written',
    })
    expect(await tags.update(tag.documentId, { color: null, weight: 2 })).toMatchObject({
      name: 'written',
      color: null,
      weight: 2,
    })
    expect(await tags.delete(tag.documentId)).toBeUndefined()
    await expect(tags.findOne(tag.documentId)).rejects.toMatchObject({ status: 404 })
    expect(await tags.delete(tag.documentId)).toBeUndefined()
  })

  scenario('are created as drafts, published, unpublished and discarded', async () => {
    const draft = await articles.create({ summary: 'no title yet' }, { status: 'draft' })
    expect([draft.title, draft.publishedAt]).toEqual([null, null])
    await expect(articles.publish(draft.documentId)).rejects.toMatchObject({ issues: [{ path: ['title'] }] })
    await articles.update(draft.documentId, { title: 'Written one' }, { status: 'draft' })
    await expect(articles.findOne(draft.documentId)).rejects.toMatchObject({ status: 404 })
    const published = await articles.publish(draft.documentId, { fields: ['title', 'publishedAt'] })
    expect([published.title, typeof published.publishedAt]).toEqual(['Written one', 'string'])
    await articles.update(draft.documentId, { title: 'Written two' }, { status: 'draft' })
    expect(await articles.discardDraft(draft.documentId, { fields: ['title'] })).toMatchObject({ title: 'Written one' })
    const unpublished = await articles.unpublish(draft.documentId, { fields: ['title', 'publishedAt'] })
    expect(unpublished).toMatchObject({ title: 'Written one', publishedAt: null })
    await expect(articles.findOne(draft.documentId)).rejects.toMatchObject({ status: 404 })
  })

  scenario('have localizations, which are deleted one by one and together', async () => {
    const { documentId } = await articles.create({ title: 'Written in English' })
    const french = await articles.update(documentId, { title: 'Written in French' }, { locale: 'fr' })
    expect([french.documentId, french.locale]).toEqual([documentId, 'fr'])
    expect((await articles.publish(documentId, { locale: 'fr' })).title).toBe('Written in French')
    await articles.delete(documentId)
    await expect(articles.findOne(documentId)).rejects.toMatchObject({ status: 404 })
    expect((await articles.findOne(documentId, { locale: 'fr' })).title).toBe('Written in French')
    await articles.delete(documentId, { locale: '*' })
    await expect(articles.findOne(documentId, { locale: 'fr' })).rejects.toMatchObject({ status: 404 })
    const foreign = await articles.create({ title: 'Written in French first' }, { locale: 'fr' })
    expect(foreign.locale).toBe('fr')
    await articles.delete(foreign.documentId, { locale: ['en', 'fr'] })
  })

  scenario('keep all kinds of values', async () => {
    const values = {
      str: 'Ünïcode ✓',
      txt: 'two\nlines',
      rich: '# title',
      enm: 'beta',
      mail: 'a@example.com',
      uid: 'written-values',
      day: '2026-02-28',
      tod: '12:34:56.789',
      at: '2026-02-28T12:34:56.789Z',
      int: -7,
      big: '9007199254740991',
      flt: 0.25,
      dec: 12.5,
      flag: true,
      obj: { a: [1, { b: null }] },
      blk: [{ type: 'paragraph', children: [{ type: 'text', text: 'bold', bold: true }] }],
    } as const
    const { documentId } = await api.collection('specimens').create(values)
    expect(await api.collection('specimens').findOne(documentId)).toMatchObject(values)
    await api.collection('specimens').delete(documentId)
  })

  scenario('are published with fields, without losing relations of others', async () => {
    const { documentId } = await articles.create({ title: 'Written to be linked' })
    const tag = await tags.create({ name: 'with a hero', hero: documentId })
    const published = await articles.update(documentId, { rating: 9 }, { fields: ['rating'] })
    expect(published).toEqual({ id: expect.any(Number), documentId, rating: 9 })
    expect((await tags.findOne(tag.documentId, { populate: ['hero'] })).hero?.documentId).toBe(documentId)
  })
})

describe('relations', () => {
  const namesOf = async (documentId: string) =>
    (await articles.findOne(documentId, { populate: { tags: { fields: ['name'] } } })).tags.map(({ name }) => name)

  scenario('are replaced, connected at positions and disconnected', async () => {
    const [a, b, c, d] = [await tagNamed('a'), await tagNamed('b'), await tagNamed('c'), await tagNamed('d')]
    const { documentId } = await articles.create({ title: 'Written relations', tags: [a, b] })
    await articles.update(documentId, { tags: { connect: [{ documentId: c, position: { before: b } }] } })
    expect(await namesOf(documentId)).toEqual(['a', 'c', 'b'])
    await articles.update(documentId, {
      tags: { connect: [{ documentId: d, position: { start: true } }], disconnect: [a] },
    })
    expect(await namesOf(documentId)).toEqual(['d', 'c', 'b'])
    await articles.update(documentId, { tags: { connect: [{ documentId: d, position: { after: c } }] } })
    expect(await namesOf(documentId)).toEqual(['c', 'd', 'b'])
    await articles.update(documentId, { tags: { connect: [{ documentId: c, position: { end: true } }] } })
    expect(await namesOf(documentId)).toEqual(['d', 'b', 'c'])
    await articles.update(documentId, { tags: { set: [b, { documentId: a }] }, mainTag: c })
    expect(await namesOf(documentId)).toEqual(['b', 'a'])
    await articles.update(documentId, { tags: [], mainTag: null })
    const emptied = await articles.findOne(documentId, { populate: ['tags', 'mainTag'] })
    expect([emptied.tags, emptied.mainTag]).toEqual([[], null])
  })

  scenario('select the locale and the status of their target', async () => {
    const { documentId } = await articles.create({ title: 'Written target' })
    await articles.update(documentId, { title: 'Cible' }, { locale: 'fr' })
    const tag = await tags.create({ name: 'with a version' })
    await tags.update(tag.documentId, { hero: { connect: [{ documentId, locale: 'fr', status: 'published' }] } })
    // The tag itself has no locales, so that it shows the version that it is connected to.
    expect((await tags.findOne(tag.documentId, { populate: ['hero'] })).hero?.title).toBe('Cible')
  })

  scenario('to a document that does not exist are rejected', async () => {
    const rejected = tags.create({ name: 'x', sibling: 'nosuchdocument0000000000' })
    await expect(rejected).rejects.toMatchObject({ status: 400 })
  })
})

describe('components and zones', () => {
  scenario('are replaced and emptied', async () => {
    const zone = [{ __component: 'blocks.quote', text: 'To be' }] as const
    const { documentId } = await articles.create({ title: 'Written parts', seo: { metaTitle: 'one' }, zone })
    await articles.update(documentId, { seo: { metaTitle: 'two' }, links: [{ label: 'a link' }] })
    const changed = await articles.findOne(documentId, { populate: ['seo', 'zone', 'links'] })
    expect([changed.seo?.metaTitle, changed.zone, changed.links]).toMatchObject(['two', zone, [{ label: 'a link' }]])
    await articles.update(documentId, { seo: null, links: [], zone: [] })
    const emptied = await articles.findOne(documentId, { populate: ['seo', 'zone', 'links'] })
    expect([emptied.seo, emptied.zone, emptied.links]).toEqual([null, [], []])
  })

  scenario('keep attributes with the id of the draft', async () => {
    const seo = { metaTitle: 'one', metaDescription: 'kept' }
    const { documentId } = await articles.create({ title: 'Written part', seo })
    const draft = await articles.findOne(documentId, { status: 'draft', populate: ['seo'] })
    await articles.update(documentId, { seo: { id: draft.seo?.id ?? 0, metaTitle: 'two' } })
    const changed = await articles.findOne(documentId, { populate: ['seo'] })
    expect([changed.seo?.metaTitle, changed.seo?.metaDescription]).toEqual(['two', 'kept'])
  })
})

describe('errors', () => {
  scenario('name the attributes that are not valid', async () => {
    const error = await articles
      .create({ title: 'ab', rating: 11, code: 'wrong' })
      .catch((reason: unknown) => reason as ApiError)
    expect(ApiError.is(error, 'ValidationError')).toBe(true)
    expect((error as ApiError).issues.map(({ path }) => path)).toContainEqual(['rating'])
  })

  scenario('name a key of data that does not exist', async () => {
    const rejected = tags.create({ name: 'x', colour: 'red' } as { name: string })
    await expect(rejected).rejects.toMatchObject({ kind: 'ValidationError', issues: [{ path: ['colour'] }] })
  })

  scenario('name a key of filters that does not exist', async () => {
    const rejected = tags.find({ filters: { nme: 'x' } } as object)
    await expect(rejected).rejects.toMatchObject({
      status: 400,
      kind: 'ValidationError',
      issues: [{ path: ['filters', 'nme'] }],
    })
  })

  scenario('of missing permissions have their status', async () => {
    const nobody = createClient({ baseURL: strapi.url, api: strapi5(), defaults: { retry: 0 } })
    await expect(nobody.collection('tags').create({ name: 'x' })).rejects.toMatchObject({ status: 403 })
    const wrong = createClient({ baseURL: strapi.url, api: strapi5(), token: 'wrong', defaults: { retry: 0 } })
    await expect(wrong.collection('tags').find()).rejects.toMatchObject({ status: 401 })
  })

  scenario('of the client for Strapi 4 say which option is missing', async () => {
    const tag = await tags.create({ name: 'of version 4' })
    const found = createClient({ baseURL: strapi.url }).collection('tags').find()
    await expect(found).rejects.toThrow('strapi5()')
    await tags.delete(tag.documentId)
  })
})
