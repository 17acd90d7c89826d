import { describe, expectTypeOf, it } from 'vitest'
import type { ContentTypes } from '../../test/fixtures/content-types.gen.js'
import { createClient } from '../index.js'
import { mutations, queries, singleMutations, singleQueries } from '../tanstack-query.js'
import { strapi5 } from './index.js'

const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org', api: strapi5() })
const context = { signal: new AbortController().signal }
const cache = { invalidateQueries: async () => undefined, removeQueries: () => undefined }

describe('query options', () => {
  const options = queries(api, 'articles')

  it('return documents', async () => {
    const { queryFn } = options.findOne('a', { fields: ['title'], populate: { cover: { fields: ['url'] } } })
    expectTypeOf(await queryFn(context)).toEqualTypeOf<{
      id: number
      documentId: string
      title: string
      cover: { id: number; documentId: string; url: string } | null
    }>()
    const list = options.find({ status: 'draft', locale: '*', fields: ['title'], pagination: { page: 2 } })
    expectTypeOf((await list.queryFn(context)).data[0]!.title).toEqualTypeOf<string | null>()
    expectTypeOf(await options.first({ fields: ['slug'] }).queryFn(context)).toEqualTypeOf<{
      id: number
      documentId: string
      slug: string | null
    } | null>()
    expectTypeOf(await options.count({ publicationFilter: 'modified' }).queryFn(context)).toBeNumber()
    const pages = options.infinite({ pageSize: 10, fields: ['title'] })
    expectTypeOf((await pages.queryFn({ ...context, pageParam: 1 })).data[0]!.documentId).toBeString()
    const home = singleQueries(api, 'homepage').find({ status: 'draft' })
    expectTypeOf((await home.queryFn(context)).headline).toEqualTypeOf<string | null>()
  })

  it('reject queries of Strapi 4', () => {
    // @ts-expect-error -- the number of a row
    options.findOne(1)
    // @ts-expect-error -- a parameter
    options.find({ publicationState: 'preview' })
    // @ts-expect-error -- one document has one locale
    options.findOne('a', { locale: ['en'] })
    // @ts-expect-error -- a limit of a relation
    options.find({ populate: { tags: { limit: 1 } } })
  })
})

describe('mutation options', () => {
  const options = mutations(api, 'articles', cache)

  it('write documents', async () => {
    expectTypeOf((await options.create().mutationFn({ title: 'x' })).documentId).toBeString()
    const draft = await options.create({ status: 'draft', fields: ['title'] }).mutationFn({ rating: 1 })
    expectTypeOf(draft.title).toEqualTypeOf<string | null>()
    await options.update({ status: 'draft' }).mutationFn({ id: 'a', data: { author: 'b', cover: 'c' } })
    expectTypeOf(await options.delete({ locale: '*' }).mutationFn('a')).toBeVoid()
    await singleMutations(api, 'homepage', cache).update().mutationFn({ headline: 'x' })
  })

  it('reject data of Strapi 4', async () => {
    // @ts-expect-error -- title is required
    await options.create().mutationFn({ rating: 1 })
    // @ts-expect-error -- the number of a row
    await options.update().mutationFn({ id: 1, data: {} })
    // @ts-expect-error -- the number of a row in a relation
    await options.update().mutationFn({ id: 'a', data: { author: 1 } })
  })
})
