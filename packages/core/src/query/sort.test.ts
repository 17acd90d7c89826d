import type { ContentType } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { failure } from '../../../server/test/support/failure.js'
import { article, note, privileged, strict, tag } from '../../../server/test/support/plan-context.js'
import { QueryCounts } from './query-counts.js'
import { parseQueryString } from '../message/query-string.js'
import { parseSort } from './sort.js'

function read(type: ContentType, query: string, context = strict, counts = new QueryCounts()) {
  const { sort } = parseQueryString(query, { parameters: 1000, arrayItems: 1000 })
  return parseSort(type, sort, { context, counts, publicationState: 'live' })
}

const written = (type: ContentType, query: string) =>
  read(type, query).map(
    ({ path, name, direction }) => `${[...path.map((link) => link.name), name].join('.')} ${direction}`,
  )

const message = (type: ContentType, query: string, context = strict, counts = new QueryCounts()) =>
  failure(() => read(type, query, context, counts)).message

describe('forms', () => {
  it.each([
    ['', []],
    ['sort', []],
    ['sort=', []],
    ['sort=name', ['name asc']],
    ['sort=name:DESC', ['name desc']],
    ['sort=id:desc', ['id desc']],
    ['sort=weight:desc, name', ['weight desc', 'name asc']],
    ['sort=,name,', ['name asc']],
    ['sort[]=name:desc', ['name desc']],
    ['sort[0]=weight:desc&sort[1]=name', ['weight desc', 'name asc']],
    ['sort[1]=weight:desc&sort[0]=name', ['name asc', 'weight desc']],
    ['sort=weight&sort=name:desc', ['weight asc', 'name desc']],
    ['sort[weight]=desc&sort[name]=asc', ['weight desc', 'name asc']],
    ['sort[0][weight]=desc&sort[1][name]=asc', ['weight desc', 'name asc']],
    ['sort[0]=weight&sort[1][name]=desc', ['weight asc', 'name desc']],
    ['sort=name,name:desc', ['name asc']],
    ['sort=articles.title', ['articles.title asc']],
    ['sort[articles][title]=desc', ['articles.title desc']],
    ['sort[articles.title]=desc', ['articles.title desc']],
  ])('are parsed from %s', (query, expected) => {
    expect(written(tag, query)).toEqual(expected)
  })

  it.each([
    ['sort=category.name:desc', ['category.name desc']],
    ['sort=seo.canonical.label', ['seo.canonical.label asc']],
    ['sort=links.label', ['links.label asc']],
    ['sort=cover.name', ['cover.name asc']],
    ['sort=localizations.title', ['localizations.title asc']],
    ['sort=extra', ['extra asc']],
    ['sort=publishedAt:desc', ['publishedAt desc']],
  ])('may follow relations and components: %s', (query, expected) => {
    expect(written(article, query)).toEqual(expected)
  })

  it('returns the type that each step leads to', () => {
    const [key] = read(article, 'sort=category.articles.title')
    expect(key?.path.map(({ target }) => target.uid)).toEqual(['api::category.category', 'api::article.article'])
    expect(key?.publicationState).toBe('live')
  })
})

