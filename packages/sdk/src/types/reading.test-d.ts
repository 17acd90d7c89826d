import { describe, expectTypeOf, it } from 'vitest'
import type { ContentTypes } from '../../test/fixtures/content-types.gen.js'
import { type Client, createClient } from '../client.js'
import type { MediaFormat } from './media-file.js'
import type { Shape } from './result.js'
import type { Sort } from './sort.js'

const api = createClient<ContentTypes>({ baseURL: 'http://cms.test' })
const articles = api.collection('articles')
declare const flag: boolean

interface Author {
  id: number
  name: string
  city: string | null
  createdAt: string
  updatedAt: string
}

describe('names', () => {
  it('of content types', () => {
    api.collection('articles')
    // @ts-expect-error -- a typo
    api.collection('artikles')
    api.single('homepage')
    // @ts-expect-error -- a collection
    api.single('articles')
  })
})

describe('fields', () => {
  it('select attributes', async () => {
    const { data } = await articles.find({ fields: ['title', 'rating'] })
    expectTypeOf(data).toEqualTypeOf<{ id: number; title: string; rating: number | null }[]>()
    // @ts-expect-error -- not selected
    void data[0]?.slug
  })

  it('are all attributes by default, without links', async () => {
    const tag = await api.collection('tags').findOne(1)
    expectTypeOf(tag).toEqualTypeOf<{
      id: number
      name: string
      weight: number | null
      createdAt: string
      updatedAt: string
    }>()
    expectTypeOf(await api.collection('tags').findOne(1, { fields: '*' })).toEqualTypeOf(tag)
  })

  it('reject links and unknown names', () => {
    void articles.find({ fields: ['id', 'slug'] })
    // @ts-expect-error -- a relation is populated, not selected
    void articles.find({ fields: ['author'] })
    // @ts-expect-error -- a typo
    void articles.find({ fields: ['slugg'] })
    // @ts-expect-error -- a hidden attribute is never returned
    void articles.find({ fields: ['secret'] })
  })
})

