import { describe, expectTypeOf, it } from 'vitest'
import type { Article, ContentTypes, Tag } from '../../test/fixtures/content-types.gen.js'
import { createClient } from '../client.js'
import { publish } from '../entries/drafts.js'
import { queries, singleQueries } from '../tanstack-query.js'
import type { Collection, List } from './collection.js'
import type { Filters, SoundFilters } from './filters.js'
import type { Fields, Populate } from './populate.js'
import type { Pagination } from './query.js'
import type { Sort } from './sort.js'

const api = createClient<ContentTypes>({ baseURL: 'http://cms.test' })
const articles = api.collection('articles')
type Collections = ContentTypes['collections']
declare const flag: boolean

describe('filters', () => {
  it('reject unknown names in variables and spreads', () => {
    const right = { kind: 'news' as const, slug: { $notNull: true } }
    void articles.find({ filters: right })
    const wrong = { ...right, slgu: 'x' }
    // @ts-expect-error -- an attribute
    void articles.find({ filters: wrong })
    // @ts-expect-error -- spread
    void articles.first({ filters: { ...wrong, rating: 3 } })
    // @ts-expect-error -- in one case
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

  it('may be variables', () => {
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

  it('may be assigned condition by condition', () => {
    const filters: Filters<Article> = {}
    if (flag) filters.title = { $containsi: 'x' }
    if (flag) filters.author = { team: { name: 'x' } }
    if (flag) filters.$or = [{ rating: 3 }, { rating: null }]
    void articles.find({ filters })
    // @ts-expect-error -- an attribute
    filters.titel = 'x'
    // @ts-expect-error -- an operator
    filters.slug = { $contain: 'x' }
  })

  it('are checked beside valid names, even optional ones', () => {
    const typed: Filters<Article> = {}
    // @ts-expect-error -- besides all known names
    void articles.find({ filters: { ...typed, titel: 'x' } })
    const wide: Filters<Article> & { titel?: string } = {}
    // @ts-expect-error -- optional
    void articles.find({ filters: wide })
    const tagged: Filters<Tag> = { weight: 3 }
    void api.collection('tags').find({ filters: tagged })
    // @ts-expect-error -- of another type
    void articles.find({ filters: tagged })
  })

  it('of a generic content type', () => {
    const listOf = <Name extends 'articles' | 'tags'>(name: Name, filters: Filters<Collections[Name]>) =>
      api.collection(name).find({ filters })
    void listOf('tags', { weight: 3 })
    // @ts-expect-error -- of another type
    void listOf('articles', { weight: 3 })
    const countOf = <D>(entries: Collection<D, 'flat'>, filters?: Filters<D>) => {
      // @ts-expect-error -- besides the names of `filters`
      void entries.find({ filters: { ...filters, titel: 'x' } })
      return entries.count(filters ? { filters } : {})
    }
    void countOf(articles, { title: 'x' })
    // @ts-expect-error -- an attribute
    void countOf(articles, { titel: 'x' })
    const byIds = <Name extends 'articles' | 'tags'>(name: Name, ids: readonly number[]) =>
      api.collection(name).find({ filters: { id: { $in: ids } } as Filters<Collections[Name]> })
    void byIds('tags', [1])
  })

  it('can be passed through generic functions', () => {
    const firstOf = <D, W extends SoundFilters<D, W>>(entries: Collection<D, 'flat'>, filters: W) =>
      entries.first({ filters })
    void firstOf(articles, { title: 'x' })
    // @ts-expect-error -- an attribute
    void firstOf(articles, { titel: 'x' })
  })
})

describe('parameters', () => {
  it('reject unknown names in variables and spreads', () => {
    const right = { filters: { title: 'x' }, fields: ['title' as const], sort: 'title' as const, locale: 'fr' }
    void articles.find(right)
    void articles.find({ ...right, pagination: { page: 1 } })
    const wrong = { ...right, filtres: { title: 'x' } }
    // @ts-expect-error -- a parameter
    void articles.find(wrong)
    // @ts-expect-error -- spread
    void articles.all({ ...wrong, fields: ['slug'] })
    const counted = { fitlers: { title: 'x' }, locale: 'fr' }
    // @ts-expect-error -- a parameter
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

describe('parameters of functions that take a client', () => {
  it('reject unknown names', () => {
    const right = { fields: ['title' as const] }
    const wrong = { ...right, popualte: ['author'] }
    void publish(api, 'articles', 1, right)
    // @ts-expect-error -- a parameter
    void publish(api, 'articles', 1, wrong)
    void queries(api, 'articles').findOne(1, right)
    // @ts-expect-error -- a parameter
    void queries(api, 'articles').findOne(1, wrong)
    void queries(api, 'articles').find({ pagination: { page: 1, pageSize: 3 } })
    const misspelt = { page: 1, pageSzie: 3 }
    // @ts-expect-error -- of its pagination
    void queries(api, 'articles').find({ pagination: misspelt })
    const one = { populate: ['seo' as const] }
    void singleQueries(api, 'homepage').find(one)
    // @ts-expect-error -- a parameter
    void singleQueries(api, 'homepage').find({ ...one, feilds: ['headline'] })
  })
})

describe('populate', () => {
  it('may have either of two forms', async () => {
    const either = await articles.first({ fields: ['id'], populate: flag ? '*' : ['author'] })
    expectTypeOf(either!.author?.name).toEqualTypeOf<string | undefined>()
    const names = await articles.first({ fields: ['id'], populate: flag ? { author: true } : ['author', 'tags'] })
    expectTypeOf(names!.author?.city).toEqualTypeOf<string | null | undefined>()
    // @ts-expect-error -- not in every case
    void names!.tags
    // @ts-expect-error -- a typo in one case
    void articles.first({ populate: flag ? '*' : ['autor'] })
    // @ts-expect-error -- a typo in one case
    void articles.first({ populate: flag ? ['author'] : { autor: true } })
  })

  it('may be part of a query variable', () => {
    const query: { filters?: Filters<Article>; sort?: Sort<Article>; populate?: Populate<Article> } = {}
    void articles.find(query)
    void articles.find({ ...query, ...(flag && { locale: 'fr' }) })
    const misspelt: { filters?: Filters<Article>; srot?: Sort<Article> } = {}
    // @ts-expect-error -- a parameter
    void articles.find(misspelt)
  })

  it('may be any query of the type, but not of another type', async () => {
    const populate = {} as Populate<Article>
    const some = await articles.first({ populate })
    expectTypeOf(some!.title).toBeString()
    // @ts-expect-error -- it may be absent
    void some!.author.name
    const of: Populate<Collections['authors']> = { team: true }
    void articles.find({ populate: { author: { populate: of }, tags: true } })
    // @ts-expect-error -- of another type
    void articles.find({ populate: of })
    const fields = '*' as Fields<Article>
    void articles.find({ fields, populate })
    const listOf = (populate?: Populate<Article>) => articles.find(populate ? { populate } : {})
    void listOf(['author.team'])
  })

  it('may have dotted names of which only the first is known', async () => {
    const paths: `author.${string}`[] = ['author.team']
    const some = await articles.first({ populate: paths })
    expectTypeOf(some!.author!.name).toBeString()
    expectTypeOf(some!.author!.team?.name).toEqualTypeOf<string | undefined>()
    // @ts-expect-error -- it may be absent
    void some!.author!.articles.length
  })
})

describe('the parameters of a call', () => {
  it('can be forwarded by a function', () => {
    const list = (query: Parameters<typeof articles.find>[0]) => articles.find(query)
    void list({ filters: { title: 'x' }, populate: ['author'], sort: ['title', 'author.name:desc'] })
    void list({ sort: 'title', pagination: { page: 1 } })
    // @ts-expect-error -- a sort key
    void list({ sort: 'titel' })
    // @ts-expect-error -- an attribute
    void list({ filters: { titel: 'x' } })
    // @ts-expect-error -- a parameter
    void list({ fitlers: { title: 'x' } })
    const one = (...call: Parameters<typeof articles.findOne>) => articles.findOne(...call)
    void one(1, { fields: ['title'] })
    const update = (...call: Parameters<typeof articles.update>) => articles.update(...call)
    void update(1, { title: 'x' })
    // @ts-expect-error -- an attribute
    void update(1, { titel: 'x' })
    const home = (query: Parameters<ReturnType<typeof api.single<'homepage'>>['find']>[0]) =>
      api.single('homepage').find(query)
    void home({ populate: ['seo'] })
  })
})

describe('a sort', () => {
  it('may be any sort of the type, but not of another type', () => {
    const sort = 'title' as Sort<Article>
    void articles.find({ sort })
    const other = 'weight' as Sort<Tag>
    void api.collection('tags').find({ sort: other })
    // @ts-expect-error -- of another type
    void articles.find({ sort: other })
  })
})

describe('pagination', () => {
  it('accepts both forms and rejects unknown names', () => {
    const pagination = { page: 1 } as Pagination
    void articles.find({ pagination })
    void articles.find({ pagination: flag ? { page: 1 } : { start: 1 } })
    // @ts-expect-error -- in one case
    void articles.find({ pagination: flag ? { page: 1 } : { satrt: 1 } })
    const wrong = { page: 1, pageSzie: 3 }
    // @ts-expect-error -- in a variable
    void articles.find({ pagination: wrong })
    const nothingRight = { pgae: 1 }
    // @ts-expect-error -- without a valid name
    void articles.find({ pagination: nothingRight })
    const nothing = { autor: true }
    // @ts-expect-error -- without a valid name
    void articles.find({ populate: nothing })
  })

  it('has either form if a variable decides', async () => {
    const { meta: any } = await articles.find({ pagination: { page: 1 } as Pagination })
    // @ts-expect-error -- it may be by offset
    void any.pagination.page
    if ('page' in any.pagination) expectTypeOf(any.pagination.page).toBeNumber()
    const start = flag ? 1 : undefined
    const { meta: offset } = await articles.find({ pagination: { start } })
    // @ts-expect-error -- it may be by offset
    void offset.pagination.page
    const { meta: page } = await articles.find({ pagination: { page: start } })
    expectTypeOf(page.pagination.pageCount).toBeNumber()
    const { meta: counted } = await articles.find({ pagination: { page: 1, withCount: flag } })
    expectTypeOf(counted.pagination.total).toEqualTypeOf<number | undefined>()
    expectTypeOf<List<Article>['meta']['pagination']['pageCount']>().toBeNumber()
    const list: List<{ id: number; title: string }> = await articles.find({ fields: ['title'] })
    // @ts-expect-error -- a list by offset, not by page
    const byOffset: List<{ id: number }> = await articles.find({ pagination: { start: 1 } })
    void [list, byOffset]
  })
})
