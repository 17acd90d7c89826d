import { describe, expect, it } from 'vitest'
import { parseQueryString } from '@content-api/core/message/query-string'
import { parsePages } from './pages.js'

const limits = { defaultLimit: 25, maxLimit: 100, withCount: true }

function parse(query: string, more: Partial<typeof limits | { maxLimit: null }> = {}) {
  const { pagination } = parseQueryString(query, { parameters: 100, arrayItems: 100, depth: 20 })
  return parsePages(pagination, { ...limits, ...more })
}

const page = (number: number, pageSize: number, withCount = true) => ({ by: 'page', page: number, pageSize, withCount })
const offset = (start: number, limit: number) => ({ by: 'offset', start, limit, withCount: true })

describe('pagination of Strapi 5', () => {
  // The responses of Strapi 5.54.0 to these queries are recorded.
  it.each([
    ['', page(1, 25)],
    ['pagination=2', page(1, 25)],
    ['pagination[foo]=1', page(1, 25)],
    ['pagination[page]=2&pagination[pageSize]=5', page(2, 5)],
    ['pagination[page]=-1&pagination[pageSize]=2', page(1, 2)],
    ['pagination[page]=1.5&pagination[pageSize]=2', page(1.5, 2)],
    ['pagination[pageSize]=0', page(1, 1)],
    ['pagination[pageSize]=', page(1, 1)],
    ['pagination[pageSize]=abc', page(1, 100)],
    ['pagination[pageSize]=101', page(1, 100)],
    ['pagination[withCount]=f', page(1, 25, false)],
    ['pagination[start]=10', offset(10, 25)],
    ['pagination[start]=-1&pagination[limit]=2', offset(0, 2)],
    ['pagination[limit]=-1', offset(0, 1)],
    ['pagination[limit]=101', offset(0, 100)],
  ])('%s', (query, expected) => expect(parse(query)).toEqual(expected))

  it.each([
    'pagination[page]=abc',
    'pagination[page]=1.25&pagination[pageSize]=2',
    'pagination[limit]=2.5',
    'pagination[start]=x',
    'pagination[page]=1&pagination[limit]=2',
    'pagination[page]=1&pagination[page]=2',
    'pagination[withCount]=yes',
    'pagination[]=1',
  ])('leaves %s to Strapi', (query) => expect(() => parse(query)).toThrow('The query'))

  it('has no largest size without maxLimit', () => {
    expect(parse('pagination[limit]=500', { maxLimit: null })).toEqual(offset(0, 500))
    expect(() => parse('pagination[pageSize]=abc', { maxLimit: null })).toThrow('of no known size')
  })
})
