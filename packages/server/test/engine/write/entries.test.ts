import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { databases } from '../../../../../tests/support/postgres.js'
import { WriteStore } from './store.js'

const title = 'A title'
const unique = 'This attribute must be unique'

describe.each(await databases())('entries on $name', ({ connection }) => {
  let store: WriteStore

  beforeAll(async () => {
    store = await WriteStore.open(connection)
  })

  afterAll(() => store.close())

  it('are created with their times and values', async () => {
    const id = await store.create('article', { title, rating: '7', featured: true, views: '9000000000000000000' })
    const row = await store.row('article', id)
    expect(row).toMatchObject({ title, rating: 7, kind: 'news' })
    expect(String(row['views'])).toBe('9000000000000000000')
    expect(row['createdAt']).not.toBeNull()
    expect(String(row['createdAt'])).toBe(String(row['updatedAt']))
  })

  it('may have an empty string as a required value', async () => {
    const id = await store.create('page', { title: '' })
    expect(await store.row('page', id)).toMatchObject({ title: '' })
  })

  it('are updated with the new values and the time of the update', async () => {
    const id = await store.create('article', { title, rating: 7 })
    const before = await store.row('article', id)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await store.update('article', id, { title: 'Another' })).toBe(true)
    const after = await store.row('article', id)
    expect(after).toMatchObject({ title: 'Another', rating: 7 })
    expect(String(after['createdAt'])).toBe(String(before['createdAt']))
    expect(Date.parse(String(after['updatedAt']))).toBeGreaterThan(Date.parse(String(before['updatedAt'])))
    expect(await store.update('article', id, {})).toBe(true)
  })

  it('that are missing are reported before anything else is checked', async () => {
    expect(await store.update('article', 900_001, { tags: [900_001] })).toBe(false)
    expect(await store.delete('article', 900_001)).toBe(false)
  })

  describe('with unique values', () => {
    it('are rejected when another entry has the value, also a draft', async () => {
      const id = await store.create('article', { title, code: 'AA-1', publishedAt: null })
      await expect(store.create('article', { title, code: 'AA-1' })).rejects.toMatchObject({
        message: unique,
        details: { errors: [{ path: ['code'], message: unique, name: 'ValidationError' }] },
      })
      const other = await store.create('article', { title, code: 'AA-2' })
      await expect(store.update('article', other, { code: 'AA-1' })).rejects.toThrow(unique)
      expect(await store.update('article', id, { code: 'AA-1' })).toBe(true)
    })

    it('are accepted with composed letters beside the same letters with combining accents', async () => {
      await store.create('page', { title, code: 'é' })
      await store.create('page', { title, code: 'é'.normalize('NFD') })
      await expect(store.create('page', { title, code: 'é'.normalize('NFD') })).rejects.toThrow(unique)
    })

    it('are rejected with all duplicate values in one error', async () => {
      await store.create('article', { title, code: 'AB-1', slug: 'taken' })
      await expect(store.create('article', { title, code: 'AB-1', slug: 'taken' })).rejects.toMatchObject({
        details: { errors: [{ path: ['slug'] }, { path: ['code'] }] },
      })
    })

    it('may have null several times, but the empty string only once', async () => {
      await store.create('article', { title, code: '' })
      await expect(store.create('article', { title, code: '' })).rejects.toThrow(unique)
      await store.create('article', { title, code: null })
      await store.create('article', { title, code: null })
    })

    it('may have values that differ only in case', async () => {
      await store.create('category', { name: 'Tech' })
      await expect(store.create('category', { name: 'Tech' })).rejects.toThrow(unique)
      await expect(store.create('category', { name: 'TECH' })).resolves.toBeGreaterThan(0)
    })

    it('are created only once by concurrent writes', async () => {
      const requested = Array.from({ length: 8 }, () => store.create('category', { name: 'race' }))
      const outcomes = await Promise.allSettled(requested)
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
      expect(refused).toHaveLength(7)
      for (const reason of refused) expect(reason).toMatchObject({ status: 400, message: unique })
    })

    it('get a number in generated uids', async () => {
      const slugs: unknown[] = []
      for (let index = 0; index < 12; index++) {
        const id = await store.create('article', { title: 'Same words' })
        slugs.push((await store.row('article', id))['slug'])
      }
      expect(slugs).toEqual(['same-words', ...Array.from({ length: 11 }, (_, index) => `same-words-${index + 1}`)])
    })
  })

  describe('as drafts', () => {
    const publishedAt = '2024-06-01T00:00:00.000Z'

    it('may be incomplete, and stay so in updates', async () => {
      const id = await store.create('article', { publishedAt: null })
      expect(await store.row('article', id)).toMatchObject({ title: null, publishedAt: null })
      expect(await store.update('article', id, { title: 'x' })).toBe(true)
      expect(await store.update('article', id, { title: null })).toBe(true)
    })

    it('are validated completely when they are published', async () => {
      const id = await store.create('article', { seo: {}, links: [{}], publishedAt: null, title: 'x' })
      await expect(store.update('article', id, { publishedAt })).rejects.toMatchObject({
        status: 400,
        details: {
          errors: [
            { path: ['title'], message: 'title must be at least 3 characters' },
            { path: ['seo', 'metaTitle'], message: 'seo.metaTitle must be defined.' },
            { path: ['links', '0', 'label'], message: 'links[0].label must be defined.' },
          ],
        },
      })
      expect((await store.row('article', id))['publishedAt']).toBeNull()
      const data = { publishedAt, title, seo: { metaTitle: 'm' }, links: [{ label: 'l' }] }
      expect(await store.update('article', id, data)).toBe(true)
      expect((await store.row('article', id))['publishedAt']).not.toBeNull()
    })

    it('have their relations and components, but no media, validated when they are published', async () => {
      const id = await store.create('promise', { name: 'n', publishedAt: null })
      await expect(store.update('promise', id, { publishedAt })).rejects.toMatchObject({
        details: { errors: [{ path: ['tag'] }, { path: ['seo'] }] },
      })
    })

    it('differ from published entries, which must stay valid', async () => {
      const id = await store.create('article', { title })
      await expect(store.update('article', id, { title: 'x' })).rejects.toThrow('title must be at least 3 characters')
      await expect(store.update('article', id, { title: null })).rejects.toThrow('title is required')
      expect(await store.update('article', id, { title: null, publishedAt: null })).toBe(true)
    })

    it("differ from published entries, whose required relations can't be disconnected", async () => {
      const tag = await store.create('tag', { name: 't' })
      const picture = await store.createFile('image/png')
      const id = await store.create('promise', { name: 'n', picture, tag, seo: { metaTitle: 'm' } })
      await expect(store.update('promise', id, { tag: { disconnect: [tag] } })).rejects.toThrow('tag must be defined.')
      expect(await store.related('promise', id, 'tag')).toEqual([tag])
    })
  })

  describe('with media', () => {
    it('may lack required files', async () => {
      const tag = await store.create('tag', { name: 't' })
      const published = { name: 'n', tag, seo: { metaTitle: 'm' } }
      const id = await store.create('promise', published)
      await store.create('promise', { ...published, picture: null })
      expect(await store.update('promise', id, { picture: [] })).toBe(true)
      expect(await store.related('promise', id, 'picture')).toEqual([])
    })

    it('hold files of the allowed types, in their order', async () => {
      const image = await store.createFile('image/png')
      const text = await store.createFile('text/plain')
      const id = await store.create('article', { title, cover: image, attachments: [text, image] })
      expect(await store.related('article', id, 'cover')).toEqual([image])
      expect(await store.related('article', id, 'attachments')).toEqual([text, image])
      await store.update('article', id, { attachments: [image], cover: null })
      expect(await store.related('article', id, 'attachments')).toEqual([image])
      expect(await store.related('article', id, 'cover')).toEqual([])
      await expect(store.update('article', id, { cover: text })).rejects.toMatchObject({
        details: { errors: [{ path: ['cover'], message: expect.stringContaining('only allows images') }] },
      })
      await expect(store.update('article', id, { cover: 900_001 })).rejects.toThrow(
        '1 relation(s) of type plugin::upload.file associated with this entity do not exist: 900001',
      )
    })
  })

  it('need few statements', async () => {
    const tags = await store.createMany('tag', 5)
    const before = store.database.statements()
    await store.create('article', { title: 'A rare title', code: 'AC-1', tags, rating: 3 })
    // On PostgreSQL there are three more statements: begin, commit, and a lock against concurrent writes of
    // the same uid.
    const besides = store.database.dialect.name === 'postgres' ? 3 : 0
    expect(store.database.statements() - before).toBeLessThanOrEqual(6 + besides)
  })
})
