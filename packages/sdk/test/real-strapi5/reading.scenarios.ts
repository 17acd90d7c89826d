import { beforeAll, describe } from 'vitest'
import { editor, expect, inFirstLocale, scenario, visitor } from './strapi.js'

const api = editor()
const articles = api.collection('articles')
const tags = api.collection('tags')
const ours = { title: { $startsWith: 'Reading' } }
const ids = { first: '', second: '', bilingual: '', tag: '', author: '' }

beforeAll(async () => {
  const tag = await tags.create({ name: 'read me', weight: 3 })
  const other = await tags.create({ name: 'read me too', weight: 4 })
  const author = await api.collection('authors').create({ name: 'Reading Ada', country: 'FR' })
  const first = await articles.create({
    title: 'Reading one',
    rating: 3,
    kind: 'news',
    tags: [tag.documentId, other.documentId],
    author: author.documentId,
    seo: { metaTitle: 'About reading' },
    links: [{ label: 'a' }, { label: 'b' }],
    zone: [
      { __component: 'blocks.quote', text: 'To be', author: author.documentId },
      { __component: 'blocks.gallery', title: 'Pictures' },
    ],
  })
  const second = await articles.create({ title: 'Reading two', rating: 7, kind: 'review' })
  const bilingual = await articles.create({ title: 'In two languages', rating: 3 })
  await articles.update(bilingual.documentId, { title: 'En deux langues' }, { locale: 'fr' })
  await articles.update(second.documentId, { title: 'Reading two, changed' }, { status: 'draft' })
  Object.assign(ids, { first: first.documentId, second: second.documentId, bilingual: bilingual.documentId })
  Object.assign(ids, { tag: tag.documentId, author: author.documentId })
})

describe('lists', () => {
  scenario('are filtered, sorted, selected and paged', async () => {
    const { data, meta } = await articles.find({
      fields: ['title', 'rating'],
      filters: { $and: [ours, { $or: [{ rating: { $gt: 5 } }, { author: { name: { $eq: 'Reading Ada' } } }] }] },
      sort: ['rating:desc', 'title'],
      pagination: { page: 1, pageSize: 10 },
    })
    expect(data).toEqual([
      { id: expect.any(Number), documentId: ids.second, title: 'Reading two', rating: 7 },
      { id: expect.any(Number), documentId: ids.first, title: 'Reading one', rating: 3 },
    ])
    expect(meta.pagination).toEqual({ page: 1, pageSize: 10, pageCount: 1, total: 2 })
    const byOffset = await articles.find({ filters: ours, sort: 'rating', pagination: { start: 1, limit: 1 } })
    expect(byOffset.data.map(({ title }) => title)).toEqual(['Reading two'])
  })

  scenario('match nothing for an empty list, without a request', async () => {
    expect((await articles.find({ filters: { kind: { $in: [] } } })).data).toEqual([])
  })

  scenario('are filtered by 100 values', async () => {
    const names = ['read me', ...Array.from({ length: 99 }, (_, index) => `none ${index}`)]
    expect((await tags.find({ filters: { name: { $in: names } } })).data).toHaveLength(1)
  })

  scenario('are counted, walked and read to the first entry', async () => {
    expect(await articles.count({ filters: ours })).toBe(2)
    expect((await articles.first({ filters: ours, sort: 'rating' }))?.documentId).toBe(ids.first)
    expect(await articles.first({ filters: { title: 'no such article' } })).toBeNull()
    const titles = []
    for await (const { title } of articles.iterate({ filters: ours, sort: 'title' }, { pageSize: 1 }))
      titles.push(title)
    expect(titles).toEqual(['Reading one', 'Reading two'])
    const pages = []
    for await (const page of articles.pages({ filters: ours, sort: 'title' }, { pageSize: 1 })) pages.push(page.length)
    expect(pages).toEqual([1, 1])
    expect(await articles.all({ filters: ours, sort: 'title', fields: ['rating'] }, { pageSize: 1 })).toMatchObject([
      { rating: 3 },
      { rating: 7 },
    ])
  })

  scenario('are read by visitors', async () => {
    expect(
      (
        await visitor()
          .collection('tags')
          .find({ filters: { name: 'read me' } })
      ).data,
    ).toHaveLength(1)
  })
})

