import { describe, expectTypeOf, it } from 'vitest'
import type { ContentTypes } from '../../test/fixtures/content-types.gen.js'
import { createClient } from '../client.js'

const api = createClient<ContentTypes>({ baseURL: 'http://cms.test' })
const articles = api.collection('articles')
declare const flag: boolean

describe('a link that is possibly not populated', () => {
  it('may be absent: true or undefined', async () => {
    const found = await articles.first({ fields: ['title'], populate: { tags: true, author: flag ? true : undefined } })
    expectTypeOf(found!.author?.name).toEqualTypeOf<string | undefined>()
    // @ts-expect-error -- it may also be undefined
    const author: object | null = found!.author
    const tags: object[] = found!.tags
    void [author, tags]
  })

  it('may be absent: options, or undefined or false', async () => {
    type Result = { id: number; author: { id: number; name: string } | null | undefined } | null
    const fields = ['id'] as const
    const orUndefined = await articles.first({ fields, populate: { author: flag ? { fields: ['name'] } : undefined } })
    expectTypeOf(orUndefined).toEqualTypeOf<Result>()
    const orFalse = await articles.first({ fields, populate: { author: flag && { fields: ['name'] } } })
    expectTypeOf(orFalse).toEqualTypeOf<Result>()
    const always = await articles.first({ fields, populate: { author: { fields: ['name'] } } })
    expectTypeOf(always).toEqualTypeOf<{ id: number; author: { id: number; name: string } | null } | null>()
    const two = await articles.first({ populate: { author: flag && ({ fields: ['name', 'city'] } as const) } })
    expectTypeOf(two!.author).toEqualTypeOf<{ id: number; name: string; city: string | null } | null | undefined>()
  })

  it('may be absent: spread', async () => {
    const found = await articles.first({ populate: { tags: true, ...(flag ? { author: true } : {}) } })
    const tags: object[] = found!.tags
    // @ts-expect-error -- not in every case
    const author: object | null = found!.author
    void [tags, author]
  })

  it('may be absent at depth', async () => {
    const found = await articles.first({ populate: { author: { populate: { team: flag ? {} : undefined } } } })
    expectTypeOf(found!.author!.team).extract<undefined>().toEqualTypeOf<undefined>()
    const always = await articles.first({ populate: { author: { populate: { team: {} } } } })
    expectTypeOf(always!.author!.team).extract<undefined>().toBeNever()
    const either = await articles.first({ populate: { author: { populate: flag ? { team: true } : {} } } })
    // @ts-expect-error -- not in every case
    void either!.author!.team
  })

  it('populated in one of two ways has only the fields of both', async () => {
    const found = await articles.first({ populate: { author: flag ? true : { fields: ['name'] } } })
    expectTypeOf(found!.author!.name).toBeString()
    // @ts-expect-error -- not in every case
    void found!.author!.city
    const spread = await articles.first({
      populate: { author: { start: 0, ...(flag ? { fields: ['name'] } : {}) } },
    })
    expectTypeOf(spread!.author!.name).toBeString()
    // @ts-expect-error -- not in every case
    void spread!.author!.city
  })
})

describe('names that are a union', () => {
  it('of links', async () => {
    const found = await articles.first({ fields: ['id'], populate: ['cover', flag ? 'author' : 'tags'] })
    expectTypeOf(found!.tags).extract<undefined>().toEqualTypeOf<undefined>()
    expectTypeOf(found!.author).extract<undefined>().toEqualTypeOf<undefined>()
    expectTypeOf(found!.cover).extract<undefined>().toBeNever()
    // @ts-expect-error -- in neither case
    void found!.seo
    const both = await articles.first({ populate: [flag ? 'author' : 'tags', 'author', 'tags'] })
    expectTypeOf(both!.author).extract<undefined>().toBeNever()
    expectTypeOf(both!.tags).extract<undefined>().toBeNever()
  })

  it('of links, in a list of any length', async () => {
    const names: ('author' | 'tags')[] = flag ? ['author'] : []
    const found = await articles.first({ populate: names })
    expectTypeOf(found!.author?.name).toEqualTypeOf<string | undefined>()
    // @ts-expect-error -- it may be absent
    void found!.tags.length
    const some = await articles.first({ populate: ['cover', ...names] })
    expectTypeOf(some!.cover).extract<undefined>().toBeNever()
    // @ts-expect-error -- it may be absent
    void some!.tags.length
    const one: 'tags'[] = ['tags']
    const certain = await articles.first({ populate: one })
    expectTypeOf(certain!.tags).extract<undefined>().toBeNever()
  })

  it('behind a dot', async () => {
    const found = await articles.first({ populate: [flag ? 'author.team' : 'author.articles', 'seo.metaImage', 'seo'] })
    expectTypeOf(found!.author!.team?.name).toEqualTypeOf<string | undefined>()
    // @ts-expect-error -- it may be absent
    void found!.author!.articles.length
    expectTypeOf(found!.seo!.metaImage!.url).toBeString()
    const perhaps = await articles.first({ populate: [flag ? 'author.team' : 'author'] })
    expectTypeOf(perhaps!.author!.name).toBeString()
    // @ts-expect-error -- it may be absent
    const team: object | null = perhaps!.author!.team
    void team
  })

  it('of fields', async () => {
    const found = await articles.first({ fields: ['rating', flag ? 'title' : 'slug'] })
    expectTypeOf(found).toEqualTypeOf<{
      id: number
      rating: number | null
      title: string | undefined
      slug: string | null | undefined
    } | null>()
    const fields: ('title' | 'slug')[] = ['title']
    const some = await articles.first({ fields, populate: { author: { fields: ['name', flag ? 'id' : 'city'] } } })
    expectTypeOf(some!.title).toEqualTypeOf<string | undefined>()
    expectTypeOf(some!.author).toEqualTypeOf<{ id: number; name: string; city: string | null | undefined } | null>()
    // @ts-expect-error -- in neither case
    void some!.rating
  })
})

describe('a zone', () => {
  it('with an empty list of components is populated completely', async () => {
    const whole = await articles.first({ fields: ['id'], populate: { zone: true } })
    const none = await articles.first({ fields: ['id'], populate: { zone: { on: {} } } })
    expectTypeOf(none).toEqualTypeOf(whole)
  })

  it('with a list of components that may be empty may be populated completely', async () => {
    const some = await articles.first({ populate: { zone: { on: flag ? { 'blocks.quote': true } : {} } } })
    expectTypeOf(some!.zone[0]!.__component).toEqualTypeOf<'blocks.quote' | 'blocks.gallery'>()
    const quotes = await articles.first({
      populate: { zone: { on: { 'blocks.quote': true, 'blocks.gallery': false } } },
    })
    expectTypeOf(quotes!.zone[0]!.__component).toEqualTypeOf<'blocks.quote'>()
    const either = await articles.first({
      populate: { zone: { on: flag ? { 'blocks.quote': true } : { 'blocks.gallery': true } } },
    })
    expectTypeOf(either!.zone[0]!.__component).toEqualTypeOf<'blocks.quote' | 'blocks.gallery'>()
  })
})
