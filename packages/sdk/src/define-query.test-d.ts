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