describe('documents', () => {
  scenario('are read by their documentId', async () => {
    const article = await articles.findOne(ids.first)
    expect(article).toMatchObject({ documentId: ids.first, title: 'Reading one', rating: 3, featured: false })
    expect(article.locale).toBe('en')
    await expect(articles.findOne('nosuchdocument0000000000')).rejects.toMatchObject({
      status: 404,
      kind: 'NotFoundError',
    })
  })

  scenario('have a draft and a published version', async () => {
    expect((await articles.findOne(ids.second)).title).toBe('Reading two')
    const draft = await articles.findOne(ids.second, { status: 'draft', fields: ['title', 'publishedAt'] })
    expect(draft).toMatchObject({ title: 'Reading two, changed', publishedAt: null })
    expect((await articles.find({ filters: ours, status: 'draft', sort: 'title' })).data[1]?.title).toBe(
      'Reading two, changed',
    )
  })

  scenario('are selected by a publicationFilter', async () => {
    const modified = { filters: ours, status: 'draft', publicationFilter: 'modified' } as const
    expect((await articles.find(modified)).data.map(({ documentId }) => documentId)).toEqual([ids.second])
    expect(await articles.count(modified)).toBe(1)
  })

  scenario('are read in one and in all locales', async () => {
    expect((await articles.findOne(ids.bilingual, { locale: 'fr' })).title).toBe('En deux langues')
    const all = await articles.all({ locale: '*', fields: ['title', 'locale'], sort: 'title' })
    const both = all.filter(({ documentId }) => documentId === ids.bilingual)
    expect(both.map(({ title, locale }) => [title, locale])).toEqual([
      ['En deux langues', 'fr'],
      ['In two languages', 'en'],
    ])
    const { localizations } = await articles.findOne(ids.bilingual, {
      populate: { localizations: { fields: ['title'] } },
    })
    expect(localizations.map(({ title }) => title)).toEqual(['En deux langues'])
    const fallback = await inFirstLocale(['fr', 'en'], (locale) => articles.findOne(ids.second, { locale }))
    expect(fallback?.title).toBe('Reading two')
    await expect(articles.findOne(ids.second, { locale: 'fr' })).rejects.toMatchObject({ status: 404 })
  })

  scenario('keep attributes that are not localized in a new localization', async () => {
    const [english, french] = [
      await articles.findOne(ids.bilingual),
      await articles.findOne(ids.bilingual, { locale: 'fr' }),
    ]
    expect([english.rating, french.rating]).toEqual([3, 3])
  })

  scenario('are listed in several locales', async () => {
    const titles = ['In two languages', 'En deux langues']
    expect(await articles.count({ filters: { title: { $in: titles } }, locale: ['en', 'fr'] })).toBe(2)
  })
})

describe('populate', () => {
  scenario('takes names, paths and *', async () => {
    const named = await articles.findOne(ids.first, { populate: ['author', 'tags', 'zone.author'] })
    expect([named.author?.name, named.tags.length, named.zone.length]).toEqual(['Reading Ada', 2, 2])
    const all = await articles.findOne(ids.first, { populate: '*' })
    expect([all.seo?.metaTitle, all.links.length, all.category, all.cover]).toEqual(['About reading', 2, null, null])
  })

  scenario('returns an empty list for an attribute of several files', async () => {
    expect((await articles.findOne(ids.first, { populate: ['attachments'] })).attachments).toEqual([])
  })

  scenario('takes objects to the leaf', async () => {
    const article = await articles.findOne(ids.first, {
      fields: ['title'],
      populate: {
        author: { fields: ['name'], populate: { articles: { fields: ['title'], filters: { rating: 3 } } } },
        tags: { fields: ['name'], sort: 'name:desc', filters: { weight: { $gte: 3 } } },
        seo: { populate: { canonical: true } },
        links: true,
        cover: true,
      },
    })
    expect(article.author?.articles.map(({ title }) => title)).toEqual(['Reading one'])
    expect(article.tags.map(({ name }) => name)).toEqual(['read me too', 'read me'])
    expect([article.seo?.canonical, article.links.length, article.cover]).toEqual([null, 2, null])
  })

  scenario('takes fields of components', async () => {
    const { seo } = await articles.findOne(ids.first, { populate: { seo: { fields: ['metaTitle'] } } })
    expect(seo).toEqual({ id: expect.any(Number), metaTitle: 'About reading' })
  })

  scenario('takes chosen components of a zone', async () => {
    const { zone } = await articles.findOne(ids.first, {
      populate: { zone: { on: { 'blocks.quote': { populate: { author: { fields: ['name'] } } } } } },
    })
    expect(zone.map((item) => (item.__component === 'blocks.quote' ? item.author?.name : item))).toEqual([
      'Reading Ada',
    ])
  })

  scenario('takes all components of a zone', async () => {
    const { zone } = await articles.findOne(ids.first, { populate: { zone: { populate: '*' } } })
    expect(zone.map(({ __component }) => __component)).toEqual(['blocks.quote', 'blocks.gallery'])
  })

  scenario('counts relations', async () => {
    const { tags: counted } = await articles.findOne(ids.first, { populate: { tags: { count: true } } })
    expect(counted).toEqual({ count: 2 })
  })
})

describe('single types', () => {
  scenario('are written and read', async () => {
    const homepage = api.single('homepage')
    expect((await homepage.update({ headline: 'Welcome' })).headline).toBe('Welcome')
    expect(await homepage.find({ fields: ['headline'] })).toMatchObject({ headline: 'Welcome' })
    expect((await homepage.update({ headline: 'Bienvenue' }, { locale: 'fr' })).locale).toBe('fr')
    expect((await homepage.update({ headline: 'Changed' }, { status: 'draft' })).publishedAt).toBeNull()
    expect((await homepage.find()).headline).toBe('Welcome')
    expect((await homepage.publish({ fields: ['headline'] })).headline).toBe('Changed')
    await homepage.update({ headline: 'Discarded' }, { status: 'draft' })
    expect((await homepage.discardDraft({ fields: ['headline'] })).headline).toBe('Changed')
    expect((await homepage.unpublish({ fields: ['headline'] })).headline).toBe('Changed')
    await expect(homepage.find()).rejects.toMatchObject({ status: 404 })
    expect(await homepage.delete({ locale: '*' })).toBeUndefined()
    await expect(homepage.find({ status: 'draft' })).rejects.toMatchObject({ status: 404 })
  })
})

scenario('locales are listed', async () => {
  expect((await api.locales()).map(({ code, isDefault }) => [code, isDefault])).toEqual([
    ['en', true],
    ['fr', false],
  ])
})

scenario('any other request is sent with the token', async () => {
  const response = await api.send({ method: 'GET', path: '/tags', query: { filters: { documentId: ids.tag } } })
  expect(response).toMatchObject({ data: [{ documentId: ids.tag }] })
})
