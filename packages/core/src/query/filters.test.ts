import type { ContentType } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { failure } from '../../../server/test/support/failure.js'
import {
  article,
  category,
  lenient,
  note,
  privileged,
  specimen,
  strict,
  writeCondition,
} from '../../../server/test/support/plan-context.js'
import { QueryCounts } from './query-counts.js'
import { parseQueryString } from '../message/query-string.js'
import { parseFilters } from './filters.js'
import type { PlanContext } from './plan-context.js'

function read(type: ContentType, query: string, context: PlanContext = strict) {
  const { filters } = parseQueryString(query, { parameters: 1000, arrayItems: 1000 })
  return parseFilters(type, filters, { context, counts: new QueryCounts(), publicationState: 'live' })
}

const written = (type: ContentType, query: string, context?: PlanContext) => writeCondition(read(type, query, context))

const message = (type: ContentType, query: string, context?: PlanContext) =>
  failure(() => read(type, query, context)).message

describe('values and operators', () => {
  it.each([
    ['', 'anything'],
    ['filters[str]=alpha', 'str $eq "alpha"'],
    ['filters[str][$eq]=alpha', 'str $eq "alpha"'],
    ['filters%5Bstr%5D%5B%24eq%5D=alpha', 'str $eq "alpha"'],
    ['filters[str][0]=a&filters[str][1]=b', 'str $in "a" "b"'],
    ['filters[str]=a&filters[str]=b', 'str $in "a" "b"'],
    ['filters[str][$in]=a,b', 'str $in "a,b"'],
    ['filters[str][$in][5]=a&filters[str][$in][9]=b', 'str $in "a" "b"'],
    ['filters[str][$in][0]=a&filters[str][$in][1]', '(str $null true or str $in "a")'],
    ['filters[str][$notIn][0]=a&filters[str][$notIn][1]', 'str $notIn "a"'],
    ['filters[str]', 'str $null true'],
    ['filters[str][$eq]', 'str $null true'],
    ['filters[str][$ne]', 'str $notNull true'],
    ['filters[str][$contains]', 'nothing'],
    ['filters[str][$in]', 'nothing'],
    ['filters[str][$notIn]', 'nothing'],
    ['filters[str][$null]=abc', 'str $null true'],
    ['filters[str][$null]=f', 'str $null false'],
    ['filters[str][$null]=', 'str $null false'],
    ['filters[str][$null]', 'str $null false'],
    ['filters[str][$notNull]=false', 'str $notNull false'],
    ['filters[str][$contains][0]=a&filters[str][$contains][1]=b', '(str $contains "a" or str $contains "b")'],
    ['filters[str][$ne][0]=a&filters[str][$ne][1]=b', '(str $ne "a" and str $ne "b")'],
    ['filters[str][$contains]=a&filters[str][$endsWith]=b', '(str $contains "a" and str $endsWith "b")'],
    ['filters[int][$between][0]=1&filters[int][$between][1]=7', 'int $between 1 7'],
    ['filters[int][$contains]=1', 'int $contains "1"'],
    ['filters[id][$gt]=10', 'id $gt 10'],
    ['filters[day][$startsWith]=2024', 'day $startsWith "2024"'],
    ['filters[obj]=str', 'obj $eq "\\"str\\""'],
  ])('are parsed from %s', (query, expected) => {
    expect(written(specimen, query)).toBe(expected)
  })
})

describe('groups', () => {
  it.each([
    ['filters[$or][0][str]=a&filters[$or][1][int]=1', '(str $eq "a" or int $eq 1)'],
    ['filters[$or][0][str]=a', 'str $eq "a"'],
    ['filters[$and][0][str]=a&filters[int]=1', '(str $eq "a" and int $eq 1)'],
    ['filters[$not][str]=a&filters[$not][int]=1', 'not (str $eq "a" and int $eq 1)'],
    ['filters[$not][0][str]=a', 'not str $eq "a"'],
    ['filters[$not][$not][str]=a', 'not not str $eq "a"'],
    ['filters[str][$not]=a', 'not str $eq "a"'],
    ['filters[str][$not][$contains]=a', 'not str $contains "a"'],
    ['filters[str][$not][$not][$null]=true', 'not not str $null true'],
  ])('are parsed from %s', (query, expected) => {
    expect(written(specimen, query)).toBe(expected)
  })

  it('ignores an empty group', () => {
    const empty = [{}, { $or: [] }, { $and: [{}] }, { $not: {} }, { str: {} }, { str: { $notIn: [] } }]
    for (const filters of empty) {
      expect(
        parseFilters(specimen, filters, { context: strict, counts: new QueryCounts(), publicationState: 'live' }),
      ).toBeNull()
    }
  })

  it('matches nothing with an empty $in', () => {
    const condition = parseFilters(
      specimen,
      { str: { $in: [] } },
      { context: strict, counts: new QueryCounts(), publicationState: 'live' },
    )
    expect(writeCondition(condition)).toBe('nothing')
  })
})

