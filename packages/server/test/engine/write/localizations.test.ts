import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../../../../tests/support/postgres.js'
import { WriteStore } from './store.js'

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

  /** Replaces indexes of `tags` by their ids. */
  const withTags = (change: unknown): unknown => {
    if (typeof change === 'number') return tags[change]
    if (Array.isArray(change)) return change.map(withTags)
    if (typeof change !== 'object' || change === null) return change
    return Object.fromEntries(Object.entries(change).map(([key, value]) => [key, withTags(value)]))
  }
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

  it('have an updatedAt of their own, which writes of shared values set in all of them', async () => {
    const past = '2020-01-01T00:00:00.000Z'
    const { table } = store.database.layout.schema('api::page.page')
    await store.database.write((tx) => tx.update(table, [en], { updatedAt: past }))
    const before = (await row(en))['updatedAt']
    const de = (await store.localize('page', en, { locale: 'de', title: 'Titel' })) as number
    const created = await row(de)
    expect(created['updatedAt']).toEqual(created['createdAt'])
    expect(created['updatedAt']).not.toEqual(before)
    await store.update('page', de, { title: 'Neu' })
    expect((await row(en))['updatedAt']).toEqual(before)
    await store.update('page', de, { title: 'Neuer', rating: 4 })
    expect((await row(en))['updatedAt']).toEqual((await row(de))['updatedAt'])
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

  describe.each([
    ['equal lists', false],
    ['a list that differs', true],
  ])('with %s', (_, differs) => {
    it.each([
      ['connect', { connect: [3, 2] }, [1, 0, 3, 2]],
      ['connect an entry again', { connect: [1, 3] }, [0, 1, 3]],
      ['connect at the start', { connect: [{ id: 3, position: { start: true } }] }, [3, 1, 0]],
      ['connect after an entry', { connect: [{ id: 3, position: { after: 1 } }] }, [1, 3, 0]],
      ['disconnect', { disconnect: [1] }, [0]],
      ['disconnect and connect', { disconnect: [1], connect: [2] }, [0, 2]],
      ['replace', { set: [3, 0] }, [3, 0]],
      ['empty', { set: [] }, []],
    ])('%s in all of them', async (_name, change, expected) => {
      const de = (await store.localize('page', fr, { locale: 'de', title: 'Titel' })) as number
      if (differs) await store.update('tag', tags[0] as number, { pages: { disconnect: [fr] } })
      await store.update('page', en, { topics: withTags(change) })
      for (const id of [en, fr, de]) {
        expect(await store.related('page', id, 'topics')).toEqual(expected.map((index) => tags[index]))
      }
    })

    it('keep the order of the other side, and add themselves to its end', async () => {
      if (differs) await store.update('tag', tags[0] as number, { pages: { disconnect: [fr] } })
      const before = await store.related('tag', tags[1] as number, 'pages')
      const end = await store.related('tag', tags[2] as number, 'pages')
      await store.update('page', en, { topics: { connect: [tags[1], tags[2]] } })
      expect(await store.related('tag', tags[1] as number, 'pages')).toEqual(before)
      expect(await store.related('tag', tags[2] as number, 'pages')).toEqual([...end, en, fr])
      const numbers = await store.numbers('tag', tags[2] as number, 'pages')
      expect(new Set(numbers).size).toBe(numbers.length)
    })
  })

  it('with equal lists get a link in the statement that writes it', async () => {
    const statements = async (data: Readonly<Record<string, unknown>>) => {
      const before = store.database.statements()
      await store.update('page', en, data)
      return store.database.statements() - before
    }
    const together = await statements({ topics: { connect: [tags[3]] } })
    await store.update('tag', tags[0] as number, { pages: { disconnect: [fr] } })
    expect(await statements({ topics: { connect: [tags[2]] } })).toBe(together + 2)
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

  it('may have the same uid, also a generated one', async () => {
    const title = `Same ${serial}`
    const first = await store.create('page', { title })
    const second = (await store.localize('page', first, { locale: 'fr', title })) as number
    const third = (await store.localize('page', first, { locale: 'de', title, slug: `same-${serial}` })) as number
    const other = await store.create('page', { title, locale: 'fr' })
    const slugs = await Promise.all([first, second, third, other].map(async (id) => (await row(id))['slug']))
    expect(slugs).toEqual([`same-${serial}`, `same-${serial}`, `same-${serial}`, `same-${serial}-1`])
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
