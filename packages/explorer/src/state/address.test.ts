import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, type PageState, readAddress, startState } from './address.js'
import type { Query, QueryValue } from './query.js'

const name = fc.stringMatching(/^[a-z][A-Za-z0-9_-]{0,8}$/).filter((text) => !(text in {}))
const operator = fc.constantFrom('$eq', '$containsi', '$notNull', '$gte')
// A few constants instead of generated graphemes, which would take most of the time of this test.
const text = fc.oneof(fc.string(), fc.constantFrom('Ωmega', '日本語', '👩‍👩‍👧', '&=#?%+', '%41', ' ', '\u2028', '[0]'))

const { filters } = fc.letrec<{ filters: QueryValue }>((tie) => ({
  filters: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    fc.dictionary(name, fc.dictionary(operator, text, { minKeys: 1 }), { minKeys: 1, maxKeys: 3 }),
    fc.dictionary(name, fc.record({ $in: fc.array(text, { minLength: 1, maxLength: 4 }) }), { minKeys: 1 }),
    fc.dictionary(name, tie('filters'), { minKeys: 1, maxKeys: 2 }),
    fc.record({ $or: fc.array(tie('filters'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ $not: tie('filters') }),
  ),
}))

const { populate } = fc.letrec<{ populate: QueryValue }>((tie) => ({
  populate: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constant('*'),
    fc.array(name, { minLength: 1, maxLength: 3 }),
    fc.dictionary(name, fc.constantFrom('true', 'false'), { minKeys: 1 }),
    fc.dictionary(name, fc.record({ populate: tie('populate'), filters, limit: fc.constant('5') }), { minKeys: 1 }),
  ),
}))

const query: fc.Arbitrary<Query> = fc.record(
  {
    filters,
    populate,
    fields: fc.array(name, { minLength: 1 }),
    sort: fc.oneof(name, fc.array(name, { minLength: 1 })),
    pagination: fc.record({ page: fc.nat().map(String), pageSize: fc.nat().map(String) }),
    locale: name,
    publicationState: fc.constantFrom('live', 'preview'),
    _q: text,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Query>

const identity = fc.oneof(
  fc.constantFrom('everything' as const, 'public' as const),
  fc.tuple(fc.constantFrom('role', 'user', 'token'), fc.nat()).map(([kind, id]) => `${kind}:${id}`),
)

const type = fc.oneof(name, fc.constant('users-permissions/roles'))
const id = fc.oneof(fc.nat().map(String), fc.constant('new'))
const place = fc.oneof(
  fc.constant({ type: null, view: 'content', entry: null }),
  fc.record({ type, view: fc.constantFrom('content', 'query'), entry: fc.constant(null) }),
  fc.record({ type, view: fc.constant('entry'), entry: fc.option(id, { nil: null }) }),
  fc.record({ type: fc.constant(null), view: fc.constant('media'), entry: fc.option(id, { nil: null }) }),
  fc.constant({ type: null, view: 'webhooks', entry: null }),
)

const state = fc
  .tuple(place, identity, query)
  .map(([location, actAs, sent]) => ({ ...location, identity: actAs, query: sent }) as PageState)

describe('the address', () => {
  it('is parsed to the state that it was created from, and created again from that state', () => {
    fc.assert(
      fc.property(state, (value) => {
        const address = addressOf(value)
        const read = readAddress(address)
        expect(read).toEqual({ state: value, problem: null })
        expect(addressOf(read.state)).toBe(address)
      }),
      { numRuns: 200, seed: 22 },
    )
  })

  it('is parsed to the same state after a browser has encoded it', () => {
    fc.assert(
      fc.property(state, (value) => {
        const { hash } = new URL(addressOf(value), 'http://127.0.0.1:1337/')
        expect(readAddress(hash).state).toEqual(value)
      }),
      { numRuns: 100, seed: 22 },
    )
  })

  it('is readable, and easy to type', () => {
    const value: PageState = {
      ...startState,
      type: 'articles',
      query: { filters: { author: { name: { $contains: 'Ada' } } }, sort: ['title:desc'] },
    }
    expect(addressOf(value)).toBe('#/articles?filters[author][name][$contains]=Ada&sort[0]=title:desc')
    expect(readAddress('#/articles?sort=title&as=role:2').state).toEqual({
      ...startState,
      type: 'articles',
      identity: 'role:2',
      query: { sort: 'title' },
    })
  })

  it.each([
    ['#/articles?filters[title][$like]=x', 'filters[title][$like] is unknown'],
    ['#/articles?filters[a b]=x', 'filters[a b] is unknown'],
  ])('explains why the query of %s is ignored', (address, problem) => {
    expect(readAddress(address)).toEqual({ state: { ...startState, type: 'articles' }, problem })
  })

  it.each(['', '#', '#/', '#/?', '#//', '#/articles?&&=', '#/%E0%A4%A', '#/articles?a=1&a[b]=2&__proto__[x]=1'])(
    'is parsed without an exception: %s',
    (address) => {
      expect(() => readAddress(address)).not.toThrow()
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    },
  )
})
