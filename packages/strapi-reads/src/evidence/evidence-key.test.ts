import { expect, it } from 'vitest'
import { article, lenient } from '../../../server/test/support/plan-context.js'
import { parseQueryString } from '@content-api/core/message/query-string'
import { planList } from '@content-api/core/query/plan'
import { evidenceKey } from './evidence-key.js'

const read = { action: 'api::article.article.find', interface: 'rest', callerKey: 'public' } as const
const keyOf = (query: string, of: Parameters<typeof evidenceKey>[1] = read) =>
  evidenceKey(planList(article, parseQueryString(query, { parameters: 100, arrayItems: 100 }), lenient), of)

it.each([
  ['filters[title][$eq]=a', 'filters[title][$eq]=b'],
  ['pagination[page]=1', 'pagination[page]=7'],
  ['populate[tags][limit]=1', 'populate[tags][limit]=2'],
])('gives reads with %s and %s the same key', (one, other) => expect(keyOf(one)).toBe(keyOf(other)))

it.each([
  ['filters[title][$eq]=a', 'filters[title][$ne]=a'],
  ['filters[title][$eq]=a', 'filters[slug][$eq]=a'],
  ['sort=title', 'sort=title:desc'],
  ['populate=tags', 'populate=category'],
  ['populate=tags', 'populate[tags][fields]=name'],
  ['populate=tags', 'populate[tags][limit]=2'],
  ['', 'publicationState=preview'],
  ['', 'locale=all'],
  ['', 'pagination[start]=0'],
])('gives reads with %j and %j different keys', (one, other) => expect(keyOf(one)).not.toBe(keyOf(other)))

it('distinguishes actions and callers', () => {
  const keys = [read, { ...read, callerKey: 'editor' }, { ...read, action: 'other' }].map((of) => keyOf('', of))
  expect(new Set(keys).size).toBe(3)
})
