import { describe, expectTypeOf, it } from 'vitest'
import type { ContentTypes } from '../../test/fixtures/content-types.gen.js'
import type { ContentTypes as FullTypes } from '../../test/fixtures/strapi5/content-types.gen.js'
import { type Client, createClient, type SingleMedia, type ToMany } from '../index.js'
import { strapi5 } from './index.js'

const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org', api: strapi5() })
const articles = api.collection('articles')

describe('documents', () => {
  it('have an id and a documentId, whatever the fields', async () => {
    expectTypeOf(api).toExtend<Client<ContentTypes, 'strapi5'>>()
    const { data, meta } = await articles.find({ fields: ['title', 'kind'] })
    expectTypeOf(data).toEqualTypeOf<
      { id: number; documentId: string; title: string; kind: 'news' | 'opinion' | 'review' | null }[]
    >()
    expectTypeOf(meta.pagination.total).toBeNumber()
    const article = await articles.findOne('a', { fields: ['documentId'] })
    expectTypeOf(article).toEqualTypeOf<{ id: number; documentId: string }>()
    expectTypeOf(await articles.first({ fields: ['title'] })).toEqualTypeOf<{
      id: number
      documentId: string
      title: string
    } | null>()
    // @ts-expect-error -- the number of a row is not a documentId
    await articles.findOne(1)
    // @ts-expect-error -- no such attribute
    await articles.find({ fields: ['titel'] })
    // @ts-expect-error -- tags are populated
    await articles.find({ fields: ['tags'] })
  })

  it('are drafts with a status', async () => {
    const draft = await articles.findOne('a', { status: 'draft', populate: { seo: true, author: true } })
    expectTypeOf(draft.title).toEqualTypeOf<string | null>()
    expectTypeOf(draft.documentId).toBeString()
    expectTypeOf(draft.seo?.metaTitle).toEqualTypeOf<string | null | undefined>()
    const published = await articles.findOne('a', { status: 'published' })
    expectTypeOf(published.title).toBeString()
    const either = await articles.findOne('a', { status: 'draft' as 'draft' | 'published' })
    expectTypeOf(either.title).toEqualTypeOf<string | null>()
    await articles.count({ status: 'draft', publicationFilter: 'modified' })
    // The status also applies to populated entries.
    expectTypeOf((await api.collection('tags').find({ status: 'draft' })).data[0]!.name).toBeString()
    // @ts-expect-error -- an empty status would select drafts
    await articles.find({ status: '' })
    // @ts-expect-error -- of Strapi 4
    await articles.find({ publicationState: 'preview' })
    // @ts-expect-error -- no such filter
    await articles.find({ publicationFilter: 'drafts' })
  })

  it('have the locales that generated code lists', async () => {
    const places = createClient<FullTypes>({ baseURL: '', api: strapi5() }).collection('articles')
    expectTypeOf((await places.find({ locale: ['en', 'fr'] })).data[0]!.locale).toEqualTypeOf<'en' | 'fr'>()
    await places.update('a', { title: 'x' }, { locale: 'fr' })
    await places.delete('a', { locale: '*' })
    // @ts-expect-error -- no such locale
    await places.find({ locale: 'de' })
    // @ts-expect-error -- no such locale in a list
    await places.find({ locale: ['en', 'de'] })
    // @ts-expect-error -- no such locale in a write
    await places.update('a', { title: 'x' }, { locale: 'de' })
    // @ts-expect-error -- of Strapi 4
    await places.find({ locale: 'all' })
  })

  it('have locales', async () => {
    expectTypeOf((await articles.find({ locale: '*' })).data[0]!.locale).toBeString()
    await articles.find({ locale: ['en', 'fr'] })
    await articles.count({ locale: ['en', 'fr'] })
    await articles.findOne('a', { locale: 'fr' })
    // @ts-expect-error -- one document is read in one locale
    await articles.findOne('a', { locale: ['en', 'fr'] })
    // @ts-expect-error -- tags have no locales
    await api.collection('tags').find({ locale: 'fr' })
  })
})