it('accepts arrays of conditions among the items of a group in lenient mode', () => {
  const nested = 'filters[$or][0][0][str]=a&filters[$or][0][1][int]=1&filters[$or][1][str]=b'
  expect(written(specimen, nested, lenient)).toBe('((str $eq "a" and int $eq 1) or str $eq "b")')
  expect(message(specimen, nested)).toMatch(/^Invalid parameter \$or\[0\]: it must be an object/)
  const deep = `filters${'[$or]'.padEnd(5 + 3 * 30, '[0]')}[str]=a`
  expect(message(specimen, deep, lenient)).toContain('must not be nested')
})

describe('relations and components', () => {
  it.each([
    ['filters[category]=1', 'category has [id $eq 1]'],
    ['filters[category][$in][0]=1&filters[category][$in][1]=2', 'category has [id $in 1 2]'],
    ['filters[category][0]=1&filters[category][1]=2', 'category has [id $in 1 2]'],
    ['filters[category]', 'category has [id $null true]'],
    ['filters[category][$null]=true', 'category has [id $null true]'],
    ['filters[category][$not]=1', 'category has [not id $eq 1]'],
    ['filters[category][$not][name]=a', 'category has [not name $eq "a"]'],
    ['filters[category][$or][0][$eq]=1&filters[category][$or][1][name]=a', 'category has [(id $eq 1 or name $eq "a")]'],
    ['filters[category][id][$ne]=1', 'category has [id $ne 1]'],
    ['filters[tags][name]=a&filters[tags][weight]=2', 'tags has [(name $eq "a" and weight $eq 2)]'],
    [
      'filters[$and][0][tags][name]=a&filters[$and][1][tags][name]=b',
      '(tags has [name $eq "a"] and tags has [name $eq "b"])',
    ],
    [
      'filters[category][articles][author][name][$startsWith]=B',
      'category has [articles has [author has [name $startsWith "B"]]]',
    ],
    ['filters[seo][canonical][label]=a', 'seo has [canonical has [label $eq "a"]]'],
    ['filters[links][label]=two', 'links has [label $eq "two"]'],
    ['filters[localizations][title]=a', 'localizations has [title $eq "a"]'],
  ])('are parsed from %s', (query, expected) => {
    expect(written(article, query)).toBe(expected)
  })

  it('applies the publication state to related entries', () => {
    const condition = parseFilters(
      article,
      { author: { name: 'a' } },
      { context: strict, counts: new QueryCounts(), publicationState: 'preview' },
    )
    expect(condition).toMatchObject({ op: 'link', publicationState: 'preview' })
  })

  it('follows createdBy only in types with populateCreatorFields, whoever the caller is', () => {
    expect(written(category, 'filters[createdBy][firstname]=a')).toBe('createdBy has [firstname $eq "a"]')
    expect(message(article, 'filters[createdBy][firstname]=a', privileged)).toBe(
      'Invalid parameter createdBy. Did you mean createdAt?',
    )
    expect(message(category, 'filters[createdBy][email]=a', privileged)).toBe('Invalid parameter email')
  })

  it('follows a relation only for callers who may find its target', () => {
    expect(written(article, 'filters[owner][username]=alice', privileged)).toBe('owner has [username $eq "alice"]')
    expect(message(article, 'filters[owner][username]=alice')).toBe('Invalid parameter owner')
  })
})

