import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../../../../tests/support/postgres.js'
import { WriteStore } from './store.js'

const title = 'A title'

describe.each(await databases())('relations on $name', ({ connection }) => {
  let store: WriteStore
  let tags: number[]
  let article: number

  beforeAll(async () => {
    store = await WriteStore.open(connection)
    tags = await store.createMany('tag', 12)
  })

  afterAll(() => store.close())

  beforeEach(async () => {
    article = await store.create('article', { title, tags: [tag(1), tag(2)] })
  })

  /** Returns the id of the nth tag, so that the examples match the specification. */
  const tag = (number: number) => tags[number - 1] as number
  const numberOf = (id: number) => tags.indexOf(id) + 1
  const order = async (name = 'tags') => (await store.related('article', article, name)).map(numberOf)
  const write = (value: unknown, name = 'tags') => store.update('article', article, { [name]: value })

  it('are created in the order of the body', async () => {
    const created = await store.create('article', { title, tags: { set: [tag(3), tag(1)] }, wayTags: [tag(2), tag(1)] })
    expect(await store.related('article', created, 'tags')).toEqual([tag(3), tag(1)])
    expect(await store.related('article', created, 'wayTags')).toEqual([tag(2), tag(1)])
  })

  it('follow the example of specification §4.4, rule 3', async () => {
    const connect = [
      { id: tag(6), position: { after: tag(1) } },
      { id: tag(7), position: { before: tag(2) } },
      { id: tag(8), position: { end: true } },
      { id: tag(9) },
      { id: tag(10), position: { start: true } },
    ]
    await write({ connect })
    expect(await order()).toEqual([10, 1, 6, 7, 2, 8, 9])
  })

  it('are replaced by set and by the short form, and emptied by null and by an empty list', async () => {
    await write([tag(3), tag(1), tag(2)])
    expect(await order()).toEqual([3, 1, 2])
    await write({ set: [{ id: tag(2) }, { id: tag(3) }] })
    expect(await order()).toEqual([2, 3])
    await write(tag(5))
    expect(await order()).toEqual([5])
    await write(null)
    expect(await order()).toEqual([])
    await write([tag(1)])
    await write([])
    expect(await order()).toEqual([])
  })

  it('are kept by an update without them', async () => {
    await store.update('article', article, { rating: 1 })
    expect(await order()).toEqual([1, 2])
  })

  it('connect, move and disconnect', async () => {
    await write({ connect: [tag(4)], disconnect: [tag(1), tag(11)] })
    expect(await order()).toEqual([2, 4])
    await write({ connect: [tag(2)] })
    expect(await order()).toEqual([4, 2])
    await write({ connect: [tag(4)], disconnect: [tag(4)] })
    expect(await order()).toEqual([2, 4])
    await write({ connect: [{ id: tag(4), position: { before: tag(2) } }] })
    expect(await order()).toEqual([4, 2])
    await write({ disconnect: [999_999] })
    expect(await order()).toEqual([4, 2])
    await write({ connect: [tag(1), tag(3), tag(4)] })
    expect(await order()).toEqual([2, 1, 3, 4])
  })

  it('have a separate order on each side', async () => {
    const other = await store.create('article', { title, tags: [tag(1)] })
    await store.update('tag', tag(1), { articles: { connect: [{ id: other, position: { start: true } }] } })
    expect((await store.related('tag', tag(1), 'articles'))[0]).toBe(other)
    expect(await order()).toEqual([1, 2])
    await store.update('tag', tag(1), { articles: [article, other] })
    expect(await store.related('tag', tag(1), 'articles')).toEqual([article, other])
    await write({ connect: [tag(2)] })
    expect(await store.related('tag', tag(1), 'articles')).toEqual([article, other])
  })

  it('are added at the end of the list on the other side', async () => {
    const last = await store.create('article', { title, tags: [tag(1)] })
    expect((await store.related('tag', tag(1), 'articles')).at(-1)).toBe(last)
  })

  it('get new numbers when no number is left between two', async () => {
    for (let turn = 0; turn < 70; turn++) {
      await write({ connect: [{ id: tag(3 + (turn % 2)), position: { after: tag(1) } }] })
    }
    expect(await order()).toEqual([1, 4, 3, 2])
    const numbers = await store.numbers('article', article, 'tags')
    expect(new Set(numbers).size).toBe(4)
  })

  it.each([
    ['missing', [900_001, 900_002], /^2 relation\(s\) of type api::tag.tag .* do not exist: 900001, 900002$/],
    ['anchored to a missing entry', { connect: [{ id: 1, position: { before: 900_001 } }] }, /needs to be connected/],
  ])('that are %s are rejected, and nothing is written', async (_name, value, message) => {
    await expect(store.update('article', article, { rating: 2, tags: value })).rejects.toThrow(message)
    expect(await order()).toEqual([1, 2])
    expect((await store.row('article', article))['rating']).toBe(5)
  })

  it('report missing entries with the path of their attribute', async () => {
    const zone = [{ __component: 'blocks.gallery', images: [900_005, 900_006] }]
    const data = { title, tags: [900_001, 900_004], mainTag: 900_002, category: 900_003, zone }
    const missing = (path: readonly string[], count: number, type: string, ids: string) => ({
      path,
      message: `${count} relation(s) of type ${type} associated with this entity do not exist: ${ids}`,
    })
    await expect(store.create('article', data)).rejects.toMatchObject({
      message: '4 errors occurred',
      details: {
        errors: [
          missing(['zone', '0', 'images'], 2, 'plugin::upload.file', '900005, 900006'),
          missing(['category'], 1, 'api::category.category', '900003'),
          missing(['tags'], 2, 'api::tag.tag', '900001, 900004'),
          missing(['mainTag'], 1, 'api::tag.tag', '900002'),
        ],
      },
    })
  })

  it('with a missing anchor are added at the end when strict is false', async () => {
    await write({ connect: [{ id: tag(3), position: { before: 900_001 } }], options: { strict: false } })
    expect(await order()).toEqual([1, 2, 3])
  })

  describe('to one', () => {
    it('take the last of several', async () => {
      await write([tag(1), tag(2)], 'mainTag')
      expect(await order('mainTag')).toEqual([2])
      await write({ connect: [tag(3), tag(4)] }, 'mainTag')
      expect(await order('mainTag')).toEqual([4])
      await write({ disconnect: [tag(3)] }, 'mainTag')
      expect(await order('mainTag')).toEqual([4])
      await write({ disconnect: [tag(4)] }, 'mainTag')
      expect(await order('mainTag')).toEqual([])
      await write({ connect: [tag(1)], disconnect: [tag(1)] }, 'mainTag')
      expect(await order('mainTag')).toEqual([1])
      await write(null, 'mainTag')
      expect(await order('mainTag')).toEqual([])
    })

    it('may be shared when they are one-way', async () => {
      const other = await store.create('article', { title, mainTag: tag(1) })
      await write(tag(1), 'mainTag')
      expect(await store.related('article', other, 'mainTag')).toEqual([tag(1)])
    })

    it('are removed from their previous owner when they are one-to-one, from either side', async () => {
      const [first, second] = [await store.create('detail', {}), await store.create('detail', {})]
      await write(first, 'detail')
      const thief = await store.create('article', { title, detail: first })
      expect(await store.related('article', article, 'detail')).toEqual([])
      await store.update('detail', second, { article: thief })
      expect(await store.related('detail', first, 'article')).toEqual([])
      expect(await store.related('article', thief, 'detail')).toEqual([second])
      await store.update('detail', second, { article: { disconnect: [thief] } })
      expect(await store.related('article', thief, 'detail')).toEqual([])
      await store.update('detail', first, { article: thief })
      await store.update('detail', first, { article: null })
      expect(await store.related('article', thief, 'detail')).toEqual([])
    })
  })

  describe('one to many', () => {
    it('are removed from their previous owner, and ordered', async () => {
      const others = [1, 2, 3].map(() => store.create('article', { title }))
      const [a, b, c] = (await Promise.all(others)) as [number, number, number]
      const unique = Math.random().toString(36)
      const first = await store.create('category', { name: `first ${unique}`, articles: [a, b] })
      const second = await store.create('category', { name: `second ${unique}`, articles: { connect: [b, c] } })
      expect(await store.related('category', first, 'articles')).toEqual([a])
      expect(await store.related('category', second, 'articles')).toEqual([b, c])
      const connect = [
        { id: a, position: { after: b } },
        { id: article, position: { start: true } },
      ]
      await store.update('category', second, { articles: { connect } })
      expect(await store.related('category', second, 'articles')).toEqual([article, b, a, c])
      await store.update('category', second, { articles: { disconnect: [b], connect: [article] } })
      expect(await store.related('category', second, 'articles')).toEqual([a, c, article])
      await store.update('article', a, { category: second })
      expect(await store.related('category', second, 'articles')).toEqual([a, c, article])
      await store.update('article', b, { category: second })
      expect(await store.related('category', second, 'articles')).toEqual([a, c, article, b])
      await store.update('category', second, { articles: [c, a] })
      expect(await store.related('category', second, 'articles')).toEqual([c, a])
      expect(await store.related('article', b, 'category')).toEqual([])
    })
  })

  describe('polymorphic', () => {
    const of = (name: string, id: number) => ({ id, __type: `api::${name}.${name}` })

    it('lead to entries of any type, and back', async () => {
      const category = await store.create('category', { name: `category ${Math.random()}` })
      const subjects = [of('tag', tag(1)), of('category', category), of('tag', tag(2))]
      const note = await store.create('note', { subject: of('tag', tag(1)), subjects })
      expect(await store.related('note', note, 'subjects')).toEqual([tag(1), category, tag(2)])
      expect(await store.row('note', note)).toMatchObject({ subject_type: 'api::tag.tag' })
      await store.update('tag', tag(3), { remarks: [note] })
      expect(Number((await store.row('note', note))['subject_id'])).toBe(tag(3))
      await store.update('tag', tag(3), { remarks: { disconnect: [note] } })
      expect(await store.row('note', note)).toMatchObject({ subject_id: null, subject_type: null })
      await store.update('note', note, { subjects: [of('tag', tag(2))], subject: null })
      expect(await store.related('note', note, 'subjects')).toEqual([tag(2)])
      const missing = [of('tag', 900_001), of('category', 900_002)]
      await expect(store.update('note', note, { subjects: missing })).rejects.toMatchObject({
        details: { errors: [{ path: ['subjects'] }, { path: ['subjects'] }] },
      })
    })

    it('are removed with their target', async () => {
      const gone = await store.create('tag', { name: 'gone' })
      const note = await store.create('note', { subject: of('tag', gone), subjects: [of('tag', gone)] })
      await store.delete('tag', gone)
      expect(await store.row('note', note)).toMatchObject({ subject_id: null, subject_type: null })
      expect(await store.related('note', note, 'subjects')).toEqual([])
    })
  })

  it('are removed with either of their entries', async () => {
    const gone = await store.create('tag', { name: 'gone' })
    const other = await store.create('article', { title, tags: [gone, tag(1)], mainTag: gone })
    await store.delete('tag', gone)
    expect(await store.related('article', other, 'tags')).toEqual([tag(1)])
    expect(await store.related('article', other, 'mainTag')).toEqual([])
    await store.delete('article', other)
    expect(await store.related('tag', tag(1), 'articles')).not.toContain(other)
  })
})
