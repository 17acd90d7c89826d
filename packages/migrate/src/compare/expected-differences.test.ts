import { expect, it } from 'vitest'
import { findExpected } from './compare-type.js'

it('marks a difference as expected only when it matches the decision exactly', () => {
  const bare = { id: 1, createdAt: 'x', secret: null }
  const is = (strapi: unknown, here: unknown, path: string[], above: unknown[] = []) =>
    findExpected({ strapi, here, path, above })?.decision
  expect(is('9007199254740992', '9007199254740999', ['big'])).toBeUndefined()
  expect(is('1', '2', ['big'])).toBeUndefined()
  expect(is('private', undefined, ['subject', 'secret'], [{}, bare])).toBe('0048')
  expect(is(undefined, 'api::tag.tag', ['subject', '__type'], [{}, bare])).toBe('0366')
  expect(is('api::page.page', 'api::tag.tag', ['subjects', '0', '__type'], [{}, bare])).toBeUndefined()
  expect(is('lost', undefined, ['seo', 'title'], [{}, { id: 1, title: 'lost' }])).toBeUndefined()
  expect(
    is(
      'lost',
      undefined,
      ['title'],
      [
        { id: 1, attributes: {} },
        { title: 'lost', createdAt: 'x' },
      ],
    ),
  ).toBeUndefined()
  expect(is(null, { id: 1 }, ['attributes', 'createdBy', 'data'])).toBe('0291')
  expect(is({ id: 2 }, { id: 1 }, ['attributes', 'createdBy', 'data'])).toBeUndefined()
})