describe('populate', () => {
  it('accepts names', async () => {
    const { data } = await articles.find({
      fields: ['title'],
      populate: ['author', 'tags', 'cover', 'attachments', 'seo'],
    })
    const article = data[0]!
    expectTypeOf(article.author).toEqualTypeOf<Author | null>()
    expectTypeOf(article.tags[0]!.weight).toEqualTypeOf<number | null>()
    expectTypeOf(article.cover!.formats!.small).toEqualTypeOf<MediaFormat | undefined>()
    expectTypeOf(article.attachments).extract<null>().toEqualTypeOf<null>()
    expectTypeOf(article.seo).toEqualTypeOf<{ id: number; metaTitle: string; noIndex: boolean | null } | null>()
    // @ts-expect-error -- not populated
    void article.zone
    void articles.find({ populate: ['seo'] })
    // @ts-expect-error -- a typo
    void articles.find({ populate: ['soe'] })
  })

  it('accepts dotted names', async () => {
    const { data } = await articles.find({ populate: ['author.team', 'seo.metaImage', 'seo.canonical', 'zone.author'] })
    expectTypeOf(data[0]!.author!.team!.founded).toEqualTypeOf<number | null>()
    expectTypeOf(data[0]!.seo!.canonical!.label).toBeString()
    void articles.find({ populate: ['author.team.members'] })
    // @ts-expect-error -- a typo at the second level
    void articles.find({ populate: ['author.taem'] })
    // @ts-expect-error -- a typo at the third level
    void articles.find({ populate: ['author.team.membres'] })
    // @ts-expect-error -- an attribute is not a link
    void articles.find({ populate: ['author.name'] })
  })

  it('accepts * for all links, which populates one level', async () => {
    const { data } = await articles.find({ populate: '*' })
    expectTypeOf(data[0]!.author).toEqualTypeOf<Author | null>()
    expectTypeOf(data[0]!.links).toEqualTypeOf<{ id: number; label: string; url: string | null }[]>()
    // @ts-expect-error -- one level
    void data[0]!.author!.team
    void articles.find({ populate: '*' })
    // @ts-expect-error -- not a wildcard
    void articles.find({ populate: '**' })
  })

  it('accepts objects, at every depth', async () => {
    const { data } = await articles.find({
      populate: {
        tags: false,
        author: { fields: ['name'], populate: { team: { fields: ['name'], populate: { logo: { fields: ['url'] } } } } },
        localizations: { fields: ['locale'], filters: { locale: { $ne: 'en' } }, sort: 'locale' },
      },
    })
    expectTypeOf(data[0]!.author).toEqualTypeOf<{
      id: number
      name: string
      team: { id: number; name: string; logo: { id: number; url: string } | null } | null
    } | null>()
    expectTypeOf(data[0]!.localizations).toEqualTypeOf<{ id: number; locale: string }[]>()
    // @ts-expect-error -- switched off
    void data[0]!.tags
  })

  it('may depend on a flag', async () => {
    const { data } = await articles.find({ fields: ['title'], populate: { author: flag } })
    expectTypeOf(data[0]!.author).toEqualTypeOf<Author | null | undefined>()
    const { data: always } = await articles.find({
      fields: ['title'],
      populate: { author: {}, tags: { fields: ['name'] } },
    })
    expectTypeOf(always[0]!.author).toEqualTypeOf<Author | null>()
    expectTypeOf(always[0]!.tags).toEqualTypeOf<{ id: number; name: string }[]>()
  })

  it('rejects unknown names at every depth', () => {
    void articles.find({ populate: { author: true } })
    // @ts-expect-error -- first level
    void articles.find({ populate: { athor: true } })
    void articles.find({ populate: { author: { fields: ['name'], sort: 'name:desc' } } })
    // @ts-expect-error -- an option
    void articles.find({ populate: { author: { feilds: ['name'] } } })
    // @ts-expect-error -- an option beside a right one
    void articles.find({ populate: { author: { fields: ['name'], srot: 'name' } } })
    // @ts-expect-error -- a field
    void articles.find({ populate: { author: { fields: ['nmae'] } } })
    // @ts-expect-error -- a sort key
    void articles.find({ populate: { author: { sort: 'nmae:desc' } } })
    // @ts-expect-error -- a sort direction
    void articles.find({ populate: { author: { sort: 'name:down' } } })
    void articles.find({ populate: { author: { populate: { team: { populate: { members: true } } } } } })
    // @ts-expect-error -- second level
    void articles.find({ populate: { author: { populate: { taem: true } } } })
    // @ts-expect-error -- third level
    void articles.find({ populate: { author: { populate: { team: { populate: { membres: true } } } } } })
    // @ts-expect-error -- an option of the third level
    void articles.find({ populate: { author: { populate: { team: { feilds: ['name'] } } } } })
    // @ts-expect-error -- the whole parameter
    void articles.find({ popualte: { author: true } })
    void articles.find({ populate: { cover: { fields: ['url'] } } })
    // @ts-expect-error -- media have no filters
    void articles.find({ populate: { cover: { filters: { url: 'x' } } } })
  })

  it('rejects unknown names in filters of populated links', () => {
    void articles.find({
      populate: { author: { filters: { name: 'x', team: { founded: { $gt: 1 } }, $or: [{ city: null }] } } },
    })
    // @ts-expect-error -- an attribute beside a right one
    void articles.find({ populate: { author: { filters: { name: 'x', ctiy: 'y' } } } })
    // @ts-expect-error -- an operator beside a right one
    void articles.find({ populate: { author: { filters: { name: { $eq: 'x', $contain: 'y' } } } } })
    // @ts-expect-error -- through a relation
    void articles.find({ populate: { author: { filters: { team: { founded: 1, fuonded: 2 } } } } })
    // @ts-expect-error -- in a group
    void articles.find({ populate: { author: { filters: { $or: [{ name: 'x' }, { name: 'y', ctiy: 'z' }] } } } })
    // @ts-expect-error -- a value of another type
    void articles.find({ populate: { author: { filters: { team: { founded: 'x' } } } } })
  })
})

describe('dynamic zones', () => {
  it('are distinguished by __component', async () => {
    const { data } = await articles.find({ populate: { zone: { populate: '*' } } })
    for (const item of data[0]!.zone) {
      if (item.__component === 'blocks.quote') expectTypeOf(item.author).toEqualTypeOf<Author | null>()
      else expectTypeOf(item.links).toEqualTypeOf<{ id: number; label: string; url: string | null }[]>()
    }
  })

  it('contain only the components that `on` names', async () => {
    const { data } = await articles.find({
      populate: { zone: { on: { 'blocks.quote': { fields: ['text'], populate: ['author'] } } } },
    })
    expectTypeOf(data[0]!.zone).toEqualTypeOf<
      { id: number; __component: 'blocks.quote'; text: string; author: Author | null }[]
    >()
    void articles.find({ populate: { zone: { on: { 'blocks.gallery': true } } } })
    // @ts-expect-error -- a typo
    void articles.find({ populate: { zone: { on: { 'blocks.galery': true } } } })
    // @ts-expect-error -- not a component of this zone
    void articles.find({ populate: { zone: { on: { 'shared.seo': true } } } })
    // @ts-expect-error -- an option of a component
    void articles.find({ populate: { zone: { on: { 'blocks.quote': { feilds: ['text'] } } } } })
    // @ts-expect-error -- a field of another component
    void articles.find({ populate: { zone: { on: { 'blocks.quote': { fields: ['title'] } } } } })
    // @ts-expect-error -- zones have no fields of their own
    void articles.find({ populate: { zone: { fields: ['text'] } } })
  })
})

