import * as fc from 'fast-check'
import qs from 'qs'
import { describe, expect, it } from 'vitest'
import { parseQueryString } from '../../../../tests/support/query-string.js'
import { anyQuery, withoutNull } from '../../test/support/any-query.js'
import { QueryError } from '../errors/query-error.js'
import { type GroupOperator, operators, type ValueOperator } from './operators.js'
import { stringify } from './stringify.js'

/** Parses as the server of this workspace does. It rejects queries over the limits; qs alone may misread them. */
const parse = (text: string) => parseQueryString(text, { parameters: 1000, arrayItems: 100 })

/** An operand for each operator. */
const operands = {
  $eq: 'x',
  $eqi: 'x',
  $ne: 'x',
  $nei: 'x',
  $lt: 1,
  $lte: 1,
  $gt: 1,
  $gte: 1,
  $in: [1],
  $notIn: [1],
  $contains: 'x',
  $notContains: 'x',
  $containsi: 'x',
  $notContainsi: 'x',
  $startsWith: 'x',
  $startsWithi: 'x',
  $endsWith: 'x',
  $endsWithi: 'x',
  $null: true,
  $notNull: true,
  $between: [1, 2],
  $and: [{ a: 1 }],
  $or: [{ a: 1 }],
  $not: { a: 1 },
} satisfies Record<ValueOperator | GroupOperator, unknown>

const rejectionOf = (query: object, limits?: object) => {
  try {
    stringify(query, limits)
  } catch (error) {
    if (QueryError.is(error)) return error
    throw error
  }
  throw new Error(`not rejected: ${stringify(query, limits)}`)
}

describe('operators', () => {
  it.each(Object.keys(operators))('knows %s', (operator) => {
    const operand = operands[operator as ValueOperator]
    expect(stringify({ filters: { a: { [operator]: operand } } })).toContain(`filters[a][${operator}]`)
  })

  it.each(['$EQ', '$eqq', '$', '$like', '$notcontains', '$notStartsWith', '$$eq', 'a$eq'])('rejects %s', (key) => {
    expect(rejectionOf({ filters: { title: { [key]: 'x' } } }).message).toBe(`filters[title][${key}] is unknown`)
  })
})

describe('the string', () => {
  it.each([
    [{ fields: ['title', 'slug'] }, 'fields[0]=title&fields[1]=slug'],
    [{ fields: '*' }, 'fields=*'],
    [{ filters: { title: 'a&b=c' } }, 'filters[title]=a%26b%3Dc'],
    [{ filters: { title: { $eq: null } } }, 'filters[title][$null]=true'],
    [{ filters: { extra: { $eq: { a: null } } } }, `filters[extra][$eq]=${encodeURIComponent('{"a":null}')}`],
    [{ filters: { extra: { $eq: [] } } }, `filters[extra][$eq]=${encodeURIComponent('[]')}`],
    [{ filters: { extra: { $ne: { 'a b': [1] } } } }, `filters[extra][$ne]=${encodeURIComponent('{"a b":[1]}')}`],
    [
      { filters: { extra: { $in: [{}, 'x'] } } },
      `filters[extra][$in][0]=${encodeURIComponent('{}')}&filters[extra][$in][1]=x`,
    ],
    [
      { filters: { extra: { $between: [{ a: null }, [null]] } } },
      `filters[extra][$between][0]=${encodeURIComponent('{"a":null}')}&filters[extra][$between][1]=${encodeURIComponent('[null]')}`,
    ],
    ...['$eq', '$ne', '$lt', '$lte', '$gt', '$gte'].map((operator): [object, string] => [
      { filters: { extra: { $not: { [operator]: { a: null } } } } },
      `filters[extra][$not][${operator}]=${encodeURIComponent('{"a":null}')}`,
    ]),
    [{ filters: { title: { $ne: null } } }, 'filters[title][$notNull]=true'],
    [{ filters: { author: { city: null } } }, 'filters[author][city][$null]=true'],
    [{ filters: { $or: [{ a: 1 }, { b: null }] } }, 'filters[$or][0][a]=1&filters[$or][1][b][$null]=true'],
    [{ filters: { at: { $gt: new Date(0) } } }, 'filters[at][$gt]=1970-01-01T00:00:00.000Z'],

    [{ filters: {} }, ''],
    [
      { sort: 'title:desc', pagination: { page: 2, pageSize: undefined, withCount: false } },
      'sort=title:desc&pagination[page]=2&pagination[withCount]=false',
    ],
    [{ populate: '*' }, 'populate=*'],
    [{ populate: { author: true, tags: false } }, 'populate[author]=true&populate[tags]=false'],
    [{ populate: { author: {} } }, 'populate[author]=true'],
    [{ populate: { author: { populate: { team: {} } } } }, 'populate[author][populate][team]=true'],
    [{ populate: { author: { filters: {}, populate: {} } } }, 'populate[author]=true'],
    [{ populate: { author: undefined } }, ''],
    [{ populate: { fields: { fields: ['on'] } } }, 'populate[fields][fields][0]=on'],
    [{ populate: { zone: { on: { 'shared.quote': {} } } } }, 'populate[zone][on][shared.quote]=true'],
    [{ locale: 'fr', publicationState: 'preview', fields: undefined }, 'locale=fr&publicationState=preview'],
  ])('of %j', (query, expected) => {
    expect(stringify(query)).toBe(expected)
  })
})

