import type { ContentType } from '@content-api/model'
import { valueOperators } from '@content-api/engine/plan'
import { describe, expect, it } from 'vitest'
import { article, lenient, note, registry, specimen, tag } from '../../../server/test/support/plan-context.js'
import { parseQueryString } from '@content-api/core/message/query-string'
import { parseFilters } from '@content-api/core/query/filters'
import { QueryCounts } from '@content-api/core/query/query-counts'
import { planList, planOne } from '@content-api/core/query/plan'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { strapiRules } from '../rules/strapi-rules.js'
import type { DifferenceContext } from './difference-context.js'
import { findDifference } from './find-difference.js'

type Dialect = DifferenceContext['dialect']

const raw = (query: string) => parseQueryString(query, { parameters: 1000, arrayItems: 1000 })
const contextOf = (dialect: Dialect, timeZone = 'UTC'): PlanContext => ({
  ...lenient,
  reading: strapiRules({ dialect, timeZone }),
})

interface Read {
  readonly type?: ContentType
  readonly dialect?: Dialect
  readonly byId?: boolean
}

/** Returns why a read is forwarded, or the error of its plan; empty if it is served. */
function reasonOf(query: string, { type = tag, dialect = 'sqlite', byId = false }: Read = {}): string {
  try {
    const plan = (byId ? planOne : planList)(type, raw(query), contextOf(dialect))
    return findDifference(plan, { dialect, interface: 'rest' })?.message ?? ''
  } catch (error) {
    return String(error)
  }
}

/** An attribute of each type that filters can use, with a value. */
const attributes = {
  string: ['str', 'a'],
  text: ['txt', 'a'],
  richtext: ['rich', 'a'],
  enumeration: ['enm', 'one'],
  email: ['mail', 'a@b.c'],
  uid: ['uid', 'a'],
  date: ['day', '2024-02-29'],
  time: ['tod', '08:30:00'],
  datetime: ['at', '2024-02-29T08:30:00.000Z'],
  timestamp: ['stamp', '1700000000000'],
  integer: ['int', '5'],
  biginteger: ['big', '5'],
  float: ['flt', '1.5'],
  decimal: ['dec', '1.5'],
  boolean: ['flag', 'true'],
  json: ['obj', 'a'],
  blocks: ['blk', 'a'],
} as const

type Type = keyof typeof attributes

const texts: readonly Type[] = ['string', 'text', 'richtext', 'enumeration', 'email', 'uid']
const ordered: readonly Type[] = [
  ...texts,
  'date',
  'time',
  'datetime',
  'integer',
  'biginteger',
  'float',
  'decimal',
  'boolean',
  'json',
  'blocks',
]
const all = Object.keys(attributes) as readonly Type[]

/** The types whose filters with an operator are served, on each database. */
const served: Readonly<Record<keyof typeof valueOperators, Readonly<Record<Dialect, readonly Type[]>>>> = {
  $eq: onBoth(ordered),
  $ne: onBoth(ordered),
  $in: onBoth(ordered),
  $notIn: onBoth(ordered),
  $lt: onBoth(ordered),
  $lte: onBoth(ordered),
  $gt: onBoth(ordered),
  $gte: onBoth(ordered),
  $between: onBoth(ordered),
  $null: onBoth(all),
  $notNull: onBoth(all),
  $eqi: onBoth(all),
  $nei: onBoth(all),
  $containsi: onBoth(all),
  $notContainsi: onBoth(all),
  $startsWithi: onBoth(all),
  $endsWithi: onBoth(all),
  // PostgreSQL has no LIKE for other types.
  $contains: { sqlite: all, postgres: texts },
  $notContains: { sqlite: all, postgres: texts },
  $startsWith: { sqlite: all, postgres: texts },
  $endsWith: { sqlite: all, postgres: texts },
}

function onBoth(types: readonly Type[]): Record<Dialect, readonly Type[]> {
  return { sqlite: types, postgres: types }
}

describe.each(['sqlite', 'postgres'] as const)('filters on %s', (dialect) => {
  it.each(Object.keys(valueOperators) as (keyof typeof valueOperators)[])('with %s', (operator) => {
    const isServed = (type: Type) => {
      const [name, value] = attributes[type]
      const values = operator === '$between' ? [value, value] : [value]
      const query = values.map((one, index) => {
        const list = values.length > 1 ? `[${index}]` : ''
        return `filters[${name}][${operator}]${list}=${encodeURIComponent(one)}`
      })
      return reasonOf(`fields=str&sort=id&${query.join('&')}`, { type: specimen, dialect }) === ''
    }
    expect(all.filter(isServed).toSorted()).toEqual([...served[operator][dialect]].toSorted())
  })
})

