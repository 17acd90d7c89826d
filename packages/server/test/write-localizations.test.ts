import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from './support/postgres.js'
import { WriteStore } from './write-store.js'

describe.each(await databases())('localizations on $name', ({ connection }) => {
  let store: WriteStore
  let tags: number[]
  let image: number
  let section: number
  let serial = 0
  let en: number
  let fr: number

  beforeAll(async () => {
    store = await WriteStore.open(connection)
    tags = await store.createMany('tag', 4)
    image = await store.createFile('image/png')
    section = await store.create('category', { name: 'section' })
  })

  afterAll(() => store.close())

  beforeEach(async () => {
    serial++
    en = await store.create('page', {
      title: 'Title',
      code: `code ${serial}`,
      rating: 8,
      cover: image,
      gallery: [image],
      section,
      topics: [tags[1], tags[0]],
      own: [tags[0]],
      seo: { metaTitle: 'm', key: `key ${serial}`, canonical: { label: 'c' } },
      hero: { label: 'en' },
      blocks: [
        { __component: 'blocks.quote', text: 'q', tags: [tags[0]] },
        { __component: 'blocks.gallery', images: [image], links: [{ label: 'g' }] },
      ],
    })
    fr = (await store.localize('page', en, { locale: 'fr', title: 'Titre', hero: { label: 'fr' } })) as number
  })

  const row = (id: number) => store.row('page', id)
  const seo = async (id: number) => (await store.components('shared.seo', 'page', id, 'seo'))[0]

  it('copy the shared values, and no others', async () => {
    const page = await row(fr)
    expect(page).toMatchObject({ title: 'Titre', locale: 'fr', code: `code ${serial}`, rating: 8, publishedAt: null })
    expect(page['localization_group']).toEqual((await row(en))['localization_group'])
    expect(Number(page['cover_id'])).toBe(image)
    expect(Number(page['section_id'])).toBe(section)
    expect(await store.related('page', fr, 'gallery')).toEqual([image])
    expect(await store.related('page', fr, 'topics')).toEqual([tags[1], tags[0]])
    expect(await store.related('page', fr, 'own')).toEqual([])
    const copy = await seo(fr)
    expect(copy).toMatchObject({ metaTitle: 'm', key: `key ${serial}` })
    expect(await store.components('shared.link', 'shared.seo', Number(copy?.['id']), 'canonical')).toMatchObject([
      { label: 'c' },
    ])
    expect(await store.components('shared.link', 'page', fr, 'hero')).toMatchObject([{ label: 'fr' }])
    expect(await store.components('blocks.quote', 'page', fr, 'blocks')).toMatchObject([{ text: 'q', position: 1 }])
    const [gallery] = await store.components('blocks.gallery', 'page', fr, 'blocks')
    expect(await store.components('shared.link', 'blocks.gallery', Number(gallery?.['id']), 'links')).toHaveLength(1)
  })

  it('exist once for each locale of an existing entry', async () => {
    await expect(store.localize('page', en, { locale: 'fr', title: 'again' })).rejects.toMatchObject({
      name: 'ApplicationError',
      message: 'locale is already used',
    })
    await expect(store.localize('page', fr, { locale: 'en', title: 'again' })).rejects.toThrow('already used')
    expect(await store.localize('page', 900_001, { locale: 'fr', title: 'x' })).toBeNull()
    expect(await store.localize('page', fr, { locale: 'de', title: 'Titel' })).toBeGreaterThan(fr)
  })

  it('ignore shared values in their body', async () => {
    const de = (await store.localize('page', en, { locale: 'de', title: 'Titel', rating: 1, code: 'other' })) as number
    expect(await row(de)).toMatchObject({ rating: 8, code: `code ${serial}` })
  })

  it('get every write of a shared value, through either of them', async () => {
    await store.update('page', en, { rating: 2, title: 'Edited', cover: null, section: null })
    expect(await row(fr)).toMatchObject({ rating: 2, title: 'Titre', cover_id: null, section_id: null })
    await store.update('page', fr, { rating: 3, gallery: [], topics: { connect: [tags[3]], disconnect: [tags[1]] } })
    expect(await row(en)).toMatchObject({ rating: 3, title: 'Edited' })
    expect(await store.related('page', en, 'gallery')).toEqual([])
    expect(await store.related('page', en, 'topics')).toEqual([tags[0], tags[3]])
  })

  it('keep their own values', async () => {
    await store.update('page', fr, { title: 'Nouveau', hero: { label: 'nouveau' }, own: [tags[2]] })
    expect(await row(en)).toMatchObject({ title: 'Title' })
    expect(await store.components('shared.link', 'page', en, 'hero')).toMatchObject([{ label: 'en' }])
    expect(await store.related('page', en, 'own')).toEqual([tags[0]])
  })

  it('accept the ids of components copied from their source, and no others', async () => {
    const [hero] = await store.components('shared.link', 'page', en, 'hero')
    const copy = { locale: 'de', title: 'Titel', hero: { id: hero?.['id'], label: 'de' } }
    const other = await store.create('page', { title: 'Other' })
    await expect(store.localize('page', other, copy)).rejects.toThrow(
      'hero.id is the id of a component of another entry',
    )
    const de = (await store.localize('page', en, copy)) as number
    expect(await store.components('shared.link', 'page', de, 'hero')).toMatchObject([{ label: 'de' }])
    expect(await store.components('shared.link', 'page', en, 'hero')).toEqual([hero])
  })

  it('are published separately', async () => {
    await store.update('page', en, { publishedAt: null })
    await store.update('page', fr, { publishedAt: '2024-06-01T00:00:00.000Z' })
    expect((await row(en))['publishedAt']).toBeNull()
    expect((await row(fr))['publishedAt']).not.toBeNull()
  })

  it('share components, also with unique values', async () => {
    await store.update('page', en, { seo: { metaTitle: 'new', key: `key ${serial}` } })
    expect(await seo(fr)).toMatchObject({ metaTitle: 'new', key: `key ${serial}` })
    const own = Number((await seo(fr))?.['id'])
    await store.update('page', fr, { seo: { id: own, metaTitle: 'merged' } })
    expect(await seo(en)).toMatchObject({ metaTitle: 'merged', key: `key ${serial}` })
    await store.update('page', fr, { seo: null })
    expect(await seo(en)).toBeUndefined()
  })

  it('may have the same shared unique value', async () => {
    expect(await store.update('page', fr, { code: `code ${serial}` })).toBe(true)
    await expect(store.create('page', { title: 'Other', code: `code ${serial}` })).rejects.toThrow('must be unique')
    const other = await store.create('page', { title: 'Other', locale: 'fr' })
    await expect(store.update('page', other, { code: `code ${serial}` })).rejects.toThrow('must be unique')
  })

  it('stay when one of them is deleted', async () => {
    await store.delete('page', en)
    expect(await row(fr)).toMatchObject({ title: 'Titre', rating: 8 })
    expect(await seo(fr)).toMatchObject({ metaTitle: 'm' })
    await store.update('page', fr, { rating: 1 })
    expect(await store.localize('page', fr, { locale: 'en', title: 'Back' })).toBeGreaterThan(fr)
  })
})