describe('a strategy that the components of a zone share', () => {
  it('names links of any component', async () => {
    const fields = ['id'] as const
    const named = await articles.first({ fields, populate: { zone: { populate: ['author.team', 'images'] } } })
    for (const item of named!.zone) {
      if (item.__component === 'blocks.quote') expectTypeOf(item.author!.team!.name).toBeString()
      else expectTypeOf(item.images).extract<null>().toEqualTypeOf<null>()
      // @ts-expect-error -- not populated
      if (item.__component === 'blocks.gallery') void item.links
    }
    const shared = { zone: { populate: { author: { fields: ['name'] }, links: true } } } as const
    const deep = await articles.first({ fields, populate: shared })
    for (const item of deep!.zone) {
      if (item.__component === 'blocks.quote')
        expectTypeOf(item.author).toEqualTypeOf<{ id: number; name: string } | null>()
      else expectTypeOf(item.links[0]!.label).toBeString()
    }
  })

  it('rejects unknown names', () => {
    void articles.find({ populate: { zone: { populate: ['author'] } } })
    // @ts-expect-error -- in a list
    void articles.find({ populate: { zone: { populate: ['autor'] } } })
    // @ts-expect-error -- in a path
    void articles.find({ populate: { zone: { populate: ['author.taem'] } } })
    // @ts-expect-error -- in an object
    void articles.find({ populate: { zone: { populate: { autor: true } } } })
    // @ts-expect-error -- below an object
    void articles.find({ populate: { zone: { populate: { author: { feilds: ['name'] } } } } })
    // @ts-expect-error -- a shared strategy beside one for each component
    void articles.find({ populate: { zone: { populate: ['author'], on: { 'blocks.quote': true } } } })
  })
})

describe('a client with an error in its options', () => {
  it('has no other errors, whatever its shape', () => {
    // @ts-expect-error -- a typo
    const flat = createClient<ContentTypes>({ baseURL: '', tokn: 'x' })
    expectTypeOf(flat).toBeAny()
    // @ts-expect-error -- perhaps undefined
    const envelope = createClient<ContentTypes>({ baseURL: undefined, shape: 'envelope' })
    expectTypeOf(envelope).toBeAny()
    expectTypeOf(createClient<ContentTypes>({ baseURL: '' })).toEqualTypeOf(api)
    const shape = 'flat' as Shape
    expectTypeOf(createClient<ContentTypes>({ baseURL: '', shape })).toEqualTypeOf<Client<ContentTypes, Shape>>()
  })
})

describe('filters', () => {
  it('accept the values of their attributes', () => {
    void articles.find({
      filters: {
        id: { $in: [1, 2] },
        title: { $containsi: 'x', $not: { $endsWith: 'y' } },
        kind: { $in: ['news', 'review'] },
        rating: { $between: [1, 5] },
        featured: true,
        slug: null,
        eventAt: { $gt: new Date() },
        author: { team: { members: { name: 'x' } } },
        seo: { metaTitle: { $notNull: true } },
        tags: 3,
        $or: [{ title: 'a' }, { author: { city: null } }],
        $not: { kind: 'opinion' },
      },
    })
    void articles.find({ filters: { views: 9007199254740993n } })
    void articles.find({ filters: { views: { $gt: 1n, $in: [1n, '2'], $not: { $between: [1n, 2n] } } } })
    const condition = { views: { $lte: 9007199254740993n }, author: { city: null } }
    void articles.find({ filters: condition })
    // @ts-expect-error -- a bigint for a number
    void articles.find({ filters: { rating: 1n } })
    // @ts-expect-error -- not a value of the enumeration
    void articles.find({ filters: { kind: { $in: ['newz'] } } })
    // @ts-expect-error -- text for a number
    void articles.find({ filters: { rating: 'high' } })
    // @ts-expect-error -- one value for two
    void articles.find({ filters: { rating: { $between: [1] } } })
  })

  it('reject unknown names', () => {
    void articles.find({ filters: { title: 'x', author: { name: 'x' } } })
    // @ts-expect-error -- an attribute
    void articles.find({ filters: { titel: 'x' } })
    // @ts-expect-error -- an operator
    void articles.find({ filters: { title: { $contain: 'x' } } })
    // @ts-expect-error -- an operator beside a right one
    void articles.find({ filters: { title: { $eq: 'x', $contain: 'x' } } })
    // @ts-expect-error -- through a relation
    void articles.find({ filters: { author: { nmae: 'x' } } })
    // @ts-expect-error -- through two relations, beside a right one
    void articles.find({ filters: { author: { team: { name: 'x', nmae: 'x' } } } })
    // @ts-expect-error -- in a group
    void articles.find({ filters: { $and: [{ titel: 'x' }] } })
  })

  it('reject media, zones and hidden attributes, and are rejected for single entries', () => {
    // @ts-expect-error -- media
    void articles.find({ filters: { cover: { name: 'x' } } })
    // @ts-expect-error -- zone
    void articles.find({ filters: { zone: { text: 'x' } } })
    // @ts-expect-error -- never returned
    void articles.find({ filters: { secret: 'x' } })
    // @ts-expect-error -- a single entry can't be filtered
    void articles.findOne(1, { filters: { title: 'x' } })
  })
})