describe('findDifference', () => {
  it.each([
    ['filters[articles][$not][title]=a', 'negates the filter of a relation'],
    ['filters[articles][$or][0][title]=a&filters[$or][0][name]=a', 'has several $or, $or in one object'],
    ['filters[articles][$eq]=1&filters[articles][title]=a', 'mixes operators with other keys'],
    ['filters[$or][0][0][name]=a', 'has a list inside $or'],
    ['filters[id]=01', 'has a filter on id'],
    ['filters[weight]=1e1', 'has a filter on weight'],
    ['filters[name][$in][0]=a&filters[name][$in][1]', 'has a filter on name'],
    ['sort=name, weight', 'spaces in sort'],
    ['sort=articles.title', 'sorts by a path through articles (relation)'],
    ['populate[articles][limit]=1', 'limits the rows of articles in a list'],
    ['populate=articles.*', 'has * among other names'],
    ['populate[0]=*', 'has * in a list'],
    ['populate[articles][populate][cover][populate]=*', 'populates relations of plugin::upload.file'],
    ['populate[articles][populate][cover][populate]=related', 'populates relations of plugin::upload.file'],
    ['populate[articles][populate][cover][count]=true', 'has populate[articles][populate][cover][count]'],
    ['populate[createdBy][fields]=lastname,username', 'has populate[createdBy][fields]'],
    ['populate[none][populate][at][sort]=x', 'has populate[none][populate][at][sort]'],
    ['page=1', 'pagination[page]'],
  ])('forwards a list of tags with %s', (query, reason) => {
    expect(reasonOf(query)).toContain(reason)
  })

  it.each([
    '',
    'filters[articles][title][$not][$eq]=a',
    'filters[$not][articles][title]=a',
    'filters[articles][id][$in][0]=1&filters[articles][title]=a',
    'filters[name][$contains]=a&_q=b',
    'filters[$or][0][id][$gt]=1&filters[$or][1][name][$null]=true&sort=name:desc',
    'populate[articles][populate][category][populate]=icon&populate[articles][sort]=title',
    'populate[articles][count]=true&pagination[limit]=5&locale=fr&unknown=1',
    'populate[createdBy][populate]=roles',
  ])('serves a list of tags with %j', (query) => {
    expect(reasonOf(query)).toBe('')
  })

  it('serves entries by id with their drafts, and limits of their relations', () => {
    const plan = planOne(article, raw('populate=category&publicationState=live'), contextOf('sqlite'))
    expect(plan.publicationState).toBe('preview')
    expect(reasonOf('populate[tags][limit]=1', { type: article, byId: true })).toBe('')
    expect(reasonOf('populate[tags][populate][articles][limit]=1', { type: article, byId: true })).toContain('limits')
  })

  it('forwards sorts on PostgreSQL that could replace a value of the entry', () => {
    const query = 'sort=category.name,id'
    expect(reasonOf(query, { type: article, dialect: 'postgres' })).toBe('')
    expect(reasonOf('sort=category.createdAt,id', { type: article })).toBe('')
    const reason = reasonOf('sort=category.createdAt,id', { type: article, dialect: 'postgres' })
    expect(reason).toContain('sorts by createdAt of another entry')
  })

  it('forwards bigintegers that GraphQL compares with zero, on which Strapi fails', () => {
    const scope = { context: contextOf('sqlite'), counts: new QueryCounts(), publicationState: 'live' } as const
    const parse = (typed: boolean) => parseFilters(specimen, { big: { $in: ['0'] } }, { ...scope, typed })
    expect(parse(false)).toMatchObject({ operator: '$in', values: ['0'] })
    expect(() => parse(true)).toThrow('is compared with zero')
  })

  it('forwards polymorphic relations', () => {
    expect(reasonOf('populate=subject', { type: note })).toContain('populates subject, which is polymorphic')
  })

  it('reads times without an offset in the time zone of Strapi', () => {
    const plan = planList(specimen, raw('filters[at]=2024-01-01'), contextOf('sqlite', 'Asia/Tokyo'))
    expect(plan.filters).toMatchObject({ values: ['2023-12-31T15:00:00.000Z'] })
  })

  it('forwards lists whose order PostgreSQL chooses', () => {
    const filter = 'filters[articles][title]=a'
    expect(reasonOf(`${filter}&fields=name`, { dialect: 'postgres' })).toContain('without a sort on PostgreSQL')
    expect(reasonOf(filter, { dialect: 'postgres' })).toBe('')
    const ties = (query: string) => planList(tag, raw(query), contextOf('postgres')).ties
    expect(ties(`${filter}&sort=name`)).toBe('joined-rows')
    expect(ties(`${filter}&sort=name&fields=name`)).toBe('rejected')
    expect(ties(`${filter}&sort=id`)).toBeUndefined()
    expect(ties('sort=name')).toBe('database')
  })

  it('reads lists whose order SQLite chooses with the statement of Strapi', () => {
    const ties = (type: ContentType, query: string) => planList(type, raw(query), contextOf('sqlite')).ties
    expect(ties(tag, 'filters[articles][title]=a')).toBe('joined-rows')
    expect(ties(tag, 'filters[$or][0][articles][title]=a&sort=name')).toBe('joined-rows')
    expect(ties(tag, 'filters[articles][title]=a&fields=*')).toBe('joined-rows')
    expect(ties(tag, 'filters[articles][title]=a&fields=name')).toBe('rejected')
    expect(ties(tag, 'filters[articles][title]=a&sort=name,id')).toBeUndefined()
    expect(ties(specimen, 'sort=uid:desc')).toBe('joined-rows')
    for (const query of ['sort=uid', 'sort[0]=uid:desc&sort[1]=id', 'sort=str:desc', 'sort=int', ''])
      expect(ties(specimen, query), query).toBeUndefined()
  })

  it('forwards ids that PostgreSQL rejects', () => {
    expect(reasonOf('filters[id]=2147483648', { dialect: 'postgres' })).toContain('that Strapi may convert')
    expect(reasonOf('filters[id]=2147483647&sort=id', { dialect: 'postgres' })).toBe('')
    expect(reasonOf('filters[id]=2147483648&sort=id')).toBe('')
  })

  it('decides about the same attribute types as the model', () => {
    const types = new Set(Object.values(registry.contentType(specimen.uid).attributes).map(({ type }) => type))
    expect([...types].filter((type) => !(type in attributes)).toSorted()).toEqual(['password', 'relation'])
  })
})

