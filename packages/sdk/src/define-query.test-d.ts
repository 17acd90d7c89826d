import { describe, expectTypeOf, it } from 'vitest'
import type { ContentTypes } from '../test/fixtures/content-types.gen.js'
import { createClient, defineQuery, type EntryOf, type QueryOf, type ResultOf } from './index.js'

const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' })
const articles = api.collection('articles')

describe('a defined query', () => {
  const teaser = defineQuery(articles, {
    fields: ['title'],
    populate: { author: { fields: ['name'] } },
    filters: { kind: 'news' },
    sort: ['publishedAt:desc'],
    pagination: { pageSize: 5 },
  })
  type Teaser = ResultOf<ContentTypes, 'articles', typeof teaser>

  it('types the result of each call', async () => {
    const { data, meta } = await articles.find(teaser)
    expectTypeOf(data).toEqualTypeOf<Teaser[]>()
    expectTypeOf(data).toEqualTypeOf<{ id: number; title: string; author: { id: number; name: string } | null }[]>()
    expectTypeOf(meta.pagination.pageCount).toBeNumber()
  })

  it('is checked where it is defined', () => {
    // @ts-expect-error -- a field
    defineQuery(articles, { fields: ['titel'] })
    // @ts-expect-error -- a relation
    defineQuery(articles, { populate: { autor: true } })
    // @ts-expect-error -- a filter
    defineQuery(articles, { filters: { titel: 'x' } })
    // @ts-expect-error -- a parameter
    defineQuery(articles, { popualte: ['author'] })
    // @ts-expect-error -- a page and an offset
    defineQuery(articles, { pagination: { page: 1, start: 1 } })
  })

  it('of drafts has nullable attributes', () => {
    const drafts = defineQuery(articles, { fields: ['title'], publicationState: 'preview' })
    expectTypeOf<ResultOf<ContentTypes, 'articles', typeof drafts>>().toEqualTypeOf<{
      id: number
      title: string | null
    }>()
  })
})

describe('named types', () => {
  it('describe an entry', async () => {
    expectTypeOf<EntryOf<ContentTypes, 'tags'>>().toEqualTypeOf(await api.collection('tags').findOne(1))
    expectTypeOf<EntryOf<ContentTypes, 'homepage'>>().toEqualTypeOf(await api.single('homepage').find())
    expectTypeOf<EntryOf<ContentTypes, 'articles', 'envelope'>['attributes']['title']>().toBeString()
    // @ts-expect-error -- no such type
    expectTypeOf<EntryOf<ContentTypes, 'article'>>().toBeNever()
  })

  it('describe the query of a generic function, whose result may lack attributes and links', async () => {
    type Names = keyof ContentTypes['collections']
    const list = <N extends Names>(name: N, query: QueryOf<ContentTypes, N>) => api.collection(name).find(query)
    const { data } = await list('articles', { fields: ['title'], populate: { author: true }, locale: 'fr' })
    expectTypeOf(data[0]!.id).toBeNumber()
    expectTypeOf(data[0]!.title).toEqualTypeOf<string | null | undefined>()
    expectTypeOf(data[0]!.author?.team?.name).toEqualTypeOf<string | null | undefined>()
    expectTypeOf(data[0]!.zone?.[0]!.__component).toEqualTypeOf<'blocks.quote' | 'blocks.gallery' | undefined>()
    // @ts-expect-error -- not an attribute of articles
    void data[0]!.weight
    // @ts-expect-error -- an attribute of another type
    void list('tags', { fields: ['title'] })
    // @ts-expect-error -- tags have no locales
    void list('tags', { locale: 'fr' })
    const idsOf = async <N extends Names>(name: N, query: QueryOf<ContentTypes, N>): Promise<number[]> => {
      const page = await api.collection(name).find(query)
      return page.data.map(({ id }) => id)
    }
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the subject of the test
    const firstOf = async <N extends Names>(name: N): Promise<number | undefined> => {
      const page = await api.collection(name).find({ fields: ['id'], pagination: { pageSize: 1 } })
      return page.data[0]?.id
    }
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the subject of the test
    const titlesOf = <N extends Names>(name: N) =>
      // @ts-expect-error -- not an attribute of all of them
      api.collection(name).find({ fields: ['title'] })
    void [idsOf, firstOf, titlesOf]
    const enveloped = createClient<ContentTypes>({ baseURL: '', shape: 'envelope' })
    const query: QueryOf<ContentTypes, 'tags'> = {}
    const { data: tags } = await enveloped.collection('tags').find(query)
    expectTypeOf(tags[0]!.attributes.weight).toEqualTypeOf<number | null | undefined>()
    // @ts-expect-error -- of another type
    void articles.find(query)
  })

  it('reject unknown names in queries that are not of this type', () => {
    const typo = { pagination: { page: 1 }, filtres: {} }
    // @ts-expect-error -- a parameter
    void articles.find(typo)
    const wrongPage = { pagination: { page: 1, pageSzie: 3 } }
    // @ts-expect-error -- of the pagination
    void articles.find(wrongPage)
    const empty = { fields: [] as const, srot: 'title' }
    // @ts-expect-error -- beside an empty list
    void articles.find(empty)
  })

  it('describe any query', async () => {
    const query: QueryOf<ContentTypes, 'articles'> = { filters: { title: { $containsi: 'x' } }, sort: 'title' }
    const list = (query: QueryOf<ContentTypes, 'articles'>) => articles.find(query)
    expectTypeOf((await list(query)).data[0]!.id).toBeNumber()
    // @ts-expect-error -- a typo
    void list({ fitlers: {} })
    // @ts-expect-error -- tags have no drafts
    expectTypeOf<QueryOf<ContentTypes, 'tags'>>().toExtend<{ publicationState: 'live' }>()
  })
})