describe('populate', () => {
  it('takes names and paths', async () => {
    const article = await articles.findOne('a', { populate: ['author.team', 'seo'], fields: ['title'] })
    expectTypeOf(article.author?.team?.name).toEqualTypeOf<string | undefined>()
    expectTypeOf(article.author?.team?.documentId).toEqualTypeOf<string | undefined>()
    expectTypeOf(article.seo?.id).toEqualTypeOf<number | undefined>()
    // @ts-expect-error -- components have no documentId
    void article.seo?.documentId
    // @ts-expect-error -- no such relation
    await articles.findOne('a', { populate: ['autor'] })
    // @ts-expect-error -- no such relation of authors
    await articles.findOne('a', { populate: ['author.taem'] })
  })

  it('takes * for one level', async () => {
    const article = await articles.findOne('a', { populate: '*' })
    expectTypeOf(article.tags[0]!.documentId).toBeString()
    expectTypeOf(article.localizations[0]!.title).toBeString()
    expectTypeOf(article.zone[0]!.__component).toEqualTypeOf<'blocks.quote' | 'blocks.gallery'>()
    // @ts-expect-error -- one level only
    void article.author?.team
  })

  it('takes objects, and follows them to the leaf', async () => {
    const { data } = await articles.find({
      fields: ['title'],
      populate: {
        author: { fields: ['name'], populate: { team: { fields: ['name'] } } },
        tags: { filters: { name: { $ne: 'x' } }, sort: 'name:desc', fields: ['name'] },
        cover: { fields: ['url'] },
        attachments: true,
        seo: { fields: ['metaTitle'] },
        links: true,
      },
    })
    const [article] = data
    expectTypeOf(article!.author).toEqualTypeOf<{
      id: number
      documentId: string
      name: string
      team: { id: number; documentId: string; name: string } | null
    } | null>()
    expectTypeOf(article!.tags).toEqualTypeOf<{ id: number; documentId: string; name: string }[]>()
    expectTypeOf(article!.cover).toEqualTypeOf<{ id: number; documentId: string; url: string } | null>()
    // Strapi 5 returns an empty list of media as a list.
    expectTypeOf(article!.attachments[0]!.documentId).toBeString()
    expectTypeOf(article!.seo).toEqualTypeOf<{ id: number; metaTitle: string } | null>()
    // @ts-expect-error -- Strapi 5 rejects limits of populated relations
    await articles.find({ populate: { tags: { limit: 1 } } })
    // @ts-expect-error -- likewise
    await articles.find({ populate: { tags: { start: 1 } } })
    // @ts-expect-error -- a misspelled option
    await articles.find({ populate: { tags: { feilds: ['name'] } } })
    // @ts-expect-error -- a misspelled attribute in a filter
    await articles.find({ populate: { tags: { filters: { nme: 'x' } } } })
  })

  it('counts', async () => {
    const article = await articles.findOne('a', {
      populate: { tags: { count: true }, author: { count: true }, links: { count: true } },
    })
    expectTypeOf(article.tags).toEqualTypeOf<{ count: number }>()
    expectTypeOf(article.author).toEqualTypeOf<{ count: number }>()
    expectTypeOf(article.links).toEqualTypeOf<{ count: number }>()
    // @ts-expect-error -- single components have no count
    await articles.findOne('a', { populate: { seo: { count: true } } })
    // @ts-expect-error -- Strapi 5 returns the files of media
    await articles.findOne('a', { populate: { attachments: { count: true } } })
    // @ts-expect-error -- Strapi 5 returns the items of zones
    await articles.findOne('a', { populate: { zone: { count: true } } })
  })

  it('takes what variables decide', async () => {
    const flag = Math.random() > 0.5
    const article = await articles.findOne('a', {
      fields: ['title'],
      populate: {
        tags: { count: flag },
        author: { count: false, fields: ['name'] },
        seo: flag,
        links: false,
        cover: undefined,
      },
    })
    if ('count' in article.tags) expectTypeOf(article.tags).toEqualTypeOf<{ count: number }>()
    else expectTypeOf(article.tags[0]!.documentId).toBeString()
    expectTypeOf(article.author?.name).toEqualTypeOf<string | undefined>()
    expectTypeOf(article.seo?.metaTitle).toEqualTypeOf<string | undefined>()
    // @ts-expect-error -- not populated
    void article.links
    // @ts-expect-error -- not populated
    void article.cover
    const nested = await articles.findOne('a', { populate: { author: { populate: '*' }, tags: { populate: [] } } })
    expectTypeOf(nested.author?.articles[0]?.documentId).toEqualTypeOf<string | undefined>()
    const listed = await articles.findOne('a', { populate: { author: { populate: ['team'] } } })
    expectTypeOf(listed.author?.team?.documentId).toEqualTypeOf<string | undefined>()
  })

  it('takes paths through zones', async () => {
    const [item] = (await articles.findOne('a', { populate: ['zone.author.team', 'zone.images'] })).zone
    if (item?.__component === 'blocks.quote') expectTypeOf(item.author?.team?.name).toEqualTypeOf<string | undefined>()
    if (item?.__component === 'blocks.gallery') expectTypeOf(item.images[0]!.url).toBeString()
    // @ts-expect-error -- no component of the zone has it
    await articles.findOne('a', { populate: ['zone.autor'] })
  })

  it('takes content types of polymorphic relations', async () => {
    const notes = createClient<FullTypes>({ baseURL: '', api: strapi5() }).collection('notes')
    const note = await notes.findOne('a', {
      populate: { subject: { on: { 'api::article.article': { fields: ['title'] } } }, subjects: { count: true } },
    })
    expectTypeOf(note.subject?.__type).toEqualTypeOf<string | undefined>()
    expectTypeOf(note.subject?.documentId).toEqualTypeOf<string | undefined>()
    expectTypeOf(note.subject?.['title']).toBeUnknown()
    expectTypeOf(note.subjects).toEqualTypeOf<{ count: number }>()
    expectTypeOf((await notes.findOne('a', { populate: ['subjects'] })).subjects[0]!.__type).toBeString()
    // @ts-expect-error -- Strapi 5 returns no key for it
    await notes.findOne('a', { populate: { subjects: { populate: '*' } } })
    // @ts-expect-error -- a misspelled option
    await notes.findOne('a', { populate: { subjects: { no: { 'api::article.article': true } } } })
  })

  it('follows relations to several types', async () => {
    type Text = { attributes: { text: string }; links: {}; uid: 'a' }
    type Picture = { attributes: { alt: string }; links: { file: SingleMedia }; uid: 'b' }
    type Post = { attributes: { title: string }; links: { parts: ToMany<Text | Picture> } }
    const posts = createClient<{ collections: { posts: Post }; singles: {} }>({
      baseURL: '',
      api: strapi5(),
    }).collection('posts')
    const { parts } = await posts.findOne('a', { populate: { parts: true } })
    for (const part of parts) {
      if ('text' in part) expectTypeOf(part).toEqualTypeOf<{ id: number; documentId: string; text: string }>()
      else expectTypeOf(part).toEqualTypeOf<{ id: number; documentId: string; alt: string }>()
    }
  })

  it('takes the components of zones', async () => {
    const article = await articles.findOne('a', {
      populate: {
        zone: { on: { 'blocks.quote': { fields: ['text'], populate: { author: true } }, 'blocks.gallery': true } },
      },
    })
    for (const item of article.zone) {
      if (item.__component === 'blocks.quote') {
        expectTypeOf(item.author?.documentId).toEqualTypeOf<string | undefined>()
      } else expectTypeOf(item.title).toEqualTypeOf<string | null>()
    }
    const [item] = (await articles.findOne('a', { populate: { zone: { populate: '*' } } })).zone
    if (item?.__component === 'blocks.gallery') expectTypeOf(item.images[0]!.url).toBeString()
    // @ts-expect-error -- Strapi 5 takes only * for all components
    await articles.findOne('a', { populate: { zone: { populate: ['author'] } } })
    // @ts-expect-error -- no such component
    await articles.findOne('a', { populate: { zone: { on: { 'blocks.qoute': true } } } })
  })
})