describe('lists without a sort on SQLite', () => {
  const ofSpecimens = (query: string, dialect: Dialect = 'sqlite') => reasonOf(query, { type: specimen, dialect })

  it.each([
    'fields=uid',
    'fields=id',
    'fields=str&filters[uid][$gt]=a',
    'fields=str&filters[uid][$in][0]=b&filters[uid][$in][1]=a',
    'fields=str&filters[$or][0][id]=5&filters[$or][1][uid]=a',
  ])('are forwarded if SQLite may read an index instead of the table: %s', (query) => {
    expect(ofSpecimens(query)).toContain('without a sort')
    expect(ofSpecimens(`${query}&sort=id`)).toBe('')
    expect(ofSpecimens(query, 'postgres')).toBe('')
  })

  it.each(['fields=str', 'fields=str&filters[uid]=a', 'fields=str&filters[str][$gt]=a', 'fields[0]=uid&fields[1]=str'])(
    'are served if it reads the table: %s',
    (query) => expect(ofSpecimens(query)).toBe(''),
  )

  it('are served if the statement is that of Strapi', () => {
    expect(ofSpecimens('filters[uid][$gt]=a')).toBe('')
  })
})

it('forwards filters of populated rows that reach types of plugins', () => {
  const mayRead: PlanContext = { ...contextOf('sqlite'), can: () => true }
  const plan = planList(article, raw('populate[owner][filters][role][type]=public'), mayRead)
  expect(findDifference(plan, { dialect: 'sqlite', interface: 'rest' })?.message).toContain('belongs to a plugin')
})

it.each(['populate[owner][filters][role][type]=public', 'populate[owner][populate][role][filters][users]=4'])(
  'forwards options of relations that the caller may not follow: %s',
  (query) => {
    expect(reasonOf(query, { type: article })).toContain('The query has ')
    expect(reasonOf('populate=owner.role', { type: article })).toBe('')
  },
)

describe('entries with equal sort keys', () => {
  const tiesOf = (query: string) => planList(specimen, raw(query), contextOf('sqlite')).ties

  it.each([
    'filters[uid][$gt]=a&sort=enm',
    'filters[uid][$in][0]=b&filters[uid][$in][1]=a&sort=enm',
    'filters[$or][0][uid]=a&filters[$or][1][id]=3&sort=enm',
    'sort=uid:desc',
  ])('are read with the statement of Strapi when SQLite reads an index: %s', (query) => {
    expect(tiesOf(query)).toBe('joined-rows')
    expect(tiesOf(`${query}&fields=str`)).toBe('rejected')
  })

  it.each(['filters[uid]=a&sort=enm', 'filters[str][$gt]=a&sort=enm', 'filters[uid][$gt]=a&sort=enm,id', 'sort=uid'])(
    'are in the order of their ids otherwise: %s',
    (query) => {
      expect(tiesOf(query)).toBeUndefined()
    },
  )
})
