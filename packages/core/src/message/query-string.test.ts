import { describe, expect, it } from 'vitest'
import { failure } from '../../../server/test/support/failure.js'
import { parseQueryString } from './query-string.js'

const limits = { parameters: 1000, arrayItems: 100 }
const parse = (text: string) => parseQueryString(text, limits)
const message = (text: string) => failure(() => parse(text)).message

const items = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${name(index)}=v${index}`).join('&')

describe('parseQueryString', () => {
  it.each([
    ['', {}],
    ['?', {}],
    ['?a=1', { a: '1' }],
    ['a[b][c]=1', { a: { b: { c: '1' } } }],
    ['a%5Bb%5D=1', { a: { b: '1' } }],
    ['a[0]=x&a[1]=y', { a: ['x', 'y'] }],
    ['a[1]=y&a[0]=x', { a: ['x', 'y'] }],
    ['a[9]=y&a[5]=x', { a: ['x', 'y'] }],
    ['a[]=x&a[]=y', { a: ['x', 'y'] }],
    ['a=x&a=y', { a: ['x', 'y'] }],
    ['a[0][b]=1&a[0][c]=2', { a: [{ b: '1', c: '2' }] }],
    ['a', { a: null }],
    ['a=', { a: '' }],
    ['a[b]', { a: { b: null } }],
    ['a=1+2', { a: '1 2' }],
    ['a=1%2B2', { a: '1+2' }],
    ['a=1;b=2', { a: '1;b=2' }],
    ['a.b=1', { 'a.b': '1' }],
    ['a=x,y', { a: 'x,y' }],
    ['a=%E0%A4%A', { a: '%E0%A4%A' }],
    ['a=%C0%AF', { a: '%C0%AF' }],
    ['a=%E9t%E9', { a: '%E9t%E9' }],
    ['a=été', { a: 'été' }],
    ['a=%2500', { a: '%00' }],
    ['constructor[x]=1&hasOwnProperty=2', { constructor: { x: '1' }, hasOwnProperty: '2' }],
  ])('parses %s', (text, expected) => {
    expect(JSON.parse(JSON.stringify(parse(text)))).toEqual(expected)
  })

  it('returns objects without a prototype', () => {
    const query = parse('a[b]=1')
    expect(Object.getPrototypeOf(query)).toBeNull()
    expect(Object.getPrototypeOf(query.a)).toBeNull()
    expect(Object.getPrototypeOf(parse(''))).toBeNull()
  })

  it('reads arrays up to the limit, in each notation', () => {
    const written = [(index: number) => `a[${index}]`, () => 'a[]', () => 'a']
    for (const name of written) {
      expect(parse(items(100, name)).a).toHaveLength(100)
      expect(message(items(101, name))).toMatch(
        /^Invalid query string: Array limit exceeded. Only 100 elements allowed/,
      )
    }
    expect(message('a[100]=x')).toMatch(/^Invalid query string: Array limit exceeded/)
    expect(message('a[100000000]=x')).toMatch(/^Invalid query string: Array limit exceeded/)
  })

  it('never turns an array into an object', () => {
    for (let count = 1; count <= 100; count++) {
      expect(Array.isArray(parse(items(count, (index) => `a[b][${index}]`)).a), String(count)).toBe(false)
      expect((parse(items(count, (index) => `a[b][${index}]`)).a as { b: unknown }).b).toHaveLength(count)
    }
  })

  it('rejects more parameters than the limit', () => {
    expect(Object.keys(parse(items(1000, (index) => `a${index}`)))).toHaveLength(1000)
    expect(message(items(1001, (index) => `a${index}`))).toMatch(/^Invalid query string: Parameter limit exceeded/)
  })

  it('reads brackets as deep as populate needs', () => {
    expect(JSON.stringify(parse(`a${'[b]'.repeat(2100)}=1`))).toHaveLength(2100 * 6 + 9)
    expect(message(`a${'[b]'.repeat(2101)}=1`)).toMatch(/^Invalid query string: Input depth exceeded/)
    expect(failure(() => parseQueryString('a[b][c]=1', { ...limits, depth: 1 })).message).toMatch(
      /Input depth exceeded/,
    )
  })

  it.each(['a=b%00c', 'a%00=b', 'a[%00]=b', 'a=\0'])('rejects NUL in %j', (text) => {
    expect(message(text)).toBe('Invalid query string: it must not hold NUL characters')
  })

  it.each(['__proto__[x]=1', 'filters[__proto__][x]=1', 'a[0][__proto__][y]=1', 'filters[%5F_proto__][x]=1'])(
    'rejects %s and changes no prototype',
    (text) => {
      expect(message(text)).toBe('Invalid parameter __proto__')
      expect('x' in {}).toBe(false)
    },
  )

  it('keeps every value of a key that mixes notations', () => {
    const mixed = parse('sort=a&sort[x]=b&filters[t]=a&filters[t][$eq]=b&page[0]=a&page[x]=b')
    expect(JSON.parse(JSON.stringify(mixed))).toEqual({
      sort: ['a', { x: 'b' }],
      filters: { t: ['a', { $eq: 'b' }] },
      page: { 0: 'a', x: 'b' },
    })
  })
})