describe('mistakes', () => {
  it.each([
    ['sort=nope', 'Invalid parameter nope'],
    ['sort=titel', 'Invalid parameter titel. Did you mean title?'],
    ['sort=-title', 'Invalid parameter -title: it is not a name; write title:desc'],
    ['sort=id,-category.name:asc', 'Invalid parameter -category.name:asc: it is not a name; write category.name:desc'],
    ['sort=title DESC', 'Invalid parameter title DESC: it is not a name; write title:desc'],
    // The same error as for an unknown name, so that it doesn't show which names exist.
    ['sort=-secret', 'Invalid parameter -secret: it is not a name; write secret:desc'],
    ['sort=-nope', 'Invalid parameter -nope: it is not a name; write nope:desc'],
    ['sort=1', 'Invalid parameter 1'],
    ['sort[nope]=asc', 'Invalid parameter nope'],
    ['sort=title:up', 'Invalid direction of sort by title: it must be asc or desc'],
    ['sort=title:des', 'Invalid direction of sort by title: it must be asc or desc. Did you mean desc?'],
    ['sort=title:asc:desc', 'Invalid direction of sort by title: it must be asc or desc'],
    ['sort=title:', 'Invalid direction of sort by title: it must be asc or desc'],
    ['sort[title]', 'Invalid direction of sort by title: it must be asc or desc'],
    ['sort[title][0]=asc', 'Invalid direction of sort by title: it must be asc or desc'],
    ['sort=secret', 'Invalid parameter secret'],
    ['sort=internalNote', 'Invalid parameter internalNote'],
    ['sort=createdBy.password', 'Invalid parameter createdBy'],
    ['sort=memo.text', 'Invalid parameter memo'],
    ['sort=category.nope', 'Invalid parameter nope'],
    ['sort=title.x', 'Invalid parameter title'],
    ['sort=category', /^Invalid parameter category: it is of type relation/],
    ['sort=seo', /^Invalid parameter seo: it is of type component/],
    ['sort=zone', /^Invalid parameter zone: it is of type dynamiczone/],
    ['sort=zone.text', /^Invalid parameter zone/],
    ['sort=category..name', /^Invalid parameter /],
    ['sort[0][0]=title', /^Invalid parameter sort: it must be text/],
    ['sort=title&sort[x]=title', 'Invalid parameter x'],
    [`sort=${'category.articles.'.repeat(11)}title`, /^Invalid parameter sort: it must not follow more than 5 links/],
    [
      `sort${'[category][articles]'.repeat(11)}[title]=asc`,
      /^Invalid parameter sort: it must not follow more than 5 links/,
    ],
  ])('are rejected: %s', (query, expected) => {
    expect(message(article, query)).toMatch(expected)
  })

  it('rejects more attributes than an array may have', () => {
    const names = Object.keys(article.attributes).filter(
      (name) => !['secret', 'internalNote', 'memo', 'owner'].includes(name),
    )
    const paths = ['category.articles.', 'author.articles.', 'related.', 'related.related.', 'localizations.']
    const scalars = [
      'id',
      'title',
      'slug',
      'code',
      'summary',
      'body',
      'kind',
      'rating',
      'views',
      'score',
      'price',
      'featured',
    ]
    expect(names).toEqual(expect.arrayContaining(scalars))
    const context = { ...strict, limits: { ...strict.limits, arrayLimit: 50 } }
    const sort = paths.flatMap((path) => scalars.map((name) => path + name)).join(',')
    expect(message(article, `sort=${sort}`, context)).toBe('Invalid parameter sort: it takes at most 50 attributes')
  })

  it('rejects sorts of one request that together follow more links than a database can prepare at once', () => {
    const steps = ['related.', 'localizations.', 'category.articles.', 'author.articles.', 'tags.articles.']
    const paths = steps.flatMap((one) => steps.flatMap((two) => steps.map((three) => one + two + three)))
    const sort = paths.filter((path) => path.split('.').length <= 6).map((path) => `${path}title`)
    const context = { ...strict, limits: { ...strict.limits, arrayLimit: 1000 } }
    const few = sort.slice(0, 60).join(',')
    const tooMany = 'Invalid parameter sort: it must not follow more than 500 links in all'
    expect(
      message(article, `sort=${sort.flatMap((path) => [path, path.replace('title', 'slug')]).join(',')}`, context),
    ).toBe(tooMany)
    const counts = new QueryCounts()
    expect(read(article, `sort=${few}`, context, counts)).toHaveLength(60)
    expect(message(article, `sort=${few}`, context, counts)).toBe(tooMany)
  })

  it('rejects sorting across polymorphic relations', () => {
    expect(message(note, 'sort=subject.title', privileged)).toMatch(/^Invalid parameter subject/)
  })
})