it('calls toJSON, as JSON does', () => {
  const at = { toJSON: () => '2026-01-02' }
  expect(stringify({ filters: { at: { $gt: at } } })).toBe('filters[at][$gt]=2026-01-02')
  expect(rejectionOf({ filters: { at: { toJSON: () => null } } }).message).toBe('filters[at] is [object Object]')
  expect(rejectionOf({ filters: { toJSON: () => ({ at: undefined }) } }).path).toBe('filters[at]')
})

it('writes bigints', () => {
  expect(stringify({ filters: { big: { $gt: 12345678901234567890n } } })).toBe('filters[big][$gt]=12345678901234567890')
})

describe('invalid queries', () => {
  it('a query that contains itself', () => {
    const filters: Record<string, unknown> = { title: 'x' }
    filters['$not'] = filters
    const populate: Record<string, unknown> = {}
    populate['author'] = { populate }
    const sort: unknown[] = ['id']
    sort.push(sort)
    for (const query of [{ filters }, { populate }, { sort }]) {
      expect(rejectionOf(query).message).toMatch(/^\S+ contains itself$/)
    }
  })

  it.each([
    ['filters[title]', { filters: { title: undefined } }],
    ['filters[title][$containsi]', { filters: { title: { $containsi: undefined } } }],
    ['filters', { filters: undefined }],
    ['populate[author][filters]', { populate: { author: { filters: undefined } } }],
  ])('%s that is undefined, with the pattern to write instead', (path, query) => {
    const hint = 'To omit it, write filters: allOf(value && { … })'
    expect(rejectionOf(query).message).toBe(`${path} is undefined. ${hint}`)
  })

  it.each([Promise.resolve({ filters: { a: 1 } }), new Map(), new URLSearchParams('a=1'), 'a=1', 7, null])(
    '%o instead of a query',
    (query) => {
      expect(rejectionOf(query as never).path).toBe('query')
    },
  )

  it.each([
    ['undefined in a JSON value', { filters: { extra: { $eq: { a: undefined } } } }, 'filters[extra][$eq][a]'],
    ['a bigint in a JSON value', { filters: { extra: { $eq: { a: [1n] } } } }, 'filters[extra][$eq][a][0]'],
    ['NaN in a JSON value', { filters: { extra: { $in: [[NaN]] } } }, 'filters[extra][$in][0][0]'],
    ['undefined in a filter', { filters: { title: { $eq: undefined } } }, 'filters[title][$eq]'],
    ['an undefined field', { filters: { title: undefined } }, 'filters[title]'],
    ['undefined deep in a group', { filters: { $or: [{ a: 1 }, { b: undefined }] } }, 'filters[$or][1][b]'],
    [
      'undefined in a filter of populate',
      { populate: { a: { filters: { b: undefined } } } },
      'populate[a][filters][b]',
    ],
    ['an empty $in', { filters: { id: { $in: [] } } }, 'filters[id][$in]'],
    ['an empty condition', { filters: { id: {} } }, 'filters[id]'],
    ['an empty group', { filters: { $or: [] } }, 'filters[$or]'],
    ['an empty group member', { filters: { $or: [{}] } }, 'filters[$or][0]'],
    ['empty fields', { fields: [] }, 'fields'],
    ['null in $in', { filters: { id: { $in: [1, null] } } }, 'filters[id][$in][1]'],
    ['null in a list, the short form of $in', { filters: { id: [null] } }, 'filters[id][0]'],
    ['null for an operator of text', { filters: { a: { $contains: null } } }, 'filters[a][$contains]'],
    ['null outside filters', { locale: null }, 'locale'],
    ['NaN', { pagination: { page: Number.NaN } }, 'pagination[page]'],
    ['an invalid date with an operator', { filters: { at: { $gt: new Date(Number.NaN) } } }, 'filters[at][$gt]'],
    ['an invalid date, which JSON would write as null', { filters: { at: new Date(Number.NaN) } }, 'filters[at]'],
    ['a function', { filters: { title: () => 'x' } }, 'filters[title]'],
    ['Infinity', { filters: { a: { $lt: Number.POSITIVE_INFINITY } } }, 'filters[a][$lt]'],
    ['a key that would change the path', { filters: { 'a][b': 1 } }, 'filters[a][b]'],
    ['an empty key', { filters: { '': 1 } }, 'filters[]'],
    ['a key that parsers drop', { filters: JSON.parse('{"__proto__":{"a":1}}') }, 'filters[__proto__]'],
    ['another key that parsers drop', { filters: { toString: 1 } }, 'filters[toString]'],
  ])('%s', (_, query, path) => {
    expect(rejectionOf(query).path).toBe(path)
  })

  it('arrays over the limit, but not at the limit', () => {
    const ids = (length: number) => ({ filters: { id: { $in: Array.from({ length }, (_, i) => i) } } })
    expect(parse(stringify(ids(100)))).toEqual({ filters: { id: { $in: ids(100).filters.id.$in.map(String) } } })
    expect(rejectionOf(ids(101)).message).toBe('filters[id][$in] has 101 items, over arrayLimit (100)')
    expect(stringify(ids(101), { arrayLimit: 200 })).toContain('[100]=100')
  })

  it('more parameters than the limit', () => {
    const filters = {
      $or: Array.from({ length: 50 }, () => ({ id: { $in: Array.from({ length: 50 }, (_, i) => i) } })),
    }
    expect(rejectionOf({ filters }).message).toBe('query has 2500 parameters, over parameterLimit (1000)')
    expect(stringify({ filters }, { parameterLimit: 5000 })).not.toBe('')
  })

  it('text that has no UTF-8 form', () => {
    expect(rejectionOf({ filters: { a: '\ud800' } }).path).toBe('filters[a]')
  })
})

/** `pnpm verify:long --only sdk` tries 10,000. */
const numRuns = Number(process.env['QUERY_RUNS'] ?? 400)

describe('against qs', () => {
  it(`is parsed like the output of qs, for ${numRuns} queries`, () => {
    fc.assert(
      fc.property(anyQuery, (value) => {
        expect(parse(stringify(value))).toEqual(parse(qs.stringify(withoutNull(value), { encodeValuesOnly: true })))
      }),
      { numRuns, seed: 6 },
    )
  })
})