describe('sort, pagination, locale, state', () => {
  it('sort accepts attributes, also behind a relation', () => {
    void articles.find({ sort: 'title' })
    void articles.find({ sort: ['title:desc', 'id', 'author.name', 'seo.metaTitle:asc'] })
    // @ts-expect-error -- a typo
    void articles.find({ sort: 'titel' })
    // @ts-expect-error -- a direction
    void articles.find({ sort: ['title:descending'] })
    // @ts-expect-error -- behind a relation
    void articles.find({ sort: 'author.nmae' })
    // @ts-expect-error -- media have no order
    void articles.find({ sort: 'cover.name' })
  })

  it('sort checks each relation of a path', () => {
    void articles.find({ sort: 'author.team.name' })
    void articles.first({ sort: ['title', 'author.team.name:desc', 'author.team.members.name'] })
    void articles.all({ populate: { localizations: { sort: ['author.team.name:asc', 'id'] } } })
    // @ts-expect-error -- the first relation
    void articles.find({ sort: 'autor.team.name' })
    // @ts-expect-error -- the second relation
    void articles.first({ sort: ['title', 'author.taem.name:desc'] })
    // @ts-expect-error -- the field
    void articles.find({ sort: 'author.team.nmae' })
    // @ts-expect-error -- the direction
    void articles.find({ sort: 'author.team.name:down' })
    // @ts-expect-error -- a relation has no order itself
    void articles.find({ sort: 'author.team.members.author' })
    // @ts-expect-error -- media have no order
    void articles.iterate({ sort: 'author.team.members.cover.name' })
    // @ts-expect-error -- inside populate
    void articles.all({ populate: { localizations: { sort: ['author.team.nmae', 'id'] } } })
  })

  it('sort accepts a variable', async () => {
    const sort: Sort<ContentTypes['collections']['articles']> = Math.random() > 0.5 ? 'title' : ['author.team.name']
    const { data } = await articles.find({ sort, fields: ['title'] })
    expectTypeOf(data).toEqualTypeOf<{ id: number; title: string }[]>()
    const key = Math.random() > 0.5 ? 'title' : 'author.name:desc'
    void articles.find({ sort: [key, 'id'] })
    const wrong = Math.random() > 0.5 ? 'title' : 'author.nmae:desc'
    // @ts-expect-error -- one of the two
    void articles.find({ sort: [wrong, 'id'] })
  })

  it('pagination is by page or by offset', async () => {
    const byPage = await articles.find({ pagination: { page: 1, pageSize: 10 } })
    expectTypeOf(byPage.meta.pagination.pageCount).toBeNumber()
    const byOffset = await articles.find({ pagination: { start: 10, limit: 5 } })
    expectTypeOf(byOffset.meta.pagination.start).toBeNumber()
    // @ts-expect-error -- pages are not counted by offset
    void byOffset.meta.pagination.pageCount
    const uncounted = await articles.find({ pagination: { page: 1, withCount: false } })
    expectTypeOf(uncounted.meta.pagination.pageSize).toBeNumber()
    // @ts-expect-error -- not counted
    void uncounted.meta.pagination.total
    // @ts-expect-error -- both kinds of pagination
    void articles.find({ pagination: { page: 1, limit: 5 } })
    // @ts-expect-error -- a typo
    void articles.find({ pagination: { page: 1, pagesize: 5 } })
  })

  it('locale requires a localized type, and publicationState a type with drafts', async () => {
    void articles.find({ locale: 'fr', publicationState: 'preview' })
    // @ts-expect-error -- tags aren't localised
    void api.collection('tags').find({ locale: 'fr' })
    // @ts-expect-error -- tags have no drafts
    void api.collection('tags').find({ publicationState: 'preview' })
    // @ts-expect-error -- a typo
    void articles.find({ publicationState: 'drafts' })
    const { data } = await articles.find({ fields: ['title', 'createdAt'], publicationState: 'preview' })
    expectTypeOf(data[0]!).toEqualTypeOf<{ id: number; title: string | null; createdAt: string }>()
  })

  it('drafts and their components may lack required attributes', async () => {
    const populate = { seo: { populate: ['canonical'] }, zone: true, author: true } as const
    const draft = await articles.first({ populate, publicationState: 'preview' })
    expectTypeOf(draft!.seo!.metaTitle).toEqualTypeOf<string | null>()
    expectTypeOf(draft!.seo!.canonical!.label).toEqualTypeOf<string | null>()
    for (const item of draft!.zone)
      if (item.__component === 'blocks.quote') expectTypeOf(item.text).toEqualTypeOf<string | null>()
    expectTypeOf(draft!.author!.name).toBeString()
    const live = await articles.first({ populate })
    expectTypeOf(live!.seo!.metaTitle).toBeString()
    expectTypeOf(live!.seo!.canonical!.label).toBeString()
    const articleOfAuthor = { articles: { populate: { seo: { fields: ['metaTitle'] } } } } as const
    const author = await api.collection('authors').findOne(1, { populate: articleOfAuthor })
    expectTypeOf(author.articles[0]!.seo!.metaTitle).toBeString()
  })
})

