import { expect, it } from 'vitest'
import { failure } from '../../../server/test/support/failure.js'
import { bearerToken } from './own-accounts.js'

const none = new Set<string>()

it.each([
  [undefined, null],
  ['', null],
  [' ', null],
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER  abc ', 'abc'],
])('reads the bearer token of %j, where an empty header has none', (header, token) => {
  expect(bearerToken(header, none)).toBe(token)
})

it.each(['Bearer', 'Bearer ', 'Bearer abc def', 'Bearer abc, Basic YTpi', 'Basic YTpi', 'abc', 'Bearerabc'])(
  'rejects the header %j with 401',
  (header) => {
    expect(failure(() => bearerToken(header, none))).toMatchObject({ name: 'UnauthorizedError', status: 401 })
  },
)

it('ignores the authentication schemes that the configuration reserves for a proxy, and no others', () => {
  const ignored = new Set(['basic'])
  expect(bearerToken('BASIC YTpi', ignored)).toBeNull()
  expect(bearerToken('Basic', ignored)).toBeNull()
  expect(bearerToken('BASIC a, b', ignored)).toBeNull()
  expect(bearerToken('Bearer abc', ignored)).toBe('abc')
  for (const header of ['Digest x', 'Bearer', 'Bearer a b', 'Basic a, Bearer b'])
    expect(failure(() => bearerToken(header, ignored))).toMatchObject({ status: 401 })
})