describe('filters and sort', () => {
  it('follow relations and media', async () => {
    await articles.find({
      filters: {
        documentId: { $in: ['a', 'b'] },
        author: { documentId: 'a', team: { name: { $startsWith: 'x' } } },
        cover: { mime: { $startsWith: 'image/' } },
        seo: { metaTitle: 'x' },
        $or: [{ title: 'a' }, { tags: { documentId: { $null: true } } }],
      },
      sort: ['documentId', 'author.name:desc', 'cover.name'],
    })
    // @ts-expect-error -- a number would be compared with row ids
    await articles.find({ filters: { author: 1 } })
    // @ts-expect-error -- zones can't be filtered
    await articles.find({ filters: { zone: { text: 'x' } } })
    // @ts-expect-error -- no such attribute
    await articles.find({ filters: { autor: { name: 'x' } } })
    // @ts-expect-error -- no such attribute
    await articles.find({ sort: 'titel' })
  })
})

describe('lists', () => {
  it('are walked', async () => {
    expectTypeOf(await articles.all({ fields: ['title'] })).toEqualTypeOf<
      { id: number; documentId: string; title: string }[]
    >()
    for await (const { title } of articles.iterate({ fields: ['title'], status: 'draft' })) {
      expectTypeOf(title).toEqualTypeOf<string | null>()
    }
    for await (const [first] of articles.pages({ fields: ['title'], locale: '*' }))
      expectTypeOf(first!.title).toBeString()
  })
})

describe('single types', () => {
  it('are one document', async () => {
    const homepage = await api.single('homepage').find({ populate: { featured: { fields: ['title'] } } })
    expectTypeOf(homepage.featured).toEqualTypeOf<{ id: number; documentId: string; title: string }[]>()
    expectTypeOf((await api.single('homepage').find({ status: 'draft' })).headline).toEqualTypeOf<string | null>()
  })
})

describe('a client without generated types', () => {
  it('takes any query', async () => {
    const any = createClient({ baseURL: 'https://cms.example.org', api: strapi5() })
    const { data } = await any
      .collection('things')
      .find({ fields: ['x'], status: 'draft', locale: '*', populate: { y: true } })
    expectTypeOf(data[0]!.documentId).toBeAny()
    await any.collection('things').create({ x: 1 }, { status: 'draft' })
    await any.collection('things').publish('a')
  })
})