describe('mistakes', () => {
  it.each([
    ['filters[nope]=1', 'Invalid parameter nope'],
    ['filters[st]=1', 'Invalid parameter st. Did you mean str?'],
    ['filters[priv]=p', 'Invalid parameter priv'],
    ['filters[pass][$startsWith]=$2', 'Invalid parameter pass'],
    ['filters[createdBy][id]=1', 'Invalid parameter createdBy'],
    ['filters[str][$foo]=1', 'Invalid parameter $foo'],
    ['filters[str][eq]=1', 'Invalid parameter eq. Did you mean $eq?'],
    ['filters[str][$EQ]=1', 'Invalid parameter $EQ. Did you mean $eq?'],
    ['filters[str][$equals]=1', 'Invalid parameter $equals'],
    ['filters[obj][k]=1', 'Invalid parameter k'],
    ['filters[obj][a::text) or 1=1--][$eq]=1', 'Invalid parameter a::text) or 1=1--'],
    ['filters[$eq]=1', 'Invalid parameter $eq'],
    ['filters[$orr][0][str]=1', 'Invalid parameter $orr. Did you mean $or?'],
    ['filters[hasOwnProperty]=1', 'Invalid parameter hasOwnProperty'],
    ['filters[constructor][prototype][y]=1', 'Invalid parameter constructor'],
    ['filters=abc', /^Invalid parameter filters: it must be an object/],
    ['filters=', /^Invalid parameter filters: it must be an object/],
    ['filters', /^Invalid parameter filters: it must be an object/],
    ['filters[0][str]=1', /^Invalid parameter filters: it must be an object/],
    ['filters=a&filters[str]=b', 'Invalid parameter filters: it must be an object, as in filters[name][$eq]=value'],
    ['filters[$or]=', /^Invalid parameter \$or: it must be an array/],
    ['filters[$or][str]=a', /^Invalid parameter \$or: it must be an array/],
    ['filters[$or][0]=alpha', /^Invalid parameter \$or\[0\]: it must be an object/],
    ['filters[str][$or][0]=a', /^Invalid parameter \$or/],
    ['filters[int]=null', /^int must be .*"null"\. For entries without a value write \[\$null\]=true$/],
    ['filters[day]=null', /day is "null"\. For entries without a value write \[\$null\]=true$/],
    ['filters[at]=2024-01-01T10:00:00+01:00', /\. In a URL write \+ as %2B$/],
    ['filters[int]=abc', 'int must be compared with a number, not with "abc"'],
    ['filters[id][$gt]=abc', 'id must be compared with a number, not with "abc"'],
    ['filters[day]=2024-02-31', 'Invalid date: day is "2024-02-31"'],
    ['filters[int][$between]=1,2', /^Invalid parameter \$between: it takes exactly two values/],
    ['filters[int][$between][0]=1', /^Invalid parameter \$between: it takes exactly two values/],
    ['filters[int][$gt][0]=1', /^Invalid parameter \$gt: it takes one value/],
    ['filters[int][$gt][a]=1', /^Invalid parameter \$gt/],
    ['filters[str][$eq][toString]=1', /^Invalid parameter \$eq/],
    ['filters[str][$in][a]=1', /^Invalid parameter \$in/],
    ['filters[str][$in][0][a]=1', /^Invalid parameter \$in/],
    ['filters[str][$contains][0][0]=1', /^Invalid parameter \$contains/],
    ['filters[str][$null][a]=1', /^Invalid parameter \$null/],
    [`filters[str][$contains]=${'a'.repeat(1001)}`, /at most 1000 characters/],
    [`filters${'[$not]'.repeat(21)}[str]=a`, /nested more than 20 levels/],
    [`filters[str]${'[$not]'.repeat(21)}=a`, /nested deeper than 20/],
    [`filters${'[$and][0]'.repeat(21)}[str]=a`, /nested more than 20 levels/],
    [Array.from({ length: 101 }, (_, i) => `filters[str][$in][${i}]=v`).join('&'), /more than 100 values/],
    [Array.from({ length: 101 }, (_, i) => `filters[$or][${i}][str]=v`).join('&'), /at most 100 items/],
  ])('are rejected in both modes: %s', (query, expected) => {
    expect(message(specimen, query)).toMatch(expected)
    expect(message(specimen, query, lenient)).toMatch(expected)
  })

  it.each([
    ['filters[zone][text]=a', "Invalid parameter zone: it is of type dynamiczone, which can't be filtered by"],
    ['filters[zone][__component]=blocks.quote', /^Invalid parameter zone: /],
    ['filters[cover][url][$contains]=a', /^Invalid parameter cover: it is of type media/],
    ['filters[memo][id]=1', 'Invalid parameter memo'],
    ['filters[links][hidden]=a', 'Invalid parameter hidden'],
    ['filters[category][nope]=1', 'Invalid parameter nope'],
    ['filters[category][nam]=1', 'Invalid parameter nam. Did you mean name?'],
    ['filters[category][$foo]=1', 'Invalid parameter $foo'],
    ['filters[category]=abc', 'category must be compared with a number, not with "abc"'],
    ['filters[category][$in][0]=abc', 'category must be compared with a number, not with "abc"'],
    ['filters[category][$not]=abc', 'category must be compared with a number, not with "abc"'],
    ['filters[category][id]=abc', 'id must be compared with a number, not with "abc"'],
    ['filters[category]=null', /^category must be compared with a number, not with "null"\. .*\[\$null\]=true/],
    ['filters[category][0][name]=a', /^Invalid parameter category: .* filters\[category\]\[name\]/],
    ['filters[links][0][label]=a', /^Invalid parameter links: .* filters\[links\]\[label\]/],
    ['filters[title][x][y]=1', 'Invalid parameter x'],
  ])('are rejected: %s', (query, expected) => {
    expect(message(article, query)).toMatch(expected)
  })

  it('reads an id that is not a number as the id 0 in lenient mode', () => {
    expect(message(specimen, 'filters[id]=abc')).toBe('id must be compared with a number, not with "abc"')
    for (const query of ['filters[id]=abc', 'filters[id][$notIn][0]=abc', 'filters[id][$ne]=x']) {
      expect(read(specimen, query, lenient)).toMatchObject({ name: 'id', values: [0] })
    }
  })

  it('rejects a filter across polymorphic relations', () => {
    expect(message(note, 'filters[subject][id]=1')).toMatch(/^Invalid parameter subject: it is of type relation/)
    expect(message(note, 'filters[subjects]=1', privileged)).toMatch(/^Invalid parameter subjects: /)
  })

  it('suggests no name that the caller may not use', () => {
    expect(message(article, 'filters[mem]=1')).toBe('Invalid parameter mem')
    expect(message(article, 'filters[mem]=1', privileged)).toBe('Invalid parameter mem. Did you mean memo?')
    expect(message(article, 'filters[internalNot]=1', privileged)).toBe('Invalid parameter internalNot')
  })
})
