import { afterEach, describe, expect, it } from 'vitest'
import {
  ApiError,
  createClient,
  createLocalization,
  publish,
  QueryError,
  relationChanges,
  type ToManyInput,
  unpublish,
  withIds,
} from '../../src/index.js'
import type { ContentTypes } from './content-types.gen.js'
import { services, tokens } from './services.js'

describe.each(await services())('writing to $name', ({ start }) => {
  const url = start()
  const client = (token = tokens.full) => createClient<ContentTypes>({ baseURL: url(), token })
  const articles = () => client().collection('articles')
  /** The entries that a test has created. They are deleted, so that the next test and service find only the seed. */
  const made: number[] = []
  const create = async (data: Parameters<ReturnType<typeof articles>['create']>[0]) => {
    const entry = await articles().create(data, { populate: ['tags', 'seo', 'zone'] })
    made.push(entry.id)
    return entry
  }
  afterEach(async () => {
    for (const id of made.splice(0)) {
      await articles()
        .delete(id)
        .catch((error: unknown) => {
          if (!ApiError.is(error, 'NotFoundError')) throw error
        })
    }
  })

  it('creates, updates, clears and deletes', async () => {
    const created = await create({
      title: 'Written here',
      views: '42',
      extra: { data: { attributes: 1 } },
      author: 1,
      tags: [1, 2],
      cover: 1,
      seo: { metaTitle: 'Seen', canonical: { label: 'here' } },
      zone: [{ __component: 'blocks.quote', text: 'Said', author: 2 }],
    })
    expect(created).toMatchObject({ title: 'Written here', kind: 'news', views: '42', rating: 5 })
    expect(created.extra).toEqual({ data: { attributes: 1 } })
    expect(created.seo?.metaTitle).toBe('Seen')
    expect(created.zone).toMatchObject([{ __component: 'blocks.quote', text: 'Said' }])

    const updated = await articles().update(
      created.id,
      { rating: 9, summary: null, author: null, cover: null },
      { fields: ['title', 'rating'], populate: { author: true, cover: true, tags: { fields: ['name'] } } },
    )
    expect(updated).toMatchObject({ title: 'Written here', rating: 9, author: null, cover: null })
    expect(updated.tags.map(({ id }) => id)).toEqual([1, 2])

    expect((await articles().delete(created.id)).id).toBe(created.id)
    await expect(articles().findOne(created.id)).rejects.toThrow(ApiError)
  })

  it('sets, connects at a position, and disconnects', async () => {
    const { id } = await create({ title: 'With tags', tags: [1, 2] })
    const tagsAfter = async (tags: ToManyInput) => {
      const entry = await articles().update(id, { tags }, { populate: { tags: { fields: ['id'] } } })
      return entry.tags.map((tag) => tag.id)
    }
    expect(await tagsAfter({ connect: [3, { id: 4, position: { before: 2 } }] })).toEqual([1, 4, 2, 3])
    expect(await tagsAfter({ connect: [{ id: 5, position: { start: true } }], disconnect: [1, { id: 2 }] })).toEqual([
      5, 4, 3,
    ])
    expect(await tagsAfter({ connect: [{ id: 6, position: { after: 5 } }] })).toEqual([5, 6, 4, 3])
    expect(await tagsAfter(relationChanges([5, 6, 4, 3], [3, 5, 1, 4]))).toEqual([3, 5, 1, 4])
    expect(await tagsAfter(relationChanges([3, 5, 1, 4], [3, 5, 1, 4]))).toEqual([3, 5, 1, 4])
    expect(await tagsAfter({ set: [2, 1] })).toEqual([2, 1])
    expect(await tagsAfter([])).toEqual([])
    await expect(articles().update(id, { tags: { connect: [1, { id: 1 }] } })).rejects.toThrow(QueryError)
  })

  it('connects to-one relations, also in components', async () => {
    const { id } = await create({ title: 'With an author', author: { connect: [1] } })
    const query = { fields: ['title'], populate: ['author', 'zone.author', 'category'] } as const
    const changed = await articles().update(
      id,
      {
        author: { set: [2] },
        category: { connect: [{ id: 2 }] },
        zone: [{ __component: 'blocks.quote', text: 'Said', author: { connect: [1] } }],
      },
      query,
    )
    expect(changed).toMatchObject({ author: { name: 'Ben Baker' }, category: { name: 'Food' } })
    expect(changed.zone).toMatchObject([{ text: 'Said', author: { name: 'Ada Archer' } }])
    expect(await articles().update(id, { author: { disconnect: [2] } }, query)).toMatchObject({
      author: null,
      category: { name: 'Food' },
    })
  })

  it('changes a component by its id, and returns either shape', async () => {
    const { id, seo } = await create({ title: 'In place', seo: { metaTitle: 'one', metaDescription: 'stays' } })
    const raw = createClient<ContentTypes>({ baseURL: url(), token: tokens.full, shape: 'envelope' })
    const { attributes } = await raw
      .collection('articles')
      .update(id, { seo: { id: seo!.id, metaTitle: 'two' } }, { fields: ['title'], populate: ['seo', 'author'] })
    expect(attributes).toMatchObject({
      title: 'In place',
      seo: { id: seo?.id, metaTitle: 'two', metaDescription: 'stays' },
      author: { data: null },
    })
  })

  it('publishes and unpublishes', async () => {
    const draft = await create({ title: 'A draft', publishedAt: null })
    expect(draft.publishedAt).toBeNull()
    expect(await articles().first({ filters: { id: draft.id } })).toBeNull()
    expect((await publish(client(), 'articles', draft.id, { fields: ['publishedAt'] })).publishedAt).toMatch(/^\d{4}-/)
    expect((await articles().first({ filters: { id: draft.id } }))?.title).toBe('A draft')
    const taken = await unpublish(client(), 'articles', draft.id, {
      fields: ['title', 'publishedAt'],
      populate: ['tags'],
    })
    expect(taken).toEqual({ id: draft.id, title: 'A draft', publishedAt: null, tags: [] })
    expect(await articles().first({ filters: { id: draft.id } })).toBeNull()
  })

  it('adds a localisation', async () => {
    const { id } = await create({ title: 'In English' })
    const french = await createLocalization(client(), 'articles', id, { locale: 'fr', title: 'En français' })
    made.push(french.id)
    expect(french).toMatchObject({ locale: 'fr', title: 'En français' })
    // It is a draft until it is published.
    const { localizations } = await articles().findOne(id, {
      populate: { localizations: { fields: ['title'] } },
      publicationState: 'preview',
    })
    expect(localizations).toEqual([{ id: french.id, title: 'En français' }])
    await publish(client(), 'articles', french.id)
    const { data } = await articles().find({ filters: { id: french.id }, locale: 'fr' })
    expect(data.map(({ title }) => title)).toEqual(['En français'])
    await expect(createLocalization(client(), 'articles', id, { locale: 'fr', title: 'Encore' })).rejects.toThrow(
      ApiError,
    )
  })

  it('sends back an entry as it was read, with ids of the populated entries and files', async () => {
    const { id } = await create({
      title: 'Sent back',
      author: 1,
      tags: [2, 1],
      cover: 1,
      attachments: [1],
      seo: { metaTitle: 'Seen', metaImage: 1, canonical: { label: 'here' } },
      zone: [
        { __component: 'blocks.quote', text: 'Said', author: 2 },
        { __component: 'blocks.gallery', images: [1] },
      ],
    })
    const populate = {
      author: true,
      tags: true,
      cover: true,
      attachments: true,
      seo: { populate: '*' },
      zone: { populate: '*' },
    } as const
    const links = ['author', 'tags', 'cover', 'attachments', 'seo.metaImage', 'zone.author', 'zone.images'] as const
    const read = await articles().findOne(id, { populate })
    const sent = withIds(read, links)
    expect(sent).toMatchObject({ id, author: 1, tags: [2, 1], cover: 1, attachments: [1], seo: { metaImage: 1 } })
    const { updatedAt: _before, ...unchanged } = read
    const { updatedAt: _after, ...updated } = await articles().update(id, sent, { populate })
    expect(updated).toEqual(unchanged)

    const enveloped = createClient({ baseURL: url(), token: tokens.full, shape: 'envelope' }).collection('articles')
    const { attributes } = await enveloped.findOne(id, { populate })
    expect(withIds(attributes, links)).toMatchObject({
      author: 1,
      tags: [2, 1],
      zone: [{ author: 2 }, { images: [1] }],
    })
    expect((await enveloped.update(id, withIds(attributes, links))).id).toBe(id)
  })

  it('changes a single type', async () => {
    const setting = client().single('setting')
    expect((await setting.update({ maintenance: true })).maintenance).toBe(true)
    expect(await setting.update({ maintenance: false }, { fields: ['siteName', 'maintenance'] })).toMatchObject({
      siteName: 'Oracle',
      maintenance: false,
    })
  })

  it('deletes a single type and creates it again', async () => {
    const setting = client().single('setting')
    const { siteName, maintenance } = await setting.find()
    expect(await setting.delete({ fields: ['siteName'] })).toMatchObject({ siteName: 'Oracle' })
    await expect(setting.find()).rejects.toMatchObject({ status: 404 })
    expect(await setting.update({ siteName, maintenance })).toMatchObject({ siteName: 'Oracle', maintenance: false })
    expect((await setting.find()).siteName).toBe('Oracle')
  })

  it('reports each problem with its path', async () => {
    const rejected = await articles()
      .create({ title: 'x', seo: { metaTitle: 'y'.repeat(61) } })
      .then(
        () => [],
        (error: unknown) => (ApiError.is(error, 'ValidationError') ? error.issues : [error]),
      )
    expect(rejected).toMatchObject([{ path: ['title'] }, { path: ['seo', 'metaTitle'] }])
  })

  it('is rejected without the permission, and writes nothing', async () => {
    const before = await articles().count({ publicationState: 'preview' })
    await expect(client(tokens.readOnly).collection('articles').create({ title: 'Not mine' })).rejects.toMatchObject({
      status: 403,
      kind: 'ForbiddenError',
    })
    expect(await articles().count({ publicationState: 'preview' })).toBe(before)
  })
})
