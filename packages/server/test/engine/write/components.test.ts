import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../../../../tests/support/postgres.js'
import { WriteStore, context } from './store.js'

const title = 'A title'

describe.each(await databases())('components on $name', ({ connection }) => {
  let store: WriteStore
  let article: number
  let image: number
  let tags: number[]

  beforeAll(async () => {
    store = await WriteStore.open(connection)
    image = await store.createFile('image/png')
    tags = await store.createMany('tag', 3)
  })

  afterAll(() => store.close())

  beforeEach(async () => {
    article = await store.create('article', {
      title,
      seo: { metaTitle: 'm', metaImage: image, canonical: { label: 'c' } },
      links: [{ label: 'a' }, { label: 'b', target: 'blank' }],
      zone: [
        { __component: 'blocks.quote', text: 'q', tags: [tags[1], tags[0]] },
        { __component: 'blocks.gallery', images: [image], links: [{ label: 'g' }] },
        { __component: 'blocks.quote', text: 'r' },
      ],
    })
  })

  const seo = async () => (await store.components('shared.seo', 'article', article, 'seo'))[0]
  const links = () => store.components('shared.link', 'article', article, 'links')
  const quotes = () => store.components('blocks.quote', 'article', article, 'zone')
  const galleries = () => store.components('blocks.gallery', 'article', article, 'zone')
  const canonicalOf = async (owner: number) => {
    const [row] = await store.components('shared.seo', 'article', owner, 'seo')
    return (await store.components('shared.link', 'shared.seo', id(row), 'canonical'))[0]
  }
  const id = (row: { readonly id?: unknown } | undefined) => Number(row?.id)
  const labels = async () => (await links()).map(({ label }) => label)

  it('are stored with their content, in their order', async () => {
    const row = await seo()
    expect(row).toMatchObject({ metaTitle: 'm' })
    expect(Number(row?.['metaImage_id'])).toBe(image)
    expect(await store.components('shared.link', 'shared.seo', id(row), 'canonical')).toMatchObject([{ label: 'c' }])
    expect(await links()).toMatchObject([
      { label: 'a', target: 'self', position: 1 },
      { label: 'b', target: 'blank', position: 2 },
    ])
    expect(await quotes()).toMatchObject([
      { text: 'q', position: 1 },
      { text: 'r', position: 3 },
    ])
    const [gallery] = await galleries()
    expect(gallery).toMatchObject({ position: 2 })
    expect(await store.components('shared.link', 'blocks.gallery', id(gallery), 'links')).toMatchObject([
      { label: 'g' },
    ])
  })

  it('are kept by an update without them', async () => {
    const before = id(await seo())
    await store.update('article', article, { rating: 1 })
    expect(id(await seo())).toBe(before)
  })

  it('are replaced by a component without an id, with their content', async () => {
    const before = id(await seo())
    await store.update('article', article, { seo: { metaTitle: 'n' } })
    const row = await seo()
    expect(id(row)).not.toBe(before)
    expect(row).toMatchObject({ metaTitle: 'n', metaImage_id: null })
    expect(await store.components('shared.link', 'shared.seo', before, 'canonical')).toEqual([])
  })

  it('are updated by a component with their id', async () => {
    const before = id(await seo())
    await store.update('article', article, { seo: { id: before, metaTitle: 'other' } })
    const row = await seo()
    expect(row).toMatchObject({ metaTitle: 'other' })
    expect(id(row)).toBe(before)
    expect(Number(row?.['metaImage_id'])).toBe(image)
    expect(await store.components('shared.link', 'shared.seo', before, 'canonical')).toHaveLength(1)
  })

  it('are moved, kept, removed and added', async () => {
    const [a, b] = (await links()).map(id)
    await store.update('article', article, { links: [{ id: b, label: 'b2' }, { id: a }] })
    expect(await labels()).toEqual(['b2', 'a'])
    await store.update('article', article, { links: [{ label: 'new' }, { id: a, label: 'a3' }] })
    expect(await labels()).toEqual(['new', 'a3'])
    expect((await links()).map(id)[1]).toBe(a)
    await store.update('article', article, { links: [] })
    expect(await labels()).toEqual([])
  })

  it('keep their ids in dynamic zones', async () => {
    const [first, second] = (await quotes()).map(id)
    await store.update('article', article, {
      zone: [
        { __component: 'blocks.quote', id: second },
        { __component: 'blocks.quote', id: first, text: 'q2', tags: { connect: [tags[2]] } },
      ],
    })
    expect(await quotes()).toMatchObject([
      { text: 'r', position: 1 },
      { text: 'q2', position: 2 },
    ])
    expect(await galleries()).toEqual([])
    const linked = await store.query(
      `SELECT "target_id" FROM "components_blocks_quote_tags_links" WHERE "source_id" = ${first} ORDER BY "source_order"`,
    )
    expect(linked.map((row) => Number(row['target_id']))).toEqual([tags[1], tags[0], tags[2]])
  })

  it('of another entry are rejected in an update, also in dynamic zones', async () => {
    const other = await store.create('article', { title, seo: { metaTitle: 'mine' } })
    const [foreign] = await store.components('shared.seo', 'article', other, 'seo')
    const refused = {
      status: 400,
      name: 'ApplicationError',
      message: 'Some of the provided components in seo are not related to the entity',
    }
    const data = { seo: { id: id(foreign), metaTitle: 'stolen' } }
    await expect(store.update('article', article, data)).rejects.toMatchObject(refused)
    const [gallery] = await galleries()
    const zone = [{ __component: 'blocks.quote', id: id(gallery) + 1000, text: 'x' }]
    await expect(store.update('article', article, { zone })).rejects.toThrow('components in zone are not related')
    expect(await store.components('shared.seo', 'article', other, 'seo')).toMatchObject([{ metaTitle: 'mine' }])
  })

  it('of another entry are rejected in a create, at every depth', async () => {
    const [link] = await links()
    const [quote] = await quotes()
    const [gallery] = await galleries()
    const [held] = await store.components('shared.link', 'blocks.gallery', id(gallery), 'links')
    const copy = {
      title,
      seo: { id: id(await seo()), metaTitle: 'm' },
      links: [{ label: 'new' }, { id: id(link), label: 'a' }],
      zone: [
        { __component: 'blocks.quote', id: id(quote), text: 'q' },
        { __component: 'blocks.gallery', links: [{ id: id(held), label: 'g' }] },
      ],
    }
    const before = await store.count('articles')
    const message = (path: string) =>
      `${path} is the id of a component of another entry. Leave it out to create a new component`
    await expect(store.create('article', copy)).rejects.toMatchObject({
      name: 'ValidationError',
      details: {
        errors: ['seo.id', 'links[1].id', 'zone[0].id', 'zone[1].links[0].id'].map((path) => ({
          path: path.replaceAll(/\[(\d)\]/g, '.$1').split('.'),
          message: message(path),
        })),
      },
    })
    expect(await store.count('articles')).toBe(before)
    const added = { __component: 'blocks.gallery', links: [{ id: id(await canonicalOf(article)), label: 'h' }] }
    const other = await store.create('article', { title })
    await expect(store.update('article', other, { zone: [added] })).rejects.toThrow(message('zone[0].links[0].id'))
  })

  it('with an unknown id, or from another place in the same entry, are created again', async () => {
    const none = 900_000
    const copy = {
      title,
      seo: { id: none, metaTitle: 'm', canonical: { id: none, label: 'c' } },
      links: [
        { id: none, label: 'a' },
        { id: none, label: 'b' },
      ],
      zone: [{ __component: 'blocks.quote', id: none, text: 'q' }],
    }
    const created = await store.create('article', copy)
    const [made] = await store.components('shared.seo', 'article', created, 'seo')
    expect(id(made)).not.toBe(none)
    expect(await store.components('shared.link', 'shared.seo', id(made), 'canonical')).toMatchObject([{ label: 'c' }])
    expect(await store.components('shared.link', 'article', created, 'links')).toMatchObject([
      { label: 'a', target: 'self' },
      { label: 'b' },
    ])
    expect(await store.components('blocks.quote', 'article', created, 'zone')).toMatchObject([{ text: 'q' }])
    const canonical = await canonicalOf(article)
    await store.update('article', article, { seo: { metaTitle: 'n', canonical: { id: id(canonical), label: 'c' } } })
    expect(id(await canonicalOf(article))).not.toBe(id(canonical))
  })

  it('are all created in lenient mode, whatever their ids', async () => {
    const mine = await seo()
    const lenient = { context: { ...context, strict: false } }
    const copy = {
      title,
      seo: { id: id(mine), metaTitle: 'copy', canonical: { id: id(await canonicalOf(article)), label: 'c' } },
      links: (await links()).map((link) => ({ id: id(link), label: 'a' })),
      zone: [{ __component: 'blocks.quote', id: 'none', text: 'q' }],
    }
    const created = await store.create('article', copy, lenient)
    expect(await store.components('shared.seo', 'article', created, 'seo')).toMatchObject([{ metaTitle: 'copy' }])
    expect(await store.components('shared.link', 'article', created, 'links')).toHaveLength(2)
    expect(await seo()).toEqual(mine)
    expect(await links()).toHaveLength(2)
  })

  it('of another attribute of the same entry are rejected', async () => {
    const [own] = await store.components('shared.link', 'shared.seo', id(await seo()), 'canonical')
    await expect(store.update('article', article, { links: [{ id: id(own) }] })).rejects.toThrow('not related')
  })

  it('have unique values among all components of their kind', async () => {
    await store.update('article', article, { seo: { metaTitle: 'm', key: `key ${article}` } })
    const seoOf = { metaTitle: 'm', key: `key ${article}` }
    await expect(store.create('article', { title, seo: seoOf })).rejects.toMatchObject({
      details: { errors: [{ path: ['seo', 'key'], message: 'This attribute must be unique' }] },
    })
    expect(await store.update('article', article, { seo: seoOf })).toBe(true)
  })

  it('reject relations to missing entries', async () => {
    const zone = [{ __component: 'blocks.quote', text: 't', tags: [900_001] }]
    await expect(store.update('article', article, { zone })).rejects.toThrow('1 relation(s) of type api::tag.tag')
    expect(await quotes()).toHaveLength(2)
  })

  it('are deleted with their entry, at every depth', async () => {
    const tables = ['shared_seo', 'shared_link', 'blocks_quote', 'blocks_gallery'].map((name) => `components_${name}`)
    const counts = () => Promise.all(tables.map((table) => store.count(table)))
    const before = await counts()
    const other = await store.create('article', {
      title,
      seo: { metaTitle: 'm', canonical: { label: 'c' } },
      zone: [
        { __component: 'blocks.gallery', links: [{ label: 'g' }] },
        { __component: 'blocks.quote', text: 't' },
      ],
    })
    expect(await counts()).not.toEqual(before)
    await store.delete('article', other)
    expect(await counts()).toEqual(before)
  })
})
