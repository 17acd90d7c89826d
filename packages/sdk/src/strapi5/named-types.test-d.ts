import { describe, expectTypeOf, it } from 'vitest'
import type { ContentTypes } from '../../test/fixtures/content-types.gen.js'
import { createClient, type EntryOf, type QueryOf, type ResultOf } from '../index.js'
import { defineQuery, strapi5 } from './index.js'

const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org', api: strapi5() })
const articles = api.collection('articles')

describe('a defined query', () => {
  it('types the result of each call', async () => {
    const teaser = defineQuery(articles, { fields: ['title'], populate: { tags: { fields: ['name'] } } })
    type Teaser = ResultOf<ContentTypes, 'articles', typeof teaser, 'strapi5'>
    expectTypeOf((await articles.find(teaser)).data).toEqualTypeOf<Teaser[]>()
    expectTypeOf<Teaser>().toEqualTypeOf<{
      id: number
      documentId: string
      title: string
      tags: { id: number; documentId: string; name: string }[]
    }>()
    const drafts = defineQuery(articles, { fields: ['title'], status: 'draft', locale: '*' })
    expectTypeOf<ResultOf<ContentTypes, 'articles', typeof drafts, 'strapi5'>['title']>().toEqualTypeOf<string | null>()
    expectTypeOf((await articles.all(drafts))[0]!.title).toEqualTypeOf<string | null>()
  })

  it('is checked where it is defined', () => {
    // @ts-expect-error -- a field
    defineQuery(articles, { fields: ['titel'] })
    // @ts-expect-error -- a relation
    defineQuery(articles, { populate: { autor: true } })
    // @ts-expect-error -- of Strapi 4
    defineQuery(articles, { publicationState: 'preview' })
    // @ts-expect-error -- tags have no locales
    defineQuery(api.collection('tags'), { locale: 'fr' })
  })
})

describe('named types', () => {
  it('describe an entry', async () => {
    expectTypeOf<EntryOf<ContentTypes, 'articles', 'strapi5'>>().toEqualTypeOf(await articles.findOne('a'))
    expectTypeOf<EntryOf<ContentTypes, 'articles', 'strapi5', 'draft'>>().toEqualTypeOf(
      await articles.findOne('a', { status: 'draft' }),
    )
    expectTypeOf<EntryOf<ContentTypes, 'homepage', 'strapi5'>>().toEqualTypeOf(await api.single('homepage').find())
    // @ts-expect-error -- of Strapi 4
    expectTypeOf<EntryOf<ContentTypes, 'articles', 'strapi5', 'preview'>>().not.toBeAny()
    // @ts-expect-error -- of Strapi 5
    expectTypeOf<EntryOf<ContentTypes, 'articles', 'flat', 'draft'>>().not.toBeAny()
    expectTypeOf<EntryOf<ContentTypes, 'articles', 'flat', 'preview'>['title']>().toEqualTypeOf<string | null>()
  })

  it('describe the query of a generic function, whose result may lack attributes and links', async () => {
    type Names = keyof ContentTypes['collections']
    const list = <N extends Names>(name: N, query: QueryOf<ContentTypes, N, 'strapi5'>) =>
      api.collection(name).find(query)
    const { data } = await list('articles', { fields: ['title'], populate: { author: true }, status: 'draft' })
    const [article] = data
    expectTypeOf(article!.documentId).toBeString()
    expectTypeOf(article!.title).toEqualTypeOf<string | null | undefined>()
    expectTypeOf(article!.zone?.[0]!.__component).toEqualTypeOf<'blocks.quote' | 'blocks.gallery' | undefined>()
    // The query may request the number of tags.
    const tags = article!.tags ?? []
    if ('count' in tags) expectTypeOf(tags).toEqualTypeOf<{ count: number }>()
    else expectTypeOf(tags[0]!.documentId).toBeString()
    void list('articles', { locale: ['en', 'fr'], publicationFilter: 'modified' })
    // @ts-expect-error -- an attribute of another type
    void list('tags', { fields: ['title'] })
    // @ts-expect-error -- tags have no locales
    void list('tags', { locale: 'fr' })
    // @ts-expect-error -- of Strapi 4
    void list('articles', { publicationState: 'preview' })
    const idsOf = async <N extends Names>(name: N, query: QueryOf<ContentTypes, N, 'strapi5'>): Promise<string[]> => {
      const page = await api.collection(name).find(query)
      return page.data.map(({ documentId }) => documentId)
    }
    void idsOf
    const query: QueryOf<ContentTypes, 'tags', 'strapi5'> = { sort: 'name' }
    expectTypeOf((await api.collection('tags').find(query)).data[0]!.weight).toEqualTypeOf<number | null | undefined>()
    // @ts-expect-error -- of another type
    void articles.find(query)
  })
})
