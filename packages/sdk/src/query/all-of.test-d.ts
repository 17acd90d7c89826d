import { describe, expectTypeOf, it } from 'vitest'
import type { Article, ContentTypes } from '../../test/fixtures/content-types.gen.js'
import { allOf, createClient, type Filters } from '../index.js'

const articles = createClient<ContentTypes>({ baseURL: 'http://cms.test' }).collection('articles')
declare const text: string
declare const kind: 'news' | 'review' | undefined
declare const anyKind: string
declare const author: number | null
declare const flag: boolean

describe('allOf', () => {
  it('joins conditions that depend on values', async () => {
    const { data } = await articles.find({
      fields: ['title'],
      filters: allOf(text && { title: { $containsi: text } }, kind && { kind }, author !== null && { author }),
    })
    expectTypeOf(data).toEqualTypeOf<{ id: number; title: string }[]>()
    void articles.count({ filters: allOf(flag && { kind: 'news' }, flag ? { slug: null } : undefined) })
    void articles.find({ filters: allOf({ tags: 3 }, { rating: { $between: [1, 3] } }, { kind: { $in: ['news'] } }) })
    void articles.find({ filters: allOf(text && { $or: [{ title: { $containsi: text } }, { slug: text }] }) })
    void articles.find({ filters: allOf() })
  })

  it('works wherever filters do', () => {
    void articles.find({ filters: { kind: 'news', ...allOf(text && { title: text }) } })
    void articles.find({ filters: allOf(allOf(text && { title: text }), flag && { author: { name: 'x' } }) })
    void articles.find({ populate: { author: { filters: allOf(text && { name: text }) } } })
    const typed: Filters<Article> = allOf(text && { title: text }, flag && { kind: 'news' })
    const inferred = allOf(text && { title: text }, flag && { slug: 'x' })
    void articles.find({ filters: allOf(typed, inferred) })
    const list: Filters<Article>[] = [typed]
    void articles.find({ filters: allOf(...list) })
  })

  it('rejects unknown names, wrong values and other arguments', () => {
    // @ts-expect-error -- an attribute
    void articles.find({ filters: allOf(text && { titel: text }) })
    // @ts-expect-error -- an attribute beside a right one
    void articles.find({ filters: allOf(text && { title: text, titel: text }, flag && { slug: 'x' }) })
    // @ts-expect-error -- an operator
    void articles.find({ filters: allOf(text && { title: { $contain: text } }, flag && { slug: 'x' }) })
    // @ts-expect-error -- through a relation
    void articles.find({ filters: allOf(flag && { author: { nmae: 'x' } }) })
    // @ts-expect-error -- in a populated relation
    void articles.find({ populate: { author: { filters: allOf(text && { nmae: text }) } } })
    // @ts-expect-error -- not a value of the enumeration
    void articles.find({ filters: allOf(anyKind && { kind: anyKind }) })
    // @ts-expect-error -- in a variable
    const typed: Filters<Article> = allOf(flag && { titel: 'x' })
    // @ts-expect-error -- 0 is not a condition, and would not be ignored
    void articles.find({ filters: allOf(author && { author }) })
    // @ts-expect-error -- true is not a condition
    void articles.find({ filters: allOf(flag || { title: 'x' }) })
    // @ts-expect-error -- a list
    void articles.find({ filters: allOf([{ title: 'x' }]) })
    void typed
  })
})
