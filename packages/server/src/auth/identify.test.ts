import { expect, it } from 'vitest'
import { bearerToken } from './identify.js'

it.each([
  [undefined, null],
  ['', null],
  ['Bearer', null],
  ['Bearer ', null],
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER  abc ', 'abc'],
  ['Bearer abc def', null],
  ['Basic YTpi', null],
  ['abc', null],
  ['Bearerabc', null],
])('%j', (header, token) => {
  expect(bearerToken(header)).toBe(token)
})