describe('shapes', () => {
  it('envelope keeps the format of the server', async () => {
    const envelope = createClient<ContentTypes>({ baseURL: 'http://cms.test', shape: 'envelope' })
    const { data } = await envelope.collection('articles').find({
      fields: ['title'],
      populate: { author: { fields: ['name'] }, tags: { fields: ['name'] }, seo: { fields: ['metaTitle'] } },
    })
    expectTypeOf(data[0]!).toEqualTypeOf<{
      id: number
      attributes: {
        title: string
        author: { data: { id: number; attributes: { name: string } } | null }
        tags: { data: { id: number; attributes: { name: string } }[] }
        seo: { id: number; metaTitle: string } | null
      }
      meta?: { availableLocales?: string[] }
    }>()
    const tag = await envelope.collection('tags').findOne(1, { fields: ['name'] })
    expectTypeOf(tag).toEqualTypeOf<{ id: number; attributes: { name: string } }>()
    const { attributes } = await envelope.single('homepage').find({ populate: { featured: { fields: ['title'] } } })
    expectTypeOf(attributes.featured).toEqualTypeOf<{ data: { id: number; attributes: { title: string } }[] }>()
  })

  it('are untyped without generated types', async () => {
    const untyped = createClient({ baseURL: 'http://cms.test' })
    const { data } = await untyped
      .collection('anything')
      .find({ fields: ['a'], filters: { b: { $gt: 1 } }, populate: { c: true } })
    expectTypeOf(data[0]!.id).toBeNumber()
    expectTypeOf(data[0]!.a).toBeAny()
    // @ts-expect-error -- the parameters of a query are still checked
    void untyped.collection('anything').find({ filter: {} })
  })
})

describe('the other ways to read', () => {
  it('return the selected fields', async () => {
    expectTypeOf(await articles.first({ fields: ['slug'] })).toEqualTypeOf<{ id: number; slug: string | null } | null>()
    expectTypeOf(await articles.count({ filters: { title: 'x' } })).toBeNumber()
    expectTypeOf(await articles.all({ fields: ['slug'] })).toEqualTypeOf<{ id: number; slug: string | null }[]>()
    for await (const one of articles.iterate({ populate: ['tags'] })) expectTypeOf(one.tags[0]!.name).toBeString()
    for await (const page of articles.pages({ fields: ['slug'] }))
      expectTypeOf(page).toEqualTypeOf<{ id: number; slug: string | null }[]>()
    const homepage = await api.single('homepage').find({ populate: { seo: true, featured: { fields: ['title'] } } })
    expectTypeOf(homepage.featured).toEqualTypeOf<{ id: number; title: string }[]>()
    // @ts-expect-error -- a typo
    void articles.first({ fields: ['slgu'] })
    // @ts-expect-error -- a typo
    void articles.all({ populate: { tgas: true } })
    // @ts-expect-error -- `all` requests the pages itself
    void articles.all({ pagination: { page: 1 } })
    // @ts-expect-error -- a typo
    void api.single('homepage').find({ populate: { soe: true } })
  })
})
