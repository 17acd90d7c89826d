import { describe, it } from 'vitest'
import type { Article, ContentTypes } from '../../test/fixtures/content-types.gen.js'
import { createClient } from '../client.js'
import type { Entries } from './collection.js'
import type { Filters, SoundFilters } from './filters.js'

const articles = createClient<ContentTypes>({ baseURL: 'http://cms.test' }).collection('articles')
declare const flag: boolean

describe('filters', () => {
  it('know no typos in variables and spreads either', () => {
    const right = { kind: 'news' as const, slug: { $notNull: true } }
    void articles.find({ filters: right })
    const wrong = { ...right, slgu: 'x' }
    // @ts-expect-error -- an attribute
    void articles.find({ filters: wrong })
    // @ts-expect-error -- spread
    void articles.first({ filters: { ...wrong, rating: 3 } })
    // @ts-expect-error -- perhaps
    void articles.count({ filters: { ...right, ...(flag ? { raiting: 3 } : {}) } })
    void articles.count({ filters: { ...right, ...(flag ? { rating: 3 } : {}) } })
    const through = { author: { team: { name: 'x', nmae: 'x' } } }
    // @ts-expect-error -- through two relations
    void articles.all({ filters: through })
    const operator = { title: { $eq: 'x', $contain: 'x' } }
    // @ts-expect-error -- an operator
    void articles.iterate({ filters: operator })
    const group = { $or: [{ title: 'x', titel: 'x' }] }
    // @ts-expect-error -- in a group
    void articles.pages({ filters: group })
    const query = { filters: wrong }
    // @ts-expect-error -- in a query
    void articles.find(query)
  })

  it('may be put together before', () => {
    const typed: Filters<Article> = { title: 'x' }
    const checked = { kind: 'news', slug: { $notNull: true } } satisfies Filters<Article>
    void articles.find({ filters: { ...typed, ...checked } })
    const all: Filters<Article>[] = [typed, { author: { team: { name: 'x' } } }]
    void articles.find({ filters: { $and: all, $not: typed } })
    void articles.find({ filters: flag ? typed : { rating: { $gte: 3 } } })
    void articles.find({ filters: flag ? { title: 'x' } : { kind: { $in: ['news'] }, author: 3 } })
    void articles.find({ filters: { $or: ['a', 'b'].map((word) => ({ title: { $containsi: word } })) } })
    void articles.find({ filters: {} })
  })

  it('go through functions of any content type', () => {
    const firstOf = <D, W extends SoundFilters<D, W>>(entries: Entries<D, 'flat'>, filters: W) =>
      entries.first({ filters })
    void firstOf(articles, { title: 'x' })
    // @ts-expect-error -- an attribute
    void firstOf(articles, { titel: 'x' })
  })
})

describe('parameters', () => {
  it('know no typos in variables and spreads either', () => {
    const right = { filters: { title: 'x' }, fields: ['title' as const], sort: 'title' as const, locale: 'fr' }
    void articles.find(right)
    void articles.find({ ...right, pagination: { page: 1 } })
    const wrong = { ...right, filtres: { title: 'x' } }
    // @ts-expect-error -- a parameter
    void articles.find(wrong)
    // @ts-expect-error -- spread
    void articles.all({ ...wrong, fields: ['slug'] })
    const counted = { fitlers: { title: 'x' }, locale: 'fr' }
    // @ts-expect-error -- of what is counted
    void articles.count(counted)
    const paged = { ...right, pagination: { page: 1 } }
    // @ts-expect-error -- there is only one page
    void articles.first(paged)
    const perhaps: { filters?: { title: string }; locale?: string } = {}
    void articles.find(perhaps)
    void articles.find({})
    void articles.find()
  })
})
